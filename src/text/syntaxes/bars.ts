import type { Arm, Choice } from './syntax.js';

interface Bars {
  readonly name: string;
  /** Separator between arms, with the flag `g`. */
  readonly separator: RegExp;
  /**
   * Selector before an arm, including the space after it, with the flag `y`. The group is the
   * selector.
   */
  readonly selector?: RegExp;
  /** The placeholder that shows the count. Default: placeholders named like a count. */
  readonly argument?: string;
}

/** No language has as many plural forms: a text with more bars is a table or a list. */
const MOST_ARMS = 20;

/** Reads alternatives between bars; undefined if there is only one. */
export function readBars(
  masked: string,
  text: string,
  { separator, selector, ...rest }: Bars,
): Choice | undefined {
  const arms: Arm[] = [];
  let start = 0;
  const push = (end: number): void => {
    if (selector !== undefined) selector.lastIndex = start;
    const match = selector?.exec(text.slice(0, end));
    const own = match?.[1];
    const from = start + (match?.[0].length ?? 0);
    const arm = text.slice(from, end);
    const first = from + arm.length - arm.trimStart().length;
    const last = Math.max(first, from + arm.trimEnd().length);
    arms.push({ start: first, end: last, ...(own === undefined ? {} : { selector: own }) });
  };
  for (const bar of masked.matchAll(separator)) {
    if (arms.length === MOST_ARMS) return undefined;
    push(bar.index);
    start = bar.index + bar[0].length;
  }
  push(text.length);
  if (arms.length === 1 && arms[0]?.selector === undefined) return undefined;
  return { start: 0, end: text.length, ...rest, counts: true, arms };
}
