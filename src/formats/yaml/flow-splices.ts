import type { Splice } from '../kit/splices.js';
import { neighbourStyle, type Habits } from './habits.js';
import { startOfLine, startsLine } from './lines.js';
import type { Collection, Entry } from './outline.js';
import type { NewNode } from './places.js';
import { renderFlow } from './render.js';

export interface Changes {
  readonly source: string;
  readonly habits: Habits;
  readonly gone: ReadonlySet<Entry>;
  /** New entries behind an entry, or (undefined) before the first. */
  readonly slots: ReadonlyMap<Entry | undefined, readonly NewNode[]>;
}

/** Splices for entries that come and go inside `{}` or `[]`, with the commas between them. */
export function flowSplices(collection: Collection, changes: Changes): Splice[] {
  const { entries } = collection;
  const { gone, slots } = changes;
  const splices: Splice[] = [];
  let kept: Entry | undefined;
  let index = 0;
  while (index < entries.length) {
    const first = entries[index];
    if (first === undefined) break;
    // What stands before the first entry goes into the run that starts there, if it goes itself.
    const leading = index === 0 ? render(collection, changes, undefined) : [];
    if (!gone.has(first)) {
      if (leading.length > 0) splices.push(before(changes, first, leading));
      const added = render(collection, changes, first);
      if (added.length > 0) splices.push(behind(changes, first, added));
      kept = first;
      index += 1;
      continue;
    }
    const added = [...leading];
    let last = first;
    for (; index < entries.length; index += 1) {
      const entry = entries[index];
      if (entry === undefined || !gone.has(entry)) break;
      added.push(...render(collection, changes, entry));
      last = entry;
    }
    splices.push(replaceRun({ first, last, kept, next: entries[index] }, added));
  }
  if (entries.length === 0 && slots.size > 0) return [];
  return splices;
}

interface Run {
  readonly first: Entry;
  readonly last: Entry;
  /** The entries that stay on both sides. */
  readonly kept: Entry | undefined;
  readonly next: Entry | undefined;
}

function replaceRun({ first, last, kept, next }: Run, added: readonly string[]): Splice {
  if (next !== undefined) {
    const text = added.map((item) => `${item}, `).join('');
    return { start: first.start, end: next.start, text };
  }
  if (kept !== undefined) {
    const text = added.map((item) => `, ${item}`).join('');
    return { start: kept.end, end: last.end, text };
  }
  return { start: first.start, end: last.end, text: added.join(', ') };
}

function render(
  collection: Collection,
  { habits, slots }: Changes,
  entry: Entry | undefined,
): string[] {
  const nodes = slots.get(entry) ?? [];
  if (nodes.length === 0) return [];
  const next = collection.entries[entry === undefined ? 0 : entry.index + 1];
  const style = neighbourStyle(entry, next);
  return nodes.map((node) => renderFlow(node, collection.kind, { habits, style }));
}

function before(changes: Changes, entry: Entry, added: readonly string[]): Splice {
  const gap = gapBefore(changes, entry);
  return splice(entry.start, added.map((item) => `${item},${gap}`).join(''));
}

function behind(changes: Changes, entry: Entry, added: readonly string[]): Splice {
  const gap = gapBefore(changes, entry);
  return splice(entry.end, added.map((item) => `,${gap}${item}`).join(''));
}

/** What separates new entries: a line each where the neighbour has its own. */
function gapBefore({ source, habits }: Changes, { start }: Entry): string {
  if (!startsLine(source, start)) return ' ';
  return habits.newline + source.slice(startOfLine(source, start), start);
}

function splice(at: number, text: string): Splice {
  return { start: at, end: at, text };
}
