import { keyId } from '../../model/index.js';
import type { Key } from '../../model/index.js';

/** True of a segment of a key that may be the place of an element in a list. */
export function isListIndex(name: string): boolean {
  return /^[0-9]+$/.test(name);
}

/** Depth of the first segment that may be a place in a list; -1: there is none. */
function listDepth(key: Key): number {
  for (let at = 0; at < key.length; at += 1) {
    const first = key[at]?.charCodeAt(0) ?? 0;
    if (first >= 48 && first <= 57 && /^(?:0|[1-9]\d*)$/.test(key[at] ?? '')) return at;
  }
  return -1;
}

/** True for a key that may lead into a list: there it says a place, and nothing of the text. */
export function isInList(key: Key): boolean {
  return listDepth(key) >= 0;
}

/** A place in a list. */
export interface ListPlace {
  /** Identity of the list. */
  readonly list: string;
  readonly index: number;
  /** The rest of the key inside of the element. */
  readonly part: string;
}

/** Where the outermost list is that a key leads into, and the place there; undefined: in none. */
export function listOf(key: Key): ListPlace | undefined {
  const depth = listDepth(key);
  if (depth < 0) return undefined;
  return {
    list: `${depth}:${keyId(key.slice(0, depth))}`,
    index: Number(key[depth]),
    part: keyId(['', ...key.slice(depth + 1)]),
  };
}
