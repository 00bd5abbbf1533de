import { stringEnd } from './strings.js';
import { STRING, type Moved, type Tree } from './tree.js';

/** The most changed values. With more, reading the whole text again is faster than comparing. */
const MOST_VALUES = 50;

/** Number of characters compared at once. */
const STRIDE = 1 << 16;

/**
 * The result of `scan` for a text that differs from an already scanned one only in the values of
 * some strings: everything else is identical, and each new value is a complete string. Undefined
 * otherwise.
 */
export function rescan(before: Tree, text: string): Tree | undefined {
  const old = before.text;
  const moved: Moved[] = [];
  let escaped = before.escaped;
  let from = 0;
  let at = 0;
  for (;;) {
    const same = sameLength({ text: old, at: from }, { text, at });
    from += same;
    at += same;
    if (from === old.length && at === text.length) return before.moved(text, { moved, escaped });
    const node = before.nodeAround(from);
    if (before.kind(node) !== STRING || from >= before.end(node)) return undefined;
    const start = at - (from - before.start(node));
    const end = stringEnd(text, start);
    if (end === undefined || moved.length === MOST_VALUES) return undefined;
    escaped ||= text.slice(start, end).includes('\\');
    from = before.end(node);
    at = end;
    moved.push({ from, by: at - from });
  }
}

interface Place {
  readonly text: string;
  readonly at: number;
}

/** Number of equal characters of two texts, each from its own place. */
function sameLength(a: Place, b: Place): number {
  const most = Math.min(a.text.length - a.at, b.text.length - b.at);
  let same = 0;
  for (let size = STRIDE; size > 0 && same < most;) {
    const to = Math.min(same + size, most);
    if (a.text.slice(a.at + same, a.at + to) === b.text.slice(b.at + same, b.at + to)) same = to;
    else size >>= 1;
  }
  return same;
}
