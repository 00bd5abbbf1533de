import { EditError, keyId } from '../../model/index.js';
import type {
  Codec,
  Document,
  Edit,
  InsertEdit,
  RemoveEdit,
  SetEdit,
  Unit,
} from '../../model/index.js';
import { asBefore } from '../kit/documents.js';
import { sortEdits, strayBom } from '../kit/edits.js';
import { skipLineEnd } from '../kit/layout.js';
import { renamesIn } from '../kit/renames.js';
import { applySplices, type Splice } from '../kit/splices.js';
import { about } from './about.js';
import { isRaw, placeOf, readHeader, writeBlock, writeKey, writeScalar } from './scalar.js';
import {
  flowSplices,
  habitsOf,
  isSpaced,
  neighbourStyle,
  renderBlock,
  renderFlowCollection,
  tagAround,
  tagOf,
} from './render.js';
import type { Changes, Habits } from './render.js';
import { isId, namerOf } from './walk.js';
import {
  commentBlock,
  endOfLines,
  isBlankLine,
  lineEnd,
  startOfComments,
  startOfLine,
  startsLine,
} from './lines.js';
import { entryAt, outlines, type Collection, type Entry, type Outline } from './outline.js';
import { parseYaml } from './parse.js';
import { placeInserts, type NewNode } from './places.js';
import { namedNodes } from './renames.js';
import { isFlowStyle } from './scalar.js';

/** A U+FEFF in an indentation or at the end of a line, which counts as part of a key. */
const STRAY_BOM = /[\n\r] *\ufeff|[^]\ufeff[ \t]*(?:[\r\n]|$)/;

function outlineOf(document: Document): Outline {
  return outlines.of(document, ({ text }) => outlineOf(parseYaml(text, asBefore(document))));
}

/** The splices for edits. @throws EditError */
function splicesOf(document: Document, edits: readonly Edit[]): Splice[] {
  if (edits.length === 0) return [];
  const outline = outlineOf(document);
  const index = new Map(document.units.map(({ key }, i) => [keyId(key), i]));
  const sorted = sortEdits(edits, (key) => index.has(keyId(key)));
  const { sets } = sorted;
  const habits = habitsOf(document, outline);
  const renames = renamesIn(sorted, namedNodes(document, { outline, habits, index }));
  const { removes, inserts } = renames;
  const [first] = inserts;
  if (first !== undefined && STRAY_BOM.test(document.text)) throw strayBom(first.edit.key);
  const { source } = outline;
  const at = ({ key }: Edit): number => index.get(keyId(key)) ?? -1;

  // Earlier entries of the same name would otherwise become visible.
  const leaves = removes.flatMap((edit) => outline.leaves[at(edit)] ?? []);
  const removed = new Set(leaves.flatMap((entry) => [entry, ...entry.shadowed]));
  const places = placeInserts(outline, inserts, removed);
  const keeps = (collection: Collection): boolean => places.slots.has(collection);
  const inherited = inheritances(document, outline, removes);
  const staying = new Set([...places.replaced.keys(), ...inherited.flatMap((one) => one.aliases)]);
  const { gone, emptied } = planRemoval(outline, removed, { keeps, staying });

  const splices: Splice[] = fillSplices(places.fills, { outline, habits });
  splices.push(...renames.splices);
  splices.push(...inheritanceSplices(inherited, { replaced: places.replaced, source, habits }));
  const values: [SetEdit | InsertEdit, Entry | undefined][] = [
    ...sets.map((edit): [SetEdit, Entry | undefined] => [edit, outline.leaves[at(edit)]]),
    ...[...places.replaced].map(([entry, edit]): [InsertEdit, Entry] => [edit, entry]),
  ];
  for (const [edit, entry] of values) {
    if (entry === undefined) continue;
    if (isInside(entry, gone)) {
      const message = 'Removing a unit would also remove one that is being set.';
      throw new EditError('overlap', edit.key, message);
    }
    const splice = valueSplice(edit, { entry, unit: document.units[at(edit)], source, habits });
    if (splice !== undefined) splices.push(splice);
  }
  const changes = { source, habits, gone, ...blockEnds(outline, gone, places.slots.size) };
  for (const collection of changed(gone, places.slots.keys())) {
    const slots = places.slots.get(collection) ?? new Map<Entry | undefined, []>();
    const own: BlockChanges = { ...changes, slots };
    splices.push(...(collection.flow ? flowSplices : blockSplices)(collection, own));
    const { owner } = collection;
    if (emptied.has(collection) && owner !== undefined && !collection.flow)
      splices.push({ start: owner.slot, end: owner.slot, text: ' {}' });
  }
  if (places.top.length > 0) splices.push(topSplice(places.top, { document, outline, habits }));
  return withoutLastLineEnd(source, apart(splices), changes.keeping);
}

