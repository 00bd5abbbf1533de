import type { Style } from './style.js';

/** What a list leaves out, and how to see it: `… and 12 more (how to see all)`. */
export function leftOut(
  what: string,
  toSeeAll: string | undefined,
  { colors }: Pick<Style, 'colors'>,
): string {
  return colors.dim(toSeeAll === undefined ? what : `${what} (${toSeeAll})`);
}
