/** Pixels of one row of the list. All are as high, so that a place is a multiplication. */
export const ROW_HEIGHT = 58;

export interface Window {
  readonly first: number;
  /** Behind the last one. */
  readonly end: number;
}

/**
 * Which rows of a list exist at a place of scrolling: those in view, and as many again before and
 * behind, so that none is missing before the next is drawn. Pure.
 */
export function windowOf(top: number, height: number, count: number): Window {
  const inView = Math.ceil(height / ROW_HEIGHT) + 1;
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - inView);
  return { first, end: Math.min(count, first + inView * 3) };
}

/** Where the list has to be scrolled to, so that a row is in view. Pure. */
export function topToShow(at: number, top: number, height: number): number {
  const from = at * ROW_HEIGHT;
  if (from < top) return from;
  return from + ROW_HEIGHT > top + height ? from + ROW_HEIGHT - height : top;
}
