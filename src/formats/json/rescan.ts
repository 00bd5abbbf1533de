import { stringEnd } from './strings.js';
import { STRING, type Moved, type Tree } from './tree.js';

/** With more new values than these, all of the text is read again: comparing would take longer. */
const MOST_VALUES = 50;

/** How many characters are compared at once. */
const STRIDE = 1 << 16;

/**
 * What `scan` gives for a text that differs from another one, which was scanned, in the values of
 * some strings only: everything else is the same, character by character, and each new value is a
 * whole string. Undefined where that is not so.
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

/** How many characters are the same in two texts, each from its place on. */
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
