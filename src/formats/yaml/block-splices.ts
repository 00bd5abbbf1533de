import { skipLineEnd } from '../kit/layout.js';
import type { Splice } from '../kit/splices.js';
import type { Changes } from './flow-splices.js';
import { isSpaced, neighbourStyle } from './habits.js';
import { endOfLines, isBlankLine, lineEnd, startOfLine, startsLine } from './lines.js';
import { commentBlock, startOfComments } from './notes.js';
import type { Collection, Entry } from './outline.js';
import { renderBlock } from './render.js';

export interface BlockChanges extends Changes {
  /** Ends of block scalars that keep (`+`) the blank lines after them. */
  readonly keeping: ReadonlySet<number>;
  /**
   * Ends of the other block scalars: blank lines indented more than theirs would become part of
   * them.
   */
  readonly taking: ReadonlySet<number>;
}

/** Splices for entries that are removed from and added to a block collection. */
export function blockSplices(collection: Collection, changes: BlockChanges): Splice[] {
  const { source, gone, slots } = changes;
  const { entries, column, owner } = collection;
  const splices: Splice[] = [];
  const [top] = entries;
  if (top === undefined) return splices;
  const inline = !startsLine(source, top.start);
  const touched = gone.has(top) || slots.has(undefined);
  let from = 0;
  if (inline && touched) {
    while (from < entries.length && isIn(gone, entries[from])) from += 1;
    splices.push(inlineSplice(collection, changes, from));
  } else if (slots.has(undefined)) {
    const at = leadOf(source, top, owner?.slot ?? 0);
    splices.push(
      insertion(changes, { at, lines: added(collection, changes, { isBelowKept: false }) }),
    );
  }
  let bound = entries[from - 1]?.end ?? owner?.slot ?? 0;
  // After a block scalar that keeps or takes blank lines, and entries removed below it.
  let kept = -1;
  let taken = -1;
  for (const entry of entries.slice(from)) {
    const tail = isIn(gone, entry) || slots.has(entry) ? endOfLines(source, entry.end, column) : -1;
    let keeps = changes.keeping.has(tail);
    if (gone.has(entry)) {
      const lead = leadOf(source, entry, bound);
      keeps = changes.keeping.has(lead) || lead === kept;
      const blank = behindBlankLines(source, tail);
      const above = changes.taking.size === 0 ? -1 : aboveBlankLines(source, lead);
      const below = above >= 0 && (changes.taking.has(above) || above === taken);
      const takes = below && /[ \t]/.test(source.slice(tail, blank));
      const isFree = !keeps && !below;
      const top = isFree ? aboveBlankLines(source, lead) : lead;
      const leads = isFree && entry === entries[0] && top === lead && !slots.has(entry);
      const end = keeps || takes || leads ? blank : tail;
      if (keeps && !slots.has(entry)) kept = end;
      if (below && !slots.has(entry)) taken = tail;
      const gap = endsGap(source, tail) || entry === entries.at(-1);
      const start = Math.max(gap ? top : lead, splices.at(-1)?.end ?? 0);
      splices.push({ start, end, text: '' });
    }
    if (slots.has(entry))
      splices.push(
        insertion(changes, {
          at: tail,
          lines: added(collection, changes, { entry, isBelowKept: keeps }),
        }),
      );
    bound = entry.end;
  }
  return splices;
}

function isIn(gone: ReadonlySet<Entry>, entry: Entry | undefined): boolean {
  return entry !== undefined && gone.has(entry);
}

/**
 * Start of an entry's lines with the comment above; a comment at the head of the file does not
 * belong to it.
 */
function leadOf(source: string, entry: Entry, bound: number): number {
  const [start, end] = commentBlock(source, entry, bound);
  return start === startOfLine(source, 0) ? end : startOfComments(source, entry, bound);
}

/** Blank lines after a removed entry would become part of the block scalar above. */
function behindBlankLines(source: string, tail: number): number {
  let end = tail;
  while (isBlankLine(source, end) && end < source.length)
    end = skipLineEnd(source, lineEnd(source, end));
  return end;
}

/**
 * Whether blank lines above removed entries would be superfluous, because others or the end follow.
 */
function endsGap(source: string, tail: number): boolean {
  return tail >= source.length || isBlankLine(source, tail);
}

function aboveBlankLines(source: string, start: number): number {
  let top = start;
  for (let line = startOfLine(source, top - 1); top > 0 && isBlankLine(source, line);) {
    top = line;
    line = startOfLine(source, top - 1);
  }
  return top;
}

interface Insertion {
  readonly at: number;
  readonly lines: readonly string[];
}

function insertion({ source, habits }: BlockChanges, { at, lines }: Insertion): Splice {
  const { newline } = habits;
  const open = at === source.length && at > 0 && !/[\n\ufeff]$/.test(source);
  const text = open ? newline + lines.join(newline) : lines.join(newline) + newline;
  return { start: at, end: at, text };
}

interface Added {
  /** Undefined: before the first. */
  readonly entry?: Entry;
  /** The value above is a block scalar that would keep a blank line. */
  readonly isBelowKept: boolean;
}

/** Lines of the new entries after `entry`, separated by blank lines if the neighbours are. */
function added(
  collection: Collection,
  { source, habits, slots }: BlockChanges,
  { entry, isBelowKept }: Added,
): string[] {
  const { entries, column, kind } = collection;
  const nodes = slots.get(entry) ?? [];
  const next = entries[entry === undefined ? 0 : entry.index + 1];
  const tail = entry === undefined ? -1 : endOfLines(source, entry.end, column);
  const blanks = tail < 0 ? '' : source.slice(tail, behindBlankLines(source, tail));
  const context = {
    ...{ habits, style: neighbourStyle(entry, next) },
    beforeBlanks: /[ \t]/.test(blanks),
  };
  const spaced = isSpaced(source, collection) && !isBelowKept;
  return nodes.flatMap((node) => {
    const lines = renderBlock(node, { column, kind }, context);
    if (!spaced) return lines;
    return entry === undefined ? [...lines, ''] : ['', ...lines];
  });
}

/**
 * The first entry follows `- ` on its line, so what replaces the entries before `from`, or is
 * inserted before the first, starts there.
 */
function inlineSplice(collection: Collection, changes: BlockChanges, from: number): Splice {
  const { source, habits, slots } = changes;
  const { entries, column, kind } = collection;
  const { newline } = habits;
  const run = entries.slice(0, from);
  const start = entries[0]?.start ?? 0;
  const next = entries[from];
  const context = { habits, style: neighbourStyle(run.at(-1), next) };
  const lines = [undefined, ...run]
    .flatMap((entry) => slots.get(entry) ?? [])
    .flatMap((node) => renderBlock(node, { column, kind }, context));
  const text = lines.join(newline).slice(column);
  if (next === undefined) return { start, end: run.at(-1)?.end ?? start, text };
  const pad = ' '.repeat(column);
  const body = text === '' ? '' : text + newline + pad;
  if (run.length === 0) return { start, end: start, text: body };
  const line = leadOf(source, next, run.at(-1)?.end ?? start);
  return { start, end: line + (source.slice(line).match(/^ */)?.[0].length ?? 0), text: body };
}
