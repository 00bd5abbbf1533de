/** Height of each row in pixels. Fixed, so that a position is a multiplication. */
export const ROW_HEIGHT = 76;

export interface Window {
  readonly first: number;
  /** Index after the last one. */
  readonly end: number;
}

/**
 * Which rows to render at a scroll position: those in view, plus as many before and after, so that
 * scrolling shows no gaps. Pure.
 */
export function windowOf(top: number, height: number, count: number): Window {
  const inView = Math.ceil(height / ROW_HEIGHT) + 1;
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - inView);
  return { first, end: Math.min(count, first + inView * 3) };
}

/** Scroll position that brings a row into view. Pure. */
export function topToShow(at: number, top: number, height: number): number {
  const from = at * ROW_HEIGHT;
  if (from < top) return from;
  return from + ROW_HEIGHT > top + height ? from + ROW_HEIGHT - height : top;
}
