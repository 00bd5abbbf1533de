import { EditError, formatKey, keyId } from '../../model/index.js';
import type { Edit, RemoveEdit, SetEdit } from '../../model/index.js';
import { type PlacedInsert, sortEdits } from '../kit/edits.js';
import { getOrSet } from '../kit/maps.js';
import { applySplices, type Splice } from '../kit/splices.js';
import { cutOut, inTarget, type Tag, unitsIn } from '../kit/xliff/nodes.js';
import { whyLeftOut } from '../kit/xml/problems.js';
import { insertionSplices, UnitIds } from './insert.js';
import type { Memo } from './memo.js';
import type { Part } from './parts.js';
import { type Tree, type UnitNode } from './tree.js';
import {
  changedSource,
  dropTarget,
  languageSplice,
  originOf,
  setSplices,
  statesHabit,
} from './write.js';
import type { Writing } from './write.js';

/**
 * A document after edits.
 * @throws EditError
 */
export function applyEdits(
  edits: readonly Edit[],
  memo: Memo,
  { fresh, isNew }: Pick<Writing, 'fresh' | 'isNew'>,
): string {
  const { tree, parts } = memo;
  const units = new Set([...parts.values()].map(({ unit }) => unit));
  const writing: Writing = { ...memo, fresh, isNew, hasStates: statesHabit(tree, units) };
  const sorted = sortEdits(
    inTarget(edits, writing, (key) => parts.get(keyId(key))),
    (key) => parts.has(keyId(key)),
  );
  const rewritten = new Set(sorted.sets.flatMap((edit) => rewrittenUnit(edit, writing)));
  const removals = planRemovals(sorted.removes, memo, { rewritten, fresh });
  refuseTwins(sorted.inserts, writing, removals.units);
  return applySplices(tree.text, [
    ...headSplices(writing),
    ...insertionSplices(sorted.inserts, writing, new UnitIds(tree, removals.units)),
    ...removals.splices,
    ...setSplices(sorted.sets, writing),
    ...(fresh ? leftSplices(sorted.sets, { units, removed: removals.units, writing }) : []),
  ]);
}

/** The unit whose source an edit updates. */
function rewrittenUnit(edit: SetEdit, { tree, parts }: Writing): readonly UnitNode[] {
  const origin = originOf(edit);
  const part = parts.get(keyId(edit.key));
  return origin && part && changedSource(part, origin, tree) ? [part.unit] : [];
}

/** Refuses a key whose name is taken by a unit that is left out or has other segments. */
function refuseTwins(
  inserts: readonly PlacedInsert[],
  { tree, names }: Writing,
  removed: ReadonlySet<UnitNode>,
): void {
  if (inserts.length === 0) return;
  const standing = unitsOfTree(tree).filter((unit) => !removed.has(unit));
  const taken = new Map(standing.map((unit) => [keyId(names.of(unit) ?? []), unit]));
  for (const { edit } of inserts) {
    const { key } = edit;
    const twin = taken.get(keyId(key.slice(0, names.isSplit ? 2 : 1)));
    if (twin !== undefined)
      throw new EditError(
        'existing-key',
        key,
        `The unit of ${formatKey(key)} ${whyLeftOut(tree, twin) ?? 'already exists.'}`,
      );
  }
}

/** `target-language` of the files of a new target. */
function headSplices({ tree, language, isNew }: Writing): Splice[] {
  return isNew ? tree.root.files.map((file) => languageSplice(file, language, tree)) : [];
}

interface Left {
  readonly units: ReadonlySet<UnitNode>;
  readonly removed: ReadonlySet<UnitNode>;
  readonly writing: Writing;
}

/** Removes targets in another language that no edit replaces. */
function leftSplices(sets: readonly SetEdit[], { units, removed, writing }: Left): Splice[] {
  const { tree, parts } = writing;
  const done = new Set(sets.map(({ key }) => parts.get(keyId(key))?.unit));
  return [...units]
    .filter((unit) => !done.has(unit) && !removed.has(unit))
    .flatMap((unit) => dropTarget(unit, tree));
}

function unitsOfTree({ root }: Tree): UnitNode[] {
  return root.files.flatMap((file) => [...unitsIn(file)]);
}

interface Removals {
  /** Units that are removed completely. */
  readonly units: ReadonlySet<UnitNode>;
  readonly splices: readonly Splice[];
}

/** Parts that are rewritten as a whole anyway. */
interface Rewriting {
  /** Units whose source is rewritten. */
  readonly rewritten: ReadonlySet<UnitNode>;
  /** Every target is rewritten. */
  readonly fresh: boolean;
}

/** The removals: whole units with their lines, or single segments. */
function planRemovals(
  removes: readonly RemoveEdit[],
  { parts, tree }: Pick<Memo, 'parts' | 'tree'>,
  { rewritten, fresh }: Rewriting,
): Removals {
  const gone = new Map<UnitNode, Part[]>();
  for (const { key } of removes) {
    const part = parts.get(keyId(key));
    if (part === undefined) continue;
    getOrSet(gone, part.unit, (): Part[] => []).push(part);
  }
  const units = new Set<UnitNode>();
  const splices: Splice[] = [];
  for (const [unit, list] of gone) {
    const isWhole = list[0]?.mid === undefined || list.length === unit.segSource?.marks.length;
    if (isWhole) units.add(unit);
    if (isWhole) splices.push(cutOut(unit, tree.text));
    else if (!rewritten.has(unit)) splices.push(...list.flatMap(({ source }) => cut(source)));
    if (!isWhole && !fresh) splices.push(...list.flatMap(({ target }) => cut(target)));
  }
  return { units, splices };
}

function cut(tag: Tag | undefined): Splice[] {
  return tag === undefined ? [] : [{ start: tag.start, end: tag.end, text: '' }];
}
