import { EditError, formatKey } from '../../model/index.js';
import type { Edit, Key, SetEdit } from '../../model/index.js';
import { sortEdits } from '../kit/edits.js';
import { applySplices, type Splice } from '../kit/splices.js';
import { asSets } from '../kit/xliff/edits.js';
import { fill, insertAt } from '../kit/xliff/places.js';
import { setAttribute } from '../kit/xml/attributes.js';
import { findPart, recall } from './find.js';
import { planInsertions, type Insertion } from './insert.js';
import { LANGUAGE } from './schema.js';
import { planRemovals, type Removals } from './remove.js';
import { hasSource } from './tree.js';
import type { Content, FileNode, Part, SourcedPart, Tree, UnitNode } from './tree.js';
import { originalOf, textOf, unitsIn, type Reading } from './units.js';
import { Verifier } from './verify.js';
import { dropTarget, renderText, statesOf, writeTarget, writingOf } from './write-content.js';
import { writeOriginalData, writeSource, type SourceChange } from './write-source.js';

export interface Writing {
  readonly tree: Tree;
  readonly reading: Reading;
  /** Language of the written targets. Undefined if unknown. */
  readonly language: string | undefined;
  /** Existing targets are in another language and are removed. */
  readonly fresh: boolean;
  /** Ids of the source's `<file>`s in the written file, if they differ. */
  readonly ids: ReadonlyMap<FileNode, string>;
}

/**
 * A document after edits. The result satisfies the constraints that `scan` checks.
 * @throws EditError
 */
export function applyEdits(edits: readonly Edit[], writing: Writing): string {
  const { tree } = writing;
  const sorted = sortEdits(inTarget(edits, writing), (key) => findPart(tree, key) !== undefined);
  const insertions = planInsertions(sorted.inserts, writing);
  const filled = new Set(
    sorted.inserts.flatMap(({ edit }) => tree.files.get(edit.key[0] ?? '') ?? []),
  );
  const removals = planRemovals(sorted.removes, tree, filled);
  for (const { edit } of sorted.inserts) {
    const unit = tree.files.get(edit.key[0] ?? '')?.units.get(edit.key[1] ?? '');
    if (unit !== undefined && !removals.units.has(unit))
      throw new EditError(
        'existing-key',
        edit.key,
        `The unit of ${formatKey(edit.key)} already exists.`,
      );
  }
  const changes = planChanges(sorted.sets, removals, writing);
  const head = headSplices(writing, sorted.sets.length + insertions.length > 0);
  const origins = new Set(edits.flatMap(treeOfOrigin));
  verify({ changes, insertions, removals, head, origins }, writing);
  return applySplices(tree.text, [
    ...head,
    ...idSplices(writing, removals),
    ...insertAt(insertions, tree),
    ...removals.splices,
    ...[...changes.values()].flatMap(({ splices }) => splices),
  ]);
}

function inTarget(edits: readonly Edit[], { tree, reading, fresh }: Writing): readonly Edit[] {
  if (reading.role === 'source') return edits;
  return asSets(edits, (key) => {
    const part = findPart(tree, key);
    return part !== undefined && (part.target === undefined || fresh);
  });
}

/** Changes inside a unit that stays. */
interface UnitChange {
  readonly key: Key;
  readonly splices: Splice[];
  /** More than character data is written. */
  risky: boolean;
}

function planChanges(
  sets: readonly SetEdit[],
  removals: Removals,
  writing: Writing,
): ReadonlyMap<UnitNode, UnitChange> {
  const { tree, reading, fresh } = writing;
  const { role } = reading;
  const changes = new Map<UnitNode, UnitChange>();
  const changeOf = (unit: UnitNode, key: Key): UnitChange => {
    const known = changes.get(unit);
    if (known !== undefined) return known;
    const made = { key, splices: [], risky: false };
    changes.set(unit, made);
    return made;
  };
  const done = new Set<Part>();
  const sources = new Map<UnitNode, SourceChange[]>();
  for (const edit of sets) {
    const part = findPart(tree, edit.key);
    if (!hasSource(part)) continue;
    done.add(part);
    const change = changeOf(part.unit, edit.key);
    if (role === 'source') change.splices.push(...sourceSplices(edit, part, writing));
    else change.splices.push(...targetSplices(edit, { part, change, sources, writing }));
  }
  for (const [unit, all] of sources) {
    const [first] = all;
    if (first === undefined) continue;
    const stale = new Set<Part>(all.map(({ part }) => part));
    const data = writeOriginalData(unit, { now: first.now.unit, from: first.from, tree, stale });
    changes.get(unit)?.splices.push(...data);
  }
  for (const [unit, splices] of removals.cut) {
    const change = changeOf(unit, [unit.file.key, unit.id]);
    change.splices.push(...splices);
    change.risky = true;
  }
  if (role === 'target' && fresh)
    for (const file of tree.root.files)
      for (const unit of unitsIn(file)) {
        if (removals.units.has(unit)) continue;
        const splices = unit.parts
          .filter((part) => !done.has(part))
          .flatMap((part) => dropTarget(part, tree.text));
        if (splices.length > 0) changeOf(unit, [file.key, unit.id]).splices.push(...splices);
      }
  return changes;
}

