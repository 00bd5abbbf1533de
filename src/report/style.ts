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
