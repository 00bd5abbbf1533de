/** The base language: `pt` of `pt-BR`. */
export function baseOf(tag: string): string {
  const end = tag.search(/[-_]/);
  return (end < 0 ? tag : tag.slice(0, end)).toLowerCase();
}

/** Length of a text relative to an alphabetic script. Default: 1. */
const WIDTHS: Readonly<Record<string, number>> = { zh: 0.4, yue: 0.4, ja: 0.55, ko: 0.6 };

/** Cached by tag, because every answer needs it. */
const known = new Map<string, number>();

export function widthOf(tag: string): number {
  let width = known.get(tag);
  if (width === undefined) known.set(tag, (width = WIDTHS[baseOf(tag)] ?? 1));
  return width;
}
