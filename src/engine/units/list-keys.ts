import { keyId } from '../../model/index.js';
import type { Key } from '../../model/index.js';

/** Whether a part of a key may be an index in a list. */
export function isListIndex(name: string): boolean {
  return /^[0-9]+$/.test(name);
}

/** Depth of the first part that may be an index in a list; -1 if there is none. */
function listDepth(key: Key): number {
  for (let at = 0; at < key.length; at += 1) {
    const first = key[at]?.charCodeAt(0) ?? 0;
    if (first >= 48 && first <= 57 && /^(?:0|[1-9]\d*)$/.test(key[at] ?? '')) return at;
  }
  return -1;
}

/**
 * Whether a key may lead into a list, where it is only a position and does not identify the text.
 */
export function isInList(key: Key): boolean {
  return listDepth(key) >= 0;
}

/** A position in a list. */
export interface ListPlace {
  /** Identity of the list. */
  readonly list: string;
  readonly index: number;
  /** The rest of the key within the element. */
  readonly part: string;
}

/** The outermost list that a key leads into, and the position there; undefined if there is none. */
export function listOf(key: Key): ListPlace | undefined {
  const depth = listDepth(key);
  if (depth < 0) return undefined;
  return {
    list: `${depth}:${keyId(key.slice(0, depth))}`,
    index: Number(key[depth]),
    part: keyId(['', ...key.slice(depth + 1)]),
  };
}
