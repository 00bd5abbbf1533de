import { EditError, formatKey, keyId } from '../../model/index.js';
import type { Edit, InsertEdit, Key, RemoveEdit } from '../../model/index.js';
import { type PlacedInsert, sortEdits } from '../kit/edits.js';
import { getOrSet } from '../kit/maps.js';
import { applySplices, shifted, type Splice } from '../kit/splices.js';
import {
  cutOut,
  insertAt,
  inTarget,
  laidOut,
  place,
  sameLanguage,
  shellOf,
  transplanted,
  unitsIn,
} from '../kit/xliff/nodes.js';
import type { NewElement, Placement, Tag } from '../kit/xliff/nodes.js';
import { whyLeftOut } from '../kit/xliff/reader.js';
import { type Memo, type Part, partKey, recall, targetLanguage } from './parts.js';
import type { Tree, UnitNode, Container, FileNode, GroupNode, RootNode } from './scan.js';
import {
  changedSource,
  dropTarget,
  languageSplice,
  originOf,
  renderText,
  setSplices,
  stateOf,
  statesHabit,
} from './write.js';
import type { StatedEdit, Writing } from './write.js';
import { escapeAttribute } from '../kit/xml/escape.js';
import { prefixOf, withPrefix } from '../kit/xml/scope.js';
import { setAttribute } from '../kit/xml/tokens.js';

/**
 * A document after edits.
 * @throws EditError
 */
export function applyEdits(
  given: readonly Edit[],
  memo: Memo,
  { fresh, isNew }: { readonly fresh: boolean; readonly isNew: boolean },
): string {
  const { tree, parts, language, plural } = memo;
  const edits = plural?.plurals.inParts(given, parts) ?? given;
  const units = new Set([...parts.values()].map(({ unit }) => unit));
  const writing: Writing = { ...memo, fresh, isNew, hasStates: statesHabit(tree, units) };
  const sorted = sortEdits(
    inTarget(edits, writing, (key) => parts.get(keyId(key))),
    (key) => parts.has(keyId(key)),
  );
  // Units whose source is rewritten.
  const rewritten = new Set(
    sorted.sets.flatMap((edit): readonly UnitNode[] => {
      const origin = originOf(edit);
      const part = parts.get(keyId(edit.key));
      return origin && part && changedSource(part, origin, tree) ? [part.unit] : [];
    }),
  );
  const removals = planRemovals(sorted.removes, memo, { rewritten, fresh });
  refuseTwins(sorted.inserts, writing, removals.units);
  // Targets in another language that no edit replaces are removed.
  const done = new Set(sorted.sets.map(({ key }) => parts.get(keyId(key))?.unit));
  const left = [...units].filter((unit) => fresh && !done.has(unit) && !removals.units.has(unit));
  return applySplices(tree.text, [
    ...(isNew ? tree.root.files.map((file) => languageSplice(file, language, tree)) : []),
    ...insertionSplices(sorted.inserts, writing, freeIds(tree, removals.units)),
    ...removals.splices,
    ...setSplices(sorted.sets, writing),
    ...left.flatMap((unit) => dropTarget(unit, tree)),
  ]);
}

/** Elements whose children are separated only by white space, which may be rewritten. */
const HOLDERS: ReadonlySet<string> = new Set([
  ...['xliff', 'file', 'header', 'body', 'group', 'trans-unit', 'bin-unit', 'alt-trans'],
  ...['context-group', 'count-group', 'prop-group', 'phase-group', 'tool'],
]);

type Pending = NewElement<Container | RootNode, UnitNode, Memo>;

/** Converts inserts to splices, in source order. */
function insertionSplices(
  inserts: readonly PlacedInsert[],
  writing: Writing,
  idFor: IdFor,
): Splice[] {
  const placed: Placement<Container | RootNode, UnitNode, Memo>[] = [];
  /** New containers, by their node in the source. */
  const made = new Map<object, Pending>();
  const known: Meeting['known'] = new Map();
  const { names, tree, parts } = writing;
  for (const { edit: given, anchor: before } of inserts) {
    // A text with another key keeps its state.
    const old = given.movedFrom && parts.get(keyId(given.movedFrom))?.unit.target;
    const oldState = given.state === undefined ? old?.attributes['state'] : undefined;
    const state = given.state ?? stateOf(oldState, undefined);
    const edit = { ...given, ...(state && { state }), ...(oldState && { oldState }) };
    const { key } = edit;
    const source = originOf(edit);
    const origin = source && edit.from ? recall(edit.from.document) : undefined;
    const unit = source?.part.unit;
    const form = writing.plural?.plurals.formOf(key);
    const same = form === undefined && unit ? made.get(unit) : undefined;
    if (same !== undefined) {
      same.inserts.push(edit);
      continue;
    }
    const pending: Pending = { node: unit, origin, inserts: [edit], children: [], key };
    const anchor = before === null ? undefined : parts.get(keyId(before))?.unit;
    if (unit !== undefined && origin !== undefined) {
      if (form === undefined) made.set(unit, pending);
      const counterpart = (node: Container | RootNode): Container | RootNode | undefined =>
        counterpartOf(node, { origin, writing, known });
      place(pending, unit.parent, { made, placed, anchor, counterpart });
      continue;
    }
    const file = names.isSplit ? names.files.get(key[0] ?? '') : tree.root.files[0];
    if (file === undefined)
      throw new EditError('not-writable', key, `There is no <file> for ${formatKey(key)}.`);
    placed.push({ into: anchor?.parent ?? file, behind: anchor, pending });
  }
  return insertAt(
    placed.map(({ pending, ...where }) => ({
      ...where,
      text: layOut(pending, where.into, { ...writing, idFor }),
    })),
    tree,
  );
}