/** Content for empty entries: lines below a key of a block mapping, `{}` elsewhere. */
function fillSplices(
  fills: ReadonlyMap<Entry, readonly NewNode[]>,
  { outline, habits }: { readonly outline: Outline; readonly habits: Habits },
): Splice[] {
  const { source } = outline;
  const context = { habits, style: undefined };
  return [...fills].flatMap(([entry, nodes]): Splice[] => {
    const { slot, valueStart: start, valueEnd: end, parent, style } = entry;
    // A container becomes a sequence if its first unit requires it.
    const isSequence = nodes.every(
      ({ name, naming }, index) => naming !== undefined || name === String(index),
    );
    const kind = isSequence ? 'seq' : 'map';
    const [first] = nodes;
    const isTagged = tagOf({ outline, entry }) !== '' || first === undefined;
    const tag = isTagged ? '' : tagAround(first);
    if (parent.flow || parent.kind === 'seq') {
      const text = tag + renderFlowCollection(nodes, kind, context);
      return [{ start, end, text: style === 'empty' ? ` ${text}` : text }];
    }
    const flush = kind === 'seq' && habits.flush;
    const column = flush ? parent.column : parent.column + habits.step;
    const lines = nodes.flatMap((node) => renderBlock(node, { column, kind }, context));
    const at = lineEnd(source, end);
    const text = ['', ...lines].join(habits.newline);
    const head = tag === '' ? '' : ` ${tag.trimEnd()}`;
    const hasNothing = style === 'empty' && head === '';
    const before = { start: slot, end: style === 'empty' ? slot : end, text: head };
    return [...(hasNothing ? [] : [before]), { start: at, end: at, text }];
  });
}

/** The whole content of an empty file: below the Rails root key if the source has one. */
function topSplice(
  nodes: readonly NewNode[],
  { document, outline, habits }: { document: Document; outline: Outline; habits: Habits },
): Splice {
  const { source, locale, emptyAt } = outline;
  const from = nodes[0]?.edit.from;
  const sourceOutline = from && outlines.known(from.document);
  const step = document.indent.length || (from?.document.indent.length ?? 0) || 2;
  const context = { habits: { ...habits, step }, style: undefined };
  const rooted = sourceOutline?.root !== undefined && locale !== undefined;
  const kind = !rooted && sourceOutline?.documents[0]?.kind === 'seq' ? 'seq' : 'map';
  const column = rooted ? step : 0;
  const lines = nodes.flatMap((node) => renderBlock(node, { column, kind }, context));
  const tag = nodes[0] === undefined ? '' : tagAround(nodes[0]).trimEnd();
  if (rooted) lines.unshift(`${writeKey(locale, { ...habits, flow: false })}: ${tag}`.trimEnd());
  else if (tag !== '') lines.unshift(tag);
  const { start, end } = emptyAt;
  // An empty `{}` can contain comments.
  const comments = source.slice(start, end).slice(1, -1).split(/\r?\n/);
  lines.unshift(...comments.map((line) => line.trim()).filter((line) => line !== ''));
  const open = start > 0 && !/[\n\ufeff]/.test(source.charAt(start - 1));
  // A comment above, such as a licence, would become that of the first value.
  if (/(?:^|[\n\ufeff])[ \t]*#[^\n]*\n?$/.test(source.slice(0, start))) lines.unshift('');
  const closed = end > start && /^\r?(?:\n|$)/.test(source.slice(end, end + 2));
  const text = [...(open ? [''] : []), ...lines, ...(closed ? [] : [''])].join(habits.newline);
  return { start, end, text };
}

/**
 * Removed entries: those that edits remove, containers that become empty, and aliases of removed
 * anchors.
 * @param keeping whether a collection gets new entries, and the aliases that stay although their
 * anchor is removed: they get their own value
 * @returns also the empty collections that stay: the top level and the Rails root
 */
function planRemoval(
  outline: Outline,
  removed: ReadonlySet<Entry>,
  keeping: {
    readonly keeps: (collection: Collection) => boolean;
    readonly staying: ReadonlySet<Entry>;
  },
): { readonly gone: ReadonlySet<Entry>; readonly emptied: ReadonlySet<Collection> } {
  const { keeps, staying } = keeping;
  const gone = new Set<Entry>();
  const left = new Map<Collection, number>();
  const emptied = new Set<Collection>();
  const queue = [...removed];
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    if (gone.has(entry)) continue;
    gone.add(entry);
    queue.push(...entry.shadowed);
    if (outline.aliases.size > 0) {
      for (const alias of aliasesInto(outline, entry)) if (!staying.has(alias)) queue.push(alias);
    }
    const { parent } = entry;
    const count = (left.get(parent) ?? textsIn(parent)) - 1;
    left.set(parent, count);
    if (count > 0 || keeps(parent)) continue;
    if (parent.owner === undefined || parent.owner === outline.root) emptied.add(parent);
    else queue.push(parent.owner);
  }
  return { gone, emptied };
}

