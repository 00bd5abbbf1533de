import picocolors from 'picocolors';

/** How text is formatted for a person: colors, and width. */
export interface Style {
  readonly colors: ReturnType<typeof picocolors.createColors>;
  /** Columns of the terminal. */
  readonly width: number;
}

export function makeStyle(options: {
  readonly color: boolean;
  readonly width?: number | undefined;
}): Style {
  return { colors: picocolors.createColors(options.color), width: options.width ?? 80 };
}

/** Cells as aligned lines: the first column left-aligned, the others right-aligned. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, column === 0 ? 'end' : 'start'))
      .join('  ')
      .trimEnd(),
  );
}

function pad(cell: string, width: number, side: 'start' | 'end'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(cell)));
  return side === 'start' ? space + cell : cell + space;
}

const COLOR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** Width of a line in columns, ignoring color codes. */
export function displayWidth(text: string): number {
  return text.replace(COLOR, '').length;
}