function sourceSplices(edit: SetEdit, part: SourcedPart, { tree, reading }: Writing): Splice[] {
  const content = originalOf(part, reading.showsTargets);
  const source = { content, text: tree.text };
  const now = textOf(content, tree.text);
  if (now === edit.text) return [];
  if (!part.unit.translate) throw untranslatable(edit.key);
  const inner = renderText(
    { key: edit.key, text: edit.text, source, old: source },
    writingOf(tree),
  );
  return [fill(content, inner, tree.text)];
}

interface TargetPlan {
  readonly part: SourcedPart;
  readonly change: UnitChange;
  readonly sources: Map<UnitNode, SourceChange[]>;
  readonly writing: Writing;
}

function targetSplices(edit: SetEdit, { part, change, sources, writing }: TargetPlan): Splice[] {
  const { tree, reading, fresh } = writing;
  const splices: Splice[] = [];
  const now = originOf(edit);
  const changed =
    now !== undefined && textOf(now.part.source, now.tree.text) !== textOf(part.source, tree.text);
  if (changed) {
    const source = { part, now: now.part, from: now.tree };
    splices.push(...writeSource(source, tree));
    sources.set(part.unit, [...(sources.get(part.unit) ?? []), source]);
    change.risky = true;
  }
  const source =
    now !== undefined && (changed || now.content !== now.part.source)
      ? { content: now.content, text: now.tree.text }
      : { content: originalOf(part, reading.showsTargets), text: tree.text };
  if (source.content.codes.length > 0) change.risky = true;
  if (!part.unit.translate && edit.text !== textOf(source.content, source.text))
    throw untranslatable(edit.key);
  const { target } = part;
  const old = target === undefined ? undefined : { content: target, text: tree.text };
  const options = { ...statesOf(edit), fresh };
  const next = { key: edit.key, text: edit.text, source, old };
  splices.push(...writeTarget(part, next, tree, options));
  return splices;
}

function untranslatable(key: Key): EditError {
  return new EditError(
    'not-writable',
    key,
    `${formatKey(key)} has translate="no", so its target must equal its source.`,
  );
}

/** Today's source segment, if the edit names it. */
function originOf(edit: SetEdit): Original | undefined {
  if (edit.from?.document.format !== 'xliff') return undefined;
  const { tree, reading } = recall(edit.from.document);
  const part = findPart(tree, edit.from.unit.key);
  if (!hasSource(part)) return undefined;
  return { part, tree, content: originalOf(part, reading.showsTargets) };
}

function treeOfOrigin(edit: Edit): readonly Tree[] {
  if (edit.op === 'remove' || edit.from?.document.format !== 'xliff') return [];
  return [recall(edit.from.document).tree];
}

interface Original {
  readonly part: SourcedPart;
  readonly tree: Tree;
  /** The source content. */
  readonly content: Content;
}

/** New ids for `<file>`s that follow the locale. Those of an existing file never change. */
function idSplices({ tree, ids }: Writing, { units }: Removals): Splice[] {
  return tree.root.files.flatMap((file) => {
    const value = ids.get(file);
    const isGone = [...unitsIn(file)].every((unit) => units.has(unit));
    return value === undefined || isGone
      ? []
      : [setAttribute(file, { name: 'id', value }, tree.text)];
  });
}

/** Sets `trgLang` if targets are written and it is missing or different. */
function headSplices({ tree, reading, language, fresh }: Writing, written: boolean): Splice[] {
  const said = tree.root.attributes['trgLang'];
  if (reading.role === 'source' || (said !== undefined && !fresh)) return [];
  if (language !== undefined && !LANGUAGE.accepts(language))
    throw new EditError('not-writable', [], `"${language}" is not ${LANGUAGE.expected}.`);
  if (language !== undefined && (written || fresh))
    return [
      setAttribute(tree.root, { name: 'trgLang', value: language, after: 'srcLang' }, tree.text),
    ];
  if (written)
    throw new EditError(
      'not-writable',
      [],
      'The file has no trgLang, so the language of its targets is unknown.',
    );
  return [];
}

interface Plan {
  readonly changes: ReadonlyMap<UnitNode, UnitChange>;
  readonly insertions: readonly Insertion[];
  readonly removals: Removals;
  readonly head: readonly Splice[];
  readonly origins: ReadonlySet<Tree>;
}

/** Reads the changes again, each in its place, so that the result is never refused later. */
function verify(plan: Plan, { tree }: Writing): void {
  const { changes, insertions, removals, head, origins } = plan;
  const verifier = new Verifier({ tree, head, insertions, removed: removals.units, origins });
  for (const [unit, { key, splices, risky }] of changes)
    if (risky) verifier.unit(unit, splices, key);
  for (const insertion of insertions) verifier.insertion(insertion);
  verifier.flows();
}