/**
 * Number of entries that keep a collection: an element's id is removed with the last of the others.
 */
function textsIn(collection: Collection): number {
  const { entries } = collection;
  return namerOf(collection) !== undefined
    ? entries.filter((one) => !isId(one)).length
    : entries.length;
}

/** Aliases of the anchors in an entry: without the anchor, the file would be unreadable. */
function aliasesInto(outline: Outline, entry: Entry): Entry[] {
  const found: Entry[] = [];
  const stack = [entry];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    found.push(...(outline.aliases.get(next) ?? []));
    if (next.child !== undefined) stack.push(...next.child.entries);
  }
  return found;
}

/** A removed unit, and the remaining aliases of its anchor, in file order. */
interface Inheritance {
  readonly document: Document;
  readonly unit: Unit;
  readonly entry: Entry;
  readonly aliases: readonly Entry[];
}

function inheritances(
  document: Document,
  outline: Outline,
  removes: readonly RemoveEdit[],
): Inheritance[] {
  return removes.flatMap(({ key, aliases: keys = [] }): Inheritance[] => {
    if (keys.length === 0) return [];
    const at = document.units.findIndex((unit) => keyId(unit.key) === keyId(key));
    const [unit, entry] = [document.units[at], outline.leaves[at]];
    if (unit === undefined || entry === undefined) return [];
    const named = new Set(keys.map((one) => entryAt(outline, one)));
    const aliases = (outline.aliases.get(entry) ?? []).filter((alias) => named.has(alias));
    return [{ document, unit, entry, aliases }];
  });
}

/**
 * Moves the value of a removed unit to the first remaining alias, including the anchor if others
 * refer to it.
 * @param context with the aliases that get their own text anyway
 */
function inheritanceSplices(
  inherited: readonly Inheritance[],
  context: {
    readonly replaced: ReadonlyMap<Entry, unknown>;
    readonly source: string;
    readonly habits: Habits;
  },
): Splice[] {
  const { replaced, source, habits } = context;
  return inherited.flatMap(({ document, unit, entry, aliases }): Splice[] => {
    const [heir, ...others] = aliases.filter((alias) => !replaced.has(alias));
    if (heir === undefined) return [];
    const style = isFlowStyle(entry.style) ? entry.style : heir.style;
    const splice = valueSplice(
      { op: 'insert', key: unit.key, text: unit.text, after: null, from: { document, unit } },
      { entry: { ...heir, style }, unit: undefined, source, habits },
    );
    if (splice === undefined) return [];
    const anchor = `&${source.slice(heir.valueStart + 1, heir.valueEnd)} `;
    return [others.length === 0 ? splice : { ...splice, text: anchor + splice.text }];
  });
}

/**
 * Resolves conflicts between adjacent collections: both may remove the blank lines between them, or
 * one removes them where the other inserts its new entry.
 */
