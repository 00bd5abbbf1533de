import { EditError, formatKey } from '../../model/index.js';
import type { InsertEdit } from '../../model/index.js';
import type { PlacedInsert } from '../kit/edits.js';
import { applySplices, shifted, type Splice } from '../kit/splices.js';
import {
  fill,
  laidOut,
  originalOf,
  place,
  sameLanguage,
  shellOf,
  transplanted,
} from '../kit/xliff/nodes.js';
import type { NewElement, Place, Placement, Reading } from '../kit/xliff/nodes.js';
import { setAttribute } from '../kit/xml/tokens.js';
import { dropTarget, renderText, statesOf, writeTarget, writingOf } from './write-content.js';
import { escapeAttribute, escapeText } from '../kit/xml/escape.js';
import { findPart, recall } from './find.js';
import { LAYOUT } from './schema.js';
import { hasSource } from './tree.js';
import type { Container, FileNode, Part, RootNode, Tree, UnitNode } from './tree.js';
import { textOf } from './units.js';

export interface InsertContext {
  readonly tree: Tree;
  readonly reading: Reading;
  /** Ids of new `<file>`s, if they differ from the source's. */
  readonly ids: ReadonlyMap<FileNode, string>;
  /** Language of the written file. */
  readonly language: string | undefined;
}

type Pending = NewElement<Container | RootNode, UnitNode, Tree>;

/** Converts inserts to texts and places, in source order. */
export function planInsertions(
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
