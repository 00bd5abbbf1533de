/**
 * Rows under a title, in columns as wide as their widest cell. The first column is left-aligned.
 */
export function formatTable(title: string, rows: readonly (readonly string[])[]): string {
  const [head = []] = rows;
  const widths = head.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [title, ...lines.map((line) => `  ${line}`), ''].join('\n');
}

const GROUPED = new Intl.NumberFormat('en');

export function whole(value: number): string {
  return GROUPED.format(value);
}

/** `2.31×`, or `–` if there is nothing to compare with. */
export function ratio(value: number, base: number): string {
  const result = value / base;
  return Number.isFinite(result) ? `${result.toFixed(result < 100 ? 2 : 0)}×` : '–';
}

export function seconds(milliseconds: number): string {
  return Number.isFinite(milliseconds) ? `${(milliseconds / 1000).toFixed(2)} s` : '–';
}

export function mebibytes(value: number): string {
  return Number.isFinite(value) ? `${Math.round(value)} MiB` : '–';
}
