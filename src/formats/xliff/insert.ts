import { EditError, formatKey, type Key } from '../../model/index.js';
import type { PlacedInsert } from '../kit/edits.js';
import { applySplices, shifted, type Splice } from '../kit/splices.js';
import { fill, siblingBefore, type Place } from '../kit/xliff/places.js';
import { laidOut, shellOf, transplanted } from '../kit/xliff/transplant.js';
import { setAttribute } from '../kit/xml/attributes.js';
import { escapeAttribute, escapeText } from '../kit/xml/escape.js';
import { containersOf, findPart, recall } from './find.js';
import { LAYOUT } from './schema.js';
import { hasSource } from './tree.js';
import type { Container, FileNode, Part, RootNode, Tree, UnitNode } from './tree.js';
import { dropTarget, renderText, statesOf, writeTarget, writingOf } from './write-content.js';
import { originalOf, textOf, type Reading } from './units.js';

export interface InsertContext {
  readonly tree: Tree;
  readonly reading: Reading;
  /** Ids of new `<file>`s, if they differ from the source's. */
  readonly ids: ReadonlyMap<FileNode, string>;
  /** Language of the written file. */
  readonly language: string | undefined;
}

/** A new unit, or the new groups and file that contain it. */
export interface Insertion extends Place {
  readonly into: Container | RootNode;
  readonly text: string;
  /** Key of the first unit in it. */
  readonly key: Key;
  readonly unitIds: ReadonlyMap<string, readonly string[]>;
}

/** New units by their common file and group, in order. */
interface Pending {
  readonly from: Tree | undefined;
  /** A group or file of the source that is new as well; undefined for a unit. */
  readonly node: Container | undefined;
  readonly unit: PendingUnit | undefined;
  readonly children: Pending[];
}

interface PendingUnit {
  readonly key: Key;
  readonly inserts: PlacedInsert[];
  readonly node: UnitNode | undefined;
}

interface Placed extends Place {
  readonly into: Container | RootNode;
  readonly pending: Pending;
}

/** Converts inserts to texts and places, in source order. */
export function planInsertions(
  inserts: readonly PlacedInsert[],
  context: InsertContext,
): readonly Insertion[] {
  const places: Placed[] = [];
  const units = new Map<string, PendingUnit>();
  const made = new Map<string, Pending>();
  for (const insert of inserts) {
    const { key, from } = insert.edit;
    const id = `${key[0] ?? ''}\u0000${key[1] ?? ''}`;
    const known = units.get(id);
    if (known !== undefined) {
      known.inserts.push(insert);
      continue;
    }
    const origin = from?.document.format === 'xliff' ? recall(from.document).tree : undefined;
    const node =
      origin === undefined || from === undefined
        ? undefined
        : findPart(origin, from.unit.key)?.unit;
    const unit: PendingUnit = { key, inserts: [insert], node };
    units.set(id, unit);
    place({ from: origin, node: undefined, unit, children: [] }, { insert, context, places, made });
  }
  return places.map(({ into, behind, pending }) => ({
    ...{ into, behind, key: firstUnit(pending).key },
    text: layOut(pending, into, context),
    unitIds: idsOf(pending, context),
  }));
}

interface Placing {
  readonly insert: PlacedInsert;
  readonly context: InsertContext;
  readonly places: Placed[];
  /** New containers, by file and group id. */
  readonly made: Map<string, Pending>;
}

/**
 * Finds the deepest container that exists (or is being created), and puts the rest of the path into
 * it.
 */
