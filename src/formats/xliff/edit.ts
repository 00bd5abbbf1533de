import { EditError, FormatError, formatKey } from '../../model/index.js';
import type { Edit, InsertEdit, Key, RemoveEdit, SetEdit } from '../../model/index.js';
import { type PlacedInsert, sortEdits } from '../kit/edits.js';
import { getOrSet } from '../kit/maps.js';
import { applySplices, shifted, type Splice } from '../kit/splices.js';
import { untranslatable } from '../kit/xliff/inline.js';
import {
  cutOut,
  fill,
  insertAt,
  inTarget,
  laidOut,
  originalOf,
  place,
  sameLanguage,
  shellOf,
  transplanted,
  unitsIn,
} from '../kit/xliff/nodes.js';
import type { NewElement, Place, Placement, Reading } from '../kit/xliff/nodes.js';
import { escapeAttribute, escapeText } from '../kit/xml/escape.js';
import { setAttribute } from '../kit/xml/tokens.js';
import { LANGUAGE, LAYOUT } from './check-element.js';
import { scan } from './scan.js';
import { hasSource } from './tree.js';
import type { Container, FileNode, Part, RootNode, SourcedPart, Tree, UnitNode } from './tree.js';
import { findPart, readableIn, recall, textOf } from './units.js';
import {
  dropTarget,
  renderText,
  type SourceChange,
  statesOf,
  writeOriginalData,
  writeSource,
  writeTarget,
  writingOf,
} from './write-content.js';

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

interface InsertContext {
  readonly tree: Tree;
  readonly reading: Reading;
  /** Ids of new `<file>`s, if they differ from the source's. */
  readonly ids: ReadonlyMap<FileNode, string>;
  /** Language of the written file. */
  readonly language: string | undefined;
}

type Pending = NewElement<Container | RootNode, UnitNode, Tree>;

/** Converts inserts to texts and places, in source order. */
function planInsertions(
  inserts: readonly PlacedInsert[],
  context: InsertContext,
): readonly (Place & { readonly text: string })[] {
  const { tree } = context;
  const placed: Placement<Container | RootNode, UnitNode, Tree>[] = [];
  const made = new Map<object, Pending>();
  const units = new Map<string, Pending>();
  for (const { edit, anchor: before } of inserts) {
    const { key, from } = edit;
    const [fileKey = '', unitId = ''] = key;
    const id = `${fileKey}\u0000${unitId}`;
    const known = units.get(id);
    if (known !== undefined) {
      known.inserts.push(edit);
      continue;
    }
    const origin = from?.document.format === 'xliff' ? recall(from.document).tree : undefined;
    const node = origin && from && findPart(origin, from.unit.key)?.unit;
    const pending: Pending = { node, origin, inserts: [edit], children: [], key };
    units.set(id, pending);
    const file = tree.files.get(fileKey);
    const anchor = before === null ? undefined : findPart(tree, before)?.unit;
    const counterpart = (at: Container | RootNode): Container | RootNode | undefined => {
      if (at.kind === 'xliff') return tree.root;
      if (at.kind === 'file') return file;
      return counterpart(at.parent) && file?.groups.get(at.id);
    };
    if (node !== undefined) place(pending, node.parent, { made, placed, anchor, counterpart });
    else if (file !== undefined)
      placed.push({ into: anchor?.parent ?? file, behind: anchor, pending });
    else throw new EditError('not-writable', key, `There is no <file id="${fileKey}">.`);
  }
  return placed.map(({ into, behind, pending }) => ({
    ...{ into, behind },
    text: layOut(pending, into, context),
  }));
}

/** The text of new elements, in the indentation, line ends and namespaces of their destination. */
function layOut(pending: Pending, into: Container | RootNode, context: InsertContext): string {
  const { origin: from, node } = pending;
  const where = { into, file: context.tree, holders: LAYOUT };
  if (node === undefined || from === undefined) return laidOut(newUnit(pending, context), where);
  return transplanted(rawOf(pending, { from, context }), { node, from }, where);
}

/** A unit or group as in the source, with the new texts, in the source's layout. */
function rawOf({ node, inserts, children }: Pending, copying: Copying): string {
  if (node === undefined) return '';
  if (node.kind === 'unit') return unitText(inserts, node, copying);
  const { headEnd, gap, tail } = shellOf(node, copying.from.text);
  const inner = children.map((child) => gap + rawOf(child, copying));
  return headOf(node, headEnd, copying) + inner.join('') + tail;
}

interface Copying {
  readonly from: Tree;
  readonly context: InsertContext;
}

/** The part of a new container before its children, with its new id. */
function headOf(node: Container, end: number, { from, context }: Copying): string {
  const value = node.kind === 'file' ? context.ids.get(node) : undefined;
  const { start } = node;
  const head = from.text.slice(start, end);
  if (value === undefined) return head;
  const splice = setAttribute(node, { name: 'id', value }, from.text);
  return applySplices(head, shifted([splice], -start));
}

function unitText(
  inserts: readonly InsertEdit[],
  node: UnitNode,
  { from, context }: Copying,
): string {
  const { role } = context.reading;
  const splices: Splice[] = [];
  const done = new Set<Part>();
  const fresh = !sameLanguage(from.root.attributes['trgLang'], context.language);
  for (const edit of inserts) {
    const part = edit.from === undefined ? undefined : findPart(from, edit.from.unit.key);
    if (!hasSource(part) || part.unit !== node) continue;
    done.add(part);
    const shows = edit.from !== undefined && recall(edit.from.document).reading.showsTargets;
    const content = originalOf(part, shows);
    const source = { content, text: from.text };
    const next = { key: edit.key, text: edit.text, source };
    if (role === 'source') {
      if (textOf(content, from.text) === edit.text) continue;
      const inner = renderText({ ...next, old: source }, writingOf(from));
      splices.push(fill(content, inner, from.text));
      continue;
    }
    const { target } = part;
    const old = target === undefined || fresh ? undefined : { content: target, text: from.text };
    const options = { ...statesOf(edit), fresh };
    splices.push(...writeTarget(part, { ...next, old }, from, options));
  }
  if (role === 'target' && fresh)
    for (const part of node.parts)
      if (!done.has(part)) splices.push(...dropTarget(part, from.text));
  return applySplices(from.text.slice(node.start, node.end), shifted(splices, -node.start));
}

/** A unit without a source document: possible in a file that is itself a source. */
function newUnit({ key, inserts }: Pending, { tree, reading }: InsertContext): string {
  const [edit] = inserts;
  if (edit === undefined || inserts.length > 1 || key.length !== 2 || reading.role === 'target')
    throw new EditError(
      'not-writable',
      key,
      `${formatKey(key)} cannot be created without the unit that it translates.`,
    );
  const writing = writingOf(tree);
  const name = (local: string): string => writing.prefix + local;
  const text = escapeText(edit.text, { ...writing, newline: '\n' });
  const id = escapeAttribute(key[1] ?? '');
  return [
    `<${name('unit')} id="${id}">`,
    `  <${name('segment')}>`,
    `    <${name('source')}>${text}</${name('source')}>`,
    `  </${name('segment')}>`,
    `</${name('unit')}>`,
  ].join('\n');
}
