/** The hash of the empty text; `step` adds a code unit. */
export const EMPTY_HASH = 0x811c9dc5;

export function step(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** FNV-1a of a text, or of a part of it. */
export function hashOf(text: string, from = 0, to = text.length): number {
  let hash = EMPTY_HASH;
  for (let at = from; at < to; at += 1) hash = step(hash, text.charCodeAt(at));
  return hash | 0;
}