function apart(splices: readonly Splice[]): Splice[] {
  const sorted = splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let gone = 0;
  return sorted.flatMap((splice, i) => {
    const { end, text } = splice;
    if (text !== '' || splice.start === end) return [splice];
    const start = Math.min(end, Math.max(splice.start, gone));
    gone = Math.max(gone, end);
    const bounds = new Set([start]);
    for (let next = sorted[i + 1], at = i + 1; next !== undefined && next.start < end;) {
      if (next.start === next.end && next.start > start) bounds.add(next.start);
      at += 1;
      next = sorted[at];
    }
    const places = [...bounds, end];
    return places.slice(1).map((to, at) => ({ start: places[at] ?? start, end: to, text: '' }));
  });
}

/**
 * Collections to rewrite, inner ones first, so that their additions at the same offset come first.
 */
function changed(gone: ReadonlySet<Entry>, inserted: Iterable<Collection>): Collection[] {
  const found = new Set(inserted);
  for (const entry of gone) if (!isInside(entry.parent.owner, gone)) found.add(entry.parent);
  const depths = new Map([...found].map((collection) => [collection, depthOf(collection)]));
  return [...found].sort((a, b) => (depths.get(b) ?? 0) - (depths.get(a) ?? 0));
}

function depthOf(collection: Collection): number {
  let depth = 0;
  for (let { owner } = collection; owner !== undefined; owner = owner.parent.owner) depth += 1;
  return depth;
}

/** Whether an entry, or one that contains it, is removed. */
function isInside(entry: Entry | undefined, gone: ReadonlySet<Entry>): boolean {
  for (let at = entry; at !== undefined; at = at.parent.owner) if (gone.has(at)) return true;
  return false;
}

/**
 * Ends of block scalars: of those that keep (`+`) what follows and, if there are lines of only
 * blanks, of the others.
 */
function blockEnds(
  { source, leaves }: Outline,
  gone: ReadonlySet<Entry>,
  inserts: number,
): { readonly keeping: ReadonlySet<number>; readonly taking: ReadonlySet<number> } {
  const ends = { keeping: new Set<number>(), taking: new Set<number>() };
  if (gone.size === 0 && inserts === 0) return ends;
  const mayKeep = /[|>][0-9]?\+/.test(source);
  const mayTake = /^[ \t]+\r?$/m.test(source);
  if (!mayKeep && !mayTake) return ends;
  for (const { style, valueStart, valueEnd } of leaves) {
    if (style !== 'block') continue;
    const end = skipLineEnd(source, lineEnd(source, valueEnd));
    if (readHeader(source, valueStart).chomp === '+') ends.keeping.add(end);
    else if (mayTake) ends.taking.add(end);
  }
  return ends;
}

/**
 * A file without a final line end has none after its last line is removed, unless a block scalar
 * keeps it.
 */
function withoutLastLineEnd(
  source: string,
  splices: Splice[],
  keeping: ReadonlySet<number>,
): Splice[] {
  if (source.endsWith('\n')) return splices;
  const sorted = splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
  let index = sorted.findLastIndex(({ end, start }) => end === source.length && end > start);
  const last = sorted[index];
  if (last?.text !== '') return splices;
  while (
    index > 0 &&
    sorted[index - 1]?.end === sorted[index]?.start &&
    sorted[index - 1]?.text === ''
  )
    index -= 1;
  const run = sorted[index];
  if (
    run === undefined ||
    keeping.has(run.start) ||
    run.start < 2 ||
    source.charCodeAt(run.start - 1) !== 10
  )
    return splices;
  const lineFeed = run.start - (source.charCodeAt(run.start - 2) === 13 ? 2 : 1);
  const before = sorted[index - 1];
  const isMet = before !== undefined && before.end >= lineFeed && before.text.endsWith('\n');
  // A line inserted at the same offset is now the last one.
  if (isMet) sorted[index - 1] = { ...before, text: before.text.replace(/\r?\n$/, '') };
  if (before?.end !== run.start) sorted[index] = { ...run, start: lineFeed };
  return sorted;
}

/**
 * YAML 1.2 locale files, with the root key of Rails. Texts are written so that YAML 1.1 readers
 * read the same. In a file with several non-empty documents, the document's index is the first
 * segment of keys.
 */