/** The container of the written file that corresponds to one of the source. */
function counterpartOf(
  node: Container | RootNode,
  { origin, writing, known }: Meeting,
): Container | RootNode | undefined {
  if (node.kind === 'xliff') return writing.tree.root;
  if (known.has(node)) return known.get(node);
  const { names, tree } = writing;
  const fileName = node.kind === 'file' ? (origin.names.fileNames.get(node) ?? '') : '';
  const [file] = names.isSplit ? [names.files.get(fileName)] : tree.root.files;
  const found =
    node.kind === 'file'
      ? file
      : groupLike(node, counterpartOf(node.parent, { origin, writing, known }));
  known.set(node, found);
  return found;
}

interface Meeting {
  readonly origin: Memo;
  readonly writing: Writing;
  /** Cached results, by node of the source. */
  readonly known: Map<Container, Container | undefined>;
}

/** The group of a container of the written file that corresponds to one of the source. */
function groupLike(
  node: GroupNode,
  parent: Container | RootNode | undefined,
): GroupNode | undefined {
  if (parent === undefined || parent.kind === 'xliff') return undefined;
  const groups = parent.children.filter((child) => child.kind === 'group');
  const name = groupName(node);
  if (name !== '') return groups.find((group) => groupName(group) === name);
  // Groups without a name correspond to those of the source by order.
  const index = node.parent.children.filter((child) => child.kind === 'group').indexOf(node);
  const group = groups[index];
  return group !== undefined && groupName(group) === '' ? group : undefined;
}

function groupName({ attributes }: Container): string {
  return attributes['id'] ?? attributes['resname'] ?? '';
}

/** The text of a new node, in the layout and with the namespaces of its destination. */
function layOut(pending: Pending, into: Container | RootNode, writing: Inserting): string {
  const { tree } = writing;
  const { node, origin } = pending;
  const where = { into, file: tree, holders: HOLDERS };
  if (node === undefined || origin === undefined) return laidOut(newUnit(pending, writing), where);
  const from = origin.tree;
  const [own, theirs] = [from, tree].map(({ root }) => prefixOf(root.name));
  const raw = withPrefix(rawOf(pending, { origin, writing }), own ?? '', theirs ?? '');
  return transplanted(raw, { node, from }, where);
}

interface Inserting extends Writing {
  readonly idFor: IdFor;
}

interface Copying {
  readonly origin: Memo;
  readonly writing: Inserting;
}

/** An element as in the source, with the new texts. */
function rawOf({ node, inserts, children }: Pending, copying: Copying): string {
  if (node === undefined) return '';
  if (node.kind === 'unit') return unitText(node, inserts, copying);
  const { headEnd, gap, tail } = shellOf(node, copying.origin.tree.text);
  const inner = children.map((child) => gap + rawOf(child, copying));
  return headOf(node, headEnd, copying) + inner.join('') + tail;
}

/** The part of a new container before its children, with the language of its targets. */
function headOf(node: Container, end: number, { origin, writing }: Copying): string {
  const { tree } = origin;
  const head = tree.text.slice(node.start, end);
  if (node.kind !== 'file' || writing.reading.role === 'source') return head;
  const { files } = writing.tree.root;
  const says = [node, ...files].some(({ attributes }) => 'target-language' in attributes);
  if (!says && files.length > 0) return head;
  return applySplices(head, shifted([languageSplice(node, writing.language, tree)], -node.start));
}