function place(pending: Pending, { insert, context, places, made }: Placing): void {
  const { tree } = context;
  const { key } = insert.edit;
  const fileId = key[0] ?? '';
  const source = pending.unit?.node;
  const path = source === undefined ? [] : containersOf(source);
  let into: Container | RootNode | undefined = tree.files.get(fileId);
  if (into === undefined && source === undefined)
    throw new EditError('not-writable', key, `There is no <file id="${fileId}">.`);
  if (into !== undefined && source === undefined && insert.anchor !== null)
    into = findPart(tree, insert.anchor)?.unit.parent ?? into;
  let rest = path;
  if (into?.kind === 'file') {
    const { groups } = into;
    rest = path.slice(1);
    for (let next = rest[0]; next !== undefined; next = rest[0]) {
      const group = groups.get(next.id);
      if (group === undefined) break;
      into = group;
      rest = rest.slice(1);
    }
  }
  for (let depth = rest.length; depth > 0; depth -= 1) {
    const open = made.get(pathId(fileId, rest[depth - 1]));
    if (open !== undefined) {
      open.children.push(wrap(pending, rest.slice(depth), { made, fileId }));
      return;
    }
  }
  const container = into ?? tree.root;
  const wrapped = wrap(pending, rest, { made, fileId });
  const anchor = insert.anchor === null ? undefined : findPart(tree, insert.anchor)?.unit;
  places.push({ into: container, behind: siblingBefore(container, anchor), pending: wrapped });
}

function pathId(fileId: string, node: Container | undefined): string {
  return node?.kind === 'group' ? `${fileId}\u0000${node.id}` : fileId;
}

function wrap(
  pending: Pending,
  path: readonly Container[],
  { made, fileId }: { readonly made: Map<string, Pending>; readonly fileId: string },
): Pending {
  return path.toReversed().reduce<Pending>((child, node) => {
    const parent: Pending = { from: pending.from, node, unit: undefined, children: [child] };
    made.set(pathId(fileId, node), parent);
    return parent;
  }, pending);
}

function firstUnit(pending: Pending): PendingUnit {
  let at: Pending | undefined = pending;
  while (at !== undefined) {
    if (at.unit !== undefined) return at.unit;
    at = at.children[0];
  }
  throw new EditError('not-writable', [], 'Nothing to insert.');
}

function idsOf(
  pending: Pending,
  { tree, ids: renamed }: InsertContext,
): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  const stack = [pending];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    if (at.unit !== undefined) {
      const [key = '', unit = ''] = at.unit.key;
      const node = at.unit.node?.file;
      const file = tree.files.get(key)?.id ?? (node && renamed.get(node)) ?? key;
      ids.set(file, [...(ids.get(file) ?? []), unit]);
    }
    stack.push(...at.children);
  }
  return ids;
}

/** The text of new elements, in the indentation, line ends and namespaces of their destination. */
function layOut(pending: Pending, into: Container | RootNode, context: InsertContext): string {
  const { from, node } = pending;
  const where = { into, file: context.tree, holders: LAYOUT };
  const source = node ?? pending.unit?.node;
  if (source === undefined || from === undefined)
    return laidOut(newUnit(firstUnit(pending), context), where);
  return transplanted(rawOf(pending, context), { node: source, from }, where);
}

/** A unit or group as in the source, with the new texts, in the source's layout. */
function rawOf(pending: Pending, context: InsertContext): string {
  const { from, node, unit } = pending;
  if (from === undefined) return '';
  if (unit?.node !== undefined) return unitText(unit, unit.node, { from, context });
  if (node === undefined) return '';
  const { headEnd, gap, tail } = shellOf(node, from.text);
  const inner = pending.children.map((child) => gap + rawOf(child, context));
  return headOf(node, headEnd, { from, context }) + inner.join('') + tail;
}

/** The part of a new container before its children, with its new id. */
function headOf(
  node: Container,
  end: number,
  { from, context }: { readonly from: Tree; readonly context: InsertContext },
): string {
  const value = node.kind === 'file' ? context.ids.get(node) : undefined;
  const { start } = node;
  const head = from.text.slice(start, end);
  if (value === undefined) return head;
  const splice = setAttribute(node, { name: 'id', value }, from.text);
  return applySplices(head, shifted([splice], -start));
}

function unitText(
  { inserts }: PendingUnit,
  node: UnitNode,
  { from, context }: { readonly from: Tree; readonly context: InsertContext },
): string {
  const { role } = context.reading;
  const splices: Splice[] = [];
  const done = new Set<Part>();
  const fresh = !sameLanguage(from.root.attributes['trgLang'], context.language);
  for (const { edit } of inserts) {
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
function newUnit({ key, inserts }: PendingUnit, { tree, reading }: InsertContext): string {
  const edit = inserts[0]?.edit;
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

export function sameLanguage(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a.toLowerCase() === b.toLowerCase();
}
