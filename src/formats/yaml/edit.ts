import { EditError, keyId } from '../../model/index.js';
import type { Document, Edit, InsertEdit, SetEdit } from '../../model/index.js';
import { asBefore } from '../kit/documents.js';
import { sortEdits, strayBom } from '../kit/edits.js';
import { renamesIn } from '../kit/renames.js';
import { applySplices, type Splice } from '../kit/splices.js';
import { readHeader } from './block.js';
import { blockSplices, type BlockChanges } from './block-splices.js';
import { fillSplices, topSplice } from './fill.js';
import { flowSplices } from './flow-splices.js';
import { habitsOf } from './habits.js';
import { lineEnd } from './lines.js';
import { skipLineEnd } from '../kit/layout.js';
import { inheritances, inheritanceSplices } from './inherit.js';
import { outlines, type Collection, type Entry, type Outline } from './outline.js';
import { parseYaml } from './parse.js';
import { placeInserts } from './places.js';
import { namedNodes } from './renames.js';
import { planRemoval, withShadowed } from './removal.js';
import { valueSplice } from './value.js';

/** @throws EditError */
export function editYaml(document: Document, edits: readonly Edit[]): string {
  return applySplices(document.text, splicesOf(document, edits));
}

/** A U+FEFF in an indentation or at the end of a line, which counts as part of a key. */
const STRAY_BOM = /[\n\r] *\ufeff|[^]\ufeff[ \t]*(?:[\r\n]|$)/;

export function outlineOf(document: Document): Outline {
  return outlines.of(document, ({ text }) => outlineOf(parseYaml(text, asBefore(document))));
}

/** The splices for edits. @throws EditError */
export function splicesOf(document: Document, edits: readonly Edit[]): Splice[] {
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

  const removed = withShadowed(removes.flatMap((edit) => outline.leaves[at(edit)] ?? []));
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
    if (isInside(entry, gone)) throw overlap(edit);
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
): Pick<BlockChanges, 'keeping' | 'taking'> {
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

function overlap({ key }: Edit): EditError {
  return new EditError('overlap', key, 'Removing a unit would also remove one that is being set.');
}
