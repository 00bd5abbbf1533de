/**
 * A text that may be known only in parts; the text between two parts is unknown. `['a.', '.b']` is
 * `a.`, anything, `.b`; a single part is the whole text.
 */
export type Parts = readonly string[];

/** Whether anything is known of a text: a letter or a digit. */
export function saysAnything(parts: Parts): boolean {
  return parts.some((part) => /[\p{L}\p{N}]/u.test(part));
}

export function joinParts(before: Parts, after: Parts): Parts {
  return [...before.slice(0, -1), `${before.at(-1) ?? ''}${after[0] ?? ''}`, ...after.slice(1)];
}