function unitText(
  node: UnitNode,
  inserts: readonly InsertEdit[],
  { origin, writing }: Copying,
): string {
  const { tree } = origin;
  const isTarget = writing.reading.role === 'target';
  const fresh = isTarget && !sameLanguage(targetLanguage(tree), writing.language);
  const sets = inserts.map((edit): StatedEdit => ({
    ...edit,
    op: 'set',
    key: partKey(origin, edit.from?.unit.key ?? edit.key),
  }));
  const inSource: Writing = {
    ...writing,
    ...{ tree, names: origin.names, parts: origin.parts, fresh },
    reading: isTarget ? writing.reading : origin.reading,
  };
  const splices = setSplices(sets, inSource);
  if (fresh && sets.length === 0) splices.push(...dropTarget(node, tree));
  splices.push(...idSplices(node, inserts[0]?.key ?? [], { origin, writing }));
  return applySplices(tree.text.slice(node.start, node.end), shifted(splices, -node.start));
}

/** A unit named by its `resname` gets another id if its own is taken, as by a running number. */
function idSplices(unit: UnitNode, to: Key, { origin, writing }: Copying): Splice[] {
  const { names, idFor, plural } = writing;
  const form = plural?.plurals.formOf(to);
  if (form !== undefined) {
    const attribute = { name: 'id', value: escapeAttribute(to.at(-1) ?? '') };
    return [setAttribute(unit, attribute, origin.tree.text)];
  }
  const { id, resname } = unit.attributes;
  const key = origin.names.of(unit);
  if (id === undefined || resname === undefined || key?.at(-1) !== resname) return [];
  const file = names.isSplit ? names.files.get(key[0] ?? '') : undefined;
  const free = idFor(unit, file);
  if (free === id) return [];
  return [setAttribute(unit, { name: 'id', value: escapeAttribute(free) }, origin.tree.text)];
}

/** A unit without a source document: possible in a file that is itself a source. */
function newUnit({ inserts, key }: Pending, { tree, reading, names }: Writing): string {
  const [edit] = inserts;
  if (edit === undefined || reading.role === 'target' || key.length !== (names.isSplit ? 2 : 1))
    throw new EditError(
      'not-writable',
      key,
      `${formatKey(key)} cannot be created without the unit that it translates.`,
    );
  const prefix = prefixOf(tree.root.name);
  const { name, attributes } = tree.root;
  const nothing = { name, attributes, start: 0, openEnd: 0, closeStart: 0, end: 0 };
  const source = { tag: nothing, tree };
  const text = renderText({ key, text: edit.text, source, old: undefined }, tree);
  return [
    `<${prefix}trans-unit id="${escapeAttribute(key.at(-1) ?? '')}">`,
    `  <${prefix}source>${text}</${prefix}source>`,
    `</${prefix}trans-unit>`,
  ].join('\n');
}

type IdFor = (unit: UnitNode, file?: FileNode) => string;

/**
 * The id for a unit copied into a file: its own, or `<id>-2`, `<id>-3`, … if that is taken, because
 * Symfony refuses a file where two units share one. Ids of the unit's own file are not free either,
 * since the copy would stand for another unit.
 */
function freeIds({ root }: Tree, removed: ReadonlySet<UnitNode>): IdFor {
  const known = new Map<FileNode, Set<string>>();
  return ({ attributes, file: from }, file = root.files[0]) => {
    const { id = '' } = attributes;
    if (file === undefined) return id;
    const taken = getOrSet(known, file, () => idsIn(file, removed));
    let free = id;
    if (taken.has(id)) {
      const theirs = idsIn(from);
      for (let n = 2; taken.has(free) || theirs.has(free); n += 1) free = `${id}-${String(n)}`;
    }
    taken.add(free);
    return free;
  };
}

function idsIn(file: FileNode, without?: ReadonlySet<UnitNode>): Set<string> {
  const ids = new Set<string>();
  for (const unit of unitsIn(file)) {
    const { id } = unit.attributes;
    if (id !== undefined && without?.has(unit) !== true) ids.add(id);
  }
  return ids;
}

/** Refuses a key whose name is taken by a unit that is left out or has other segments. */
function refuseTwins(
  inserts: readonly PlacedInsert[],
  { tree, names }: Writing,
  removed: ReadonlySet<UnitNode>,
): void {
  if (inserts.length === 0) return;
  const standing = tree.root.files
    .flatMap((file) => [...unitsIn(file)])
    .filter((unit) => !removed.has(unit));
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

/**
 * The removals: whole units with their lines, or single segments, except from parts that are
 * rewritten as a whole anyway.
 * @param memo the document
 * @returns also the units that are removed completely
 */
function planRemovals(
  removes: readonly RemoveEdit[],
  { parts, tree }: Memo,
  { rewritten, fresh }: { readonly rewritten: ReadonlySet<UnitNode>; readonly fresh: boolean },
): { readonly units: ReadonlySet<UnitNode>; readonly splices: readonly Splice[] } {
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
