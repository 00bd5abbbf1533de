import type { Splice } from '../kit/splices.js';
import { neighbourStyle, type Habits } from './habits.js';
import { lineEnd, startOfLine, startsLine } from './lines.js';
import { startOfComments } from './notes.js';
import type { Collection, Entry } from './outline.js';
import type { NewNode } from './places.js';
import { renderFlow } from './render.js';

export interface Changes {
  readonly source: string;
  readonly habits: Habits;
  readonly gone: ReadonlySet<Entry>;
  /** New entries after an entry, or (undefined) before the first. */
  readonly slots: ReadonlyMap<Entry | undefined, readonly NewNode[]>;
}

/**
 * Splices for entries that are removed from and added to `{}` or `[]`, with the commas between
 * them.
 */
export function flowSplices(collection: Collection, changes: Changes): Splice[] {
  const { entries } = collection;
  const { gone, slots } = changes;
  const splices: Splice[] = [];
  let kept: Entry | undefined;
  // New entries before a removed one are part of its run.
  let waiting = render(collection, changes, undefined);
  let index = 0;
  while (index < entries.length) {
    const first = entries[index];
    if (first === undefined) break;
    if (!gone.has(first)) {
      if (waiting.length > 0) splices.push(before(changes, first, waiting));
      waiting = render(collection, changes, first);
      kept = first;
      index += 1;
      const next = entries[index];
      if (waiting.length === 0 || (next !== undefined && gone.has(next))) continue;
      splices.push(...behind(changes, { entry: first, next }, waiting));
      waiting = [];
      continue;
    }
    const added = waiting;
    waiting = [];
    let last = first;
    for (; index < entries.length; index += 1) {
      const entry = entries[index];
      if (entry === undefined || !gone.has(entry)) break;
      added.push(...render(collection, changes, entry));
      last = entry;
    }
    const run = { first, last, kept, next: entries[index] };
    splices.push(...replaceRun(changes, run, added));
  }
  if (entries.length === 0 && slots.size > 0) return [];
  return splices;
}

interface Run {
  readonly first: Entry;
  readonly last: Entry;
  /** The remaining entries on both sides. */
  readonly kept: Entry | undefined;
  readonly next: Entry | undefined;
}

function replaceRun({ source, habits }: Changes, run: Run, added: readonly string[]): Splice[] {
  const { first, last, kept, next } = run;
  if (next !== undefined) {
    const text = added.map((item) => `${item}, `).join('');
    const start = leadOf(source, first, kept?.end);
    const end = leadOf(source, next, last.end);
    // Lines and comments around entries on separate lines are removed and added with them.
    if (start !== undefined && end !== undefined)
      return [
        {
          start,
          end,
          text: added.map((item) => lineOf(source, first, item) + habits.newline).join(''),
        },
      ];
    return [{ start: first.start, end: next.start, text }];
  }
  if (kept !== undefined) {
    const tail = tailOf(source, kept.end);
    const start = leadOf(source, first, kept.end);
    const end = tailOf(source, last.end);
    if (added.length > 0 && isCommented(tail, kept)) {
      const gap = habits.newline + indentBelow(source, { entry: kept, next: first });
      const text = gap + added.join(`,${gap}`) + (end.comma === -1 ? '' : ',');
      const comma = tail.comma === -1 ? [splice(kept.end, ',')] : [];
      return [...comma, { start: tail.end, end: end.end, text }];
    }
    // If lines start with commas, the text after an entry is not after a comma.
    if (added.length === 0 && tail.comma === -1 && tail.end > kept.end && end.endsLine)
      return [{ start: tail.end, end: end.end, text: '' }];
    if (added.length > 0 || start === undefined || tail.comma === -1 || !end.endsLine) {
      const text = added.map((item) => `, ${item}`).join('');
      return [{ start: kept.end, end: last.end, text }];
    }
    const gone = { start: tail.end, end: end.end, text: '' };
    return end.comma === -1 ? [{ start: tail.comma, end: tail.comma + 1, text: '' }, gone] : [gone];
  }
  return [{ start: first.start, end: last.end, text: added.join(', ') }];
}

/** Start of an entry's line or of the comments above it; undefined if it shares its line. */
function leadOf(source: string, entry: Entry, bound = 0): number | undefined {
  if (!startsLine(source, entry.start)) return undefined;
  return startOfComments(source, entry, bound);
}

interface Tail {
  /** Offset of the comma after an entry; -1 if there is none. */
  readonly comma: number;
  /** Offset after the comma and the comment that follows on its line. */
  readonly end: number;
  /** Nothing else is on the line. */
  readonly endsLine: boolean;
}

function tailOf(source: string, end: number): Tail {
  let at = skipBlanks(source, end);
  const hasComma = source.charCodeAt(at) === 44;
  const commaAt = hasComma ? at : -1;
  const behind = hasComma ? at + 1 : end;
  at = skipBlanks(source, behind);
  const isComment = source.charCodeAt(at) === 35 && at > behind;
  const stop = isComment ? lineEnd(source, at) : behind;
  return { comma: commaAt, end: stop, endsLine: lineEnd(source, end) === skipBlanks(source, stop) };
}

/** Whether a comment ends the line of an entry. */
function isCommented({ comma, end, endsLine }: Tail, entry: Entry): boolean {
  return end > Math.max(entry.end, comma + 1) && endsLine;
}

function skipBlanks(source: string, from: number): number {
  let at = from;
  while (source.charCodeAt(at) === 32 || source.charCodeAt(at) === 9) at += 1;
  return at;
}

/** A new entry on its own line, like its neighbour. */
function lineOf(source: string, { start }: Entry, item: string): string {
  const line = startOfLine(source, start);
  return `${source.slice(line, start)}${item},`;
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
  const { source, habits } = changes;
  const lead = leadOf(source, entry);
  if (lead === undefined) return splice(entry.start, added.map((item) => `${item}, `).join(''));
  const lines = added.map((item) => lineOf(source, entry, item) + habits.newline);
  return splice(lead, lines.join(''));
}

/** Where new entries go: after one, and before the next one, if any. */
interface Spot {
  readonly entry: Entry;
  readonly next: Entry | undefined;
}

/** After the comment of an entry, if that ends its line. */
function behind({ source, habits }: Changes, spot: Spot, added: readonly string[]): Splice[] {
  const { entry } = spot;
  const tail = tailOf(source, entry.end);
  const { comma, end } = tail;
  const hasComment = isCommented(tail, entry);
  const indent = hasComment ? indentBelow(source, spot) : indentOf(source, entry);
  const gap = indent === undefined ? ' ' : habits.newline + indent;
  if (!hasComment) return [splice(entry.end, added.map((item) => `,${gap}${item}`).join(''))];
  if (comma !== -1) return [splice(end, added.map((item) => `${gap}${item},`).join(''))];
  return [splice(entry.end, ','), splice(end, gap + added.join(`,${gap}`))];
}

/** Indentation of an entry that has its own line. */
function indentOf(source: string, { start }: Entry): string | undefined {
  return startsLine(source, start) ? source.slice(startOfLine(source, start), start) : undefined;
}

/** Indentation of the line below a comment. */
function indentBelow(source: string, { entry, next }: Spot): string {
  const known = indentOf(source, entry) ?? (next && indentOf(source, next));
  if (known !== undefined) return known;
  const line = startOfLine(source, entry.start);
  return `${source.slice(line, skipBlanks(source, line))}  `;
}

function splice(at: number, text: string): Splice {
  return { start: at, end: at, text };
}
