/**
 * A text of which only parts may be known: what is between two parts is not. `['a.', '.b']` is `a.`,
 * anything, `.b`; one part alone is the whole text.
 */
export type Parts = readonly string[];

export function joinParts(before: Parts, after: Parts): Parts {
  return [...before.slice(0, -1), `${before.at(-1) ?? ''}${after[0] ?? ''}`, ...after.slice(1)];
}
