import { EditError, FormatError, formatKey } from '../../model/index.js';
import type { Edit, Key, RemoveEdit, SetEdit } from '../../model/index.js';
import { sortEdits } from '../kit/edits.js';
import { getOrSet } from '../kit/maps.js';
import { applySplices, type Splice } from '../kit/splices.js';
import { untranslatable } from '../kit/xliff/inline.js';
import { cutOut, fill, insertAt, inTarget, originalOf, unitsIn } from '../kit/xliff/nodes.js';
import type { Reading } from '../kit/xliff/nodes.js';
import { setAttribute } from '../kit/xml/tokens.js';
import { findPart, recall } from './find.js';
import { planInsertions } from './insert.js';
import { scan } from './scan.js';
import { LANGUAGE } from './schema.js';
import { hasSource } from './tree.js';
import type { FileNode, Part, SourcedPart, Tree, UnitNode } from './tree.js';
import { readableIn, textOf } from './units.js';
import {
  dropTarget,
  renderText,
  statesOf,
  writeOriginalData,
  writeSource,
  writeTarget,
  writingOf,
} from './write-content.js';
import type { SourceChange } from './write-content.js';

interface Writing {
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
  const sorted = sortEdits(
    inTarget(edits, writing, (key) => findPart(tree, key)),
    (key) => findPart(tree, key) !== undefined,
  );
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

  // New ids for `<file>`s that follow the locale. Those of an existing file never change.
  const ids = tree.root.files.flatMap((file) => {
    const value = writing.ids.get(file);
    const isGone = readableIn(file).every((unit) => removals.units.has(unit));
    return value === undefined || isGone
      ? []
      : [setAttribute(file, { name: 'id', value }, tree.text)];
  });
  const text = applySplices(tree.text, [
    ...head,
    ...ids,
    ...insertAt(insertions, tree),
    ...removals.splices,
    ...[...changes.values()].flatMap(({ splices }) => splices),
  ]);
  const isRisky =
    insertions.length > 0 ||
    [...changes.values()].some(({ risky }) => risky) ||
    (removals.units.size > 0 && tree.root.files.some(({ flows }) => flows.length > 0));
  if (isRisky) verify(text, { edits, tree, removed: removals.units });
  return text;
}

/**
 * Reads the result again, so that it is never refused later.
 * @throws EditError `not-writable` for a problem that neither the file nor a source of its texts had
 */
function verify(
  text: string,
  {
    edits,
    tree,
    removed,
  }: {
    readonly edits: readonly Edit[];
    readonly tree: Tree;
    readonly removed: ReadonlySet<UnitNode>;
  },
): void {
  const refuse = (key: Key, why: string): never => {
    throw new EditError(
      'not-writable',
      key,
      `${formatKey(key)} cannot be written like this: ${why}`,
    );
  };
  let after: Tree;
  try {
    after = scan(text);
  } catch (error) {
    if (error instanceof FormatError) return refuse(edits[0]?.key ?? [], error.detail);
    throw error;
  }
  const units = after.root.files.flatMap((file) => [...unitsIn(file)]);
  const ids = new Set(units.map(({ id }) => id));
  for (const file of tree.root.files)
    for (const flow of file.flows) {
      const gone = flow.ids.find((id) => file.units.has(id) && !ids.has(id));
      if (gone !== undefined && !removed.has(flow.unit))
        refuse([file.key, gone], `it is a sub-flow of the unit "${flow.unit.id}".`);
    }
  for (const { op, key } of edits)
    if (op === 'insert' && !ids.has(key[1] ?? '')) refuse(key, 'it would not be a unit there.');
  const sources = edits.flatMap((edit) =>
    edit.op === 'remove' || edit.from?.document.format !== 'xliff' ? [] : [edit.from.document],
  );
  const origins = [...new Set(sources)].map((document) => recall(document).tree);
  const excused = new Set(
    [tree, ...origins].flatMap(({ warnings }) => warnings.map(({ message }) => message)),
  );
  const wrong = after.warnings.find(({ message }) => !excused.has(message));
  if (wrong === undefined) return;
  const unit = units.find(({ start, end }) => start <= wrong.offset && wrong.offset < end);
  const edit = edits.find(({ key }) => key[1] === unit?.id) ?? edits[0];
  refuse(edit?.key ?? [], wrong.message);
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
      for (const unit of readableIn(file)) {
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

function targetSplices(
  edit: SetEdit,
  {
    part,
    change,
    sources,
    writing,
  }: {
    readonly part: SourcedPart;
    readonly change: UnitChange;
    readonly sources: Map<UnitNode, SourceChange[]>;
    readonly writing: Writing;
  },
): Splice[] {
  const { tree, reading, fresh } = writing;
  const splices: Splice[] = [];
  // Today's source segment, if the edit names it.
  const origin = edit.from?.document.format === 'xliff' ? recall(edit.from.document) : undefined;
  const segment = origin && edit.from && findPart(origin.tree, edit.from.unit.key);
  const now =
    origin && hasSource(segment)
      ? {
          ...{ part: segment, tree: origin.tree },
          content: originalOf(segment, origin.reading.showsTargets),
        }
      : undefined;
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

interface Removals {
  /** Units that lose all segments. */
  readonly units: ReadonlySet<UnitNode>;
  readonly splices: readonly Splice[];
  /** Units that lose some of their segments, with the splices. */
  readonly cut: ReadonlyMap<UnitNode, readonly Splice[]>;
}

/**
 * The removals: whole units, single segments, and a file that would have no units left.
 * @throws EditError `not-writable` if nothing would be left of the document
 */
function planRemovals(
  removes: readonly RemoveEdit[],
  tree: Tree,
  filled: ReadonlySet<FileNode>,
): Removals {
  const parts = new Map<UnitNode, Set<Part>>();
  for (const { key } of removes) {
    const part = findPart(tree, key);
    if (part === undefined) continue;
    getOrSet(parts, part.unit, () => new Set<Part>()).add(part);
  }
  const units = new Set<UnitNode>();
  const cut = new Map<UnitNode, Splice[]>();
  for (const [unit, gone] of parts) {
    const segments = unit.parts.filter(({ kind }) => kind === 'segment');
    if (segments.length === gone.size) units.add(unit);
    else
      cut.set(
        unit,
        [...gone].map((part) => cutOut(part, tree.text)),
      );
  }
  const files = tree.root.files.filter(
    (file) =>
      !filled.has(file) &&
      file.children.every((child) => child.kind === 'unit' && units.has(child)),
  );
  const [first] = removes;
  if (first !== undefined && files.length === tree.root.files.length)
    throw new EditError(
      'not-writable',
      first.key,
      `${formatKey(first.key)} cannot be removed: an XLIFF file needs at least one unit.`,
    );
  const whole = new Set(files);
  const single = [...units].filter((unit) => !whole.has(unit.file));
  return { units, cut, splices: [...files, ...single].map((node) => cutOut(node, tree.text)) };
}