export const yaml: Codec = {
  ...about,
  parse: parseYaml,
  edit: (document, edits) => applySplices(document.text, splicesOf(document, edits)),
  derive: (source, edits, { locale }) => {
    const { root, source: text } = outlineOf(source);
    const splices = splicesOf(source, edits);
    if (root !== undefined && root.keyStart >= 0) {
      const { keyStart: start, keyEnd: end } = root;
      splices.push({ start, end, text: rootKey(text.slice(start, end), locale, root.parent.flow) });
    }
    return applySplices(source.text, splices);
  },
};

/**
 * The new root key in the old one's quotes. `no` is quoted, because YAML 1.1 readers take it for
 * false.
 */
function rootKey(old: string, locale: string, flow: boolean): string {
  if (old.startsWith("'")) return `'${locale.replaceAll("'", "''")}'`;
  if (old.startsWith('"')) return JSON.stringify(locale);
  return writeKey(locale, { flow, quotes: 'double', ascii: undefined });
}

interface ValuePlace {
  readonly entry: Entry;
  readonly unit: Unit | undefined;
  readonly source: string;
  readonly habits: Habits;
}

/** Replaces the value of an entry, in its current style. Undefined if it already has the text. */
function valueSplice(edit: SetEdit | InsertEdit, place: ValuePlace): Splice | undefined {
  const { entry, unit, source } = place;
  const raw = isRawEdit(edit, unit);
  const same = edit.from === undefined || (unit?.kind === 'raw') === raw;
  if (unit?.text === edit.text && same) return undefined;
  const { valueStart: start, valueEnd: end } = entry;
  if (raw) {
    const line = edit.text.replace(/\s*[\r\n]\s*/g, ' ').trim();
    const isMissing = line === '' && entry.parent.flow && entry.parent.kind === 'seq';
    if (isMissing) return { start, end, text: 'null' };
    const lead = entry.style === 'empty' && line !== '' ? leadIn(place) : '';
    return { start, end, text: lead + line };
  }
  const text = writeValue(edit.text, place);
  if (entry.style !== 'empty') return { start, end, text };
  const closing = /[^\s,\]}]/.test(source.charAt(end)) ? ' ' : '';
  return { start, end, text: leadIn(place) + text + closing };
}

/**
 * Whether to write text as raw: for a raw source unit or, without one, if both the old value and
 * the text are raw.
 */
function isRawEdit(edit: SetEdit | InsertEdit, unit: Unit | undefined): boolean {
  if (edit.from !== undefined) return edit.from.unit.kind === 'raw';
  if (unit?.kind !== 'raw') return false;
  const facts = { value: edit.text, plain: true, tag: undefined, yaml11: false };
  return isRaw(facts) || /^(?:\{\s*\}|\[\s*\])$/.test(edit.text);
}

/** The text between a key and a previously missing value. */
function leadIn({ entry, habits }: ValuePlace): string {
  if (entry.hasColon) return ' ';
  if (entry.parent.flow) return ': ';
  return `${habits.newline}${' '.repeat(entry.parent.column)}: `;
}

function writeValue(text: string, { entry, source, habits }: ValuePlace): string {
  const { style, valueStart: start, valueEnd: end, parent } = entry;
  const { quotes, ascii } = habits;
  const symbol = style === 'plain' && source.charCodeAt(start) === 58;
  const scalar = writeScalar(text, {
    ...{ style: isFlowStyle(style) ? style : 'plain', quotes, ascii, symbol, flow: parent.flow },
  });
  if (style !== 'block') return scalar;
  const place = placeOf(source, { start, end, column: parent.column });
  if (place === undefined) return scalar;
  return (
    writeBlock(text, { ...place, newline: habits.newline, ascii }) ?? scalar + place.header.rest
  );
}

interface BlockChanges extends Changes {
  /** Ends of block scalars that keep (`+`) the blank lines after them. */
  readonly keeping: ReadonlySet<number>;
  /**
   * Ends of the other block scalars: blank lines indented more than theirs would become part of
   * them.
   */
  readonly taking: ReadonlySet<number>;
}

/** Splices for entries that are removed from and added to a block collection. */
function blockSplices(collection: Collection, changes: BlockChanges): Splice[] {
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
