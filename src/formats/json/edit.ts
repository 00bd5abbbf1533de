import { EditError, FormatError, formatKey } from '../../model/index.js';
import type { Document, Edit, InsertEdit, Key, Range, SetEdit, Unit } from '../../model/index.js';
import { leafOf, nodeOutOfTurn, noRoom } from '../kit/edits.js';
import { blankLine, type Item, type ItemBlock, newItem } from '../kit/items.js';
import { detectNewline } from '../kit/layout.js';
import { isTightAt } from '../kit/object-literals.js';
import type { Splice } from '../kit/splices.js';
import { editSplices } from '../kit/tree-edits.js';
import { TreeIndex } from '../kit/tree-index.js';
import type { EditFormat, Landing, NewNode, Place, TreeFile } from '../kit/tree.js';
import { type EscapeHabits, habitsOf, quote } from './escape.js';
import {
  blockIn,
  colonOf,
  commentsIn,
  detectIndent,
  fileColon,
  indentation,
  padOf,
} from './layout.js';
import { type State, unitAt } from './state.js';
import { ARRAY, OBJECT, scan, STRING, type Tree } from './tree.js';

interface JsonFile extends TreeFile<JsonNode> {
  readonly state: State;
  /** Its own tree, or that of its source if it is empty: the style of new members. */
  readonly model: Tree;
  /** One level of indentation. */
  readonly step: string;
  /** Between key and value. */
  readonly colon: string;
  /** A root key to write with the file's first text. */
  readonly newRootKey: string | undefined;
  readonly stateOf: (document: Document) => State;
}

type JsonPlace = Place<JsonFile>;

/**
 * @param stateOf - the state of the document that an edit's `from` names
 * @throws EditError
 */
export function jsonSplices(
  state: State,
  edits: readonly Edit[],
  stateOf: (document: Document) => State,
): readonly Splice[] {
  return edits.length === 0 ? [] : editSplices(indexOf(state, edits, stateOf), edits, format);
}

const known = new WeakMap<State, TreeIndex<JsonFile>>();

function indexOf(
  state: State,
  edits: readonly Edit[],
  stateOf: (document: Document) => State,
): TreeIndex<JsonFile> {
  const before = known.get(state);
  if (before !== undefined) return before;
  const { tree, locale } = state;
  const isEmpty = tree.count === 1;
  const from = isEmpty ? edits.find((edit) => edit.op === 'insert')?.from : undefined;
  const origin = from && stateOf(from.document);
  const model = origin?.tree ?? tree;
  const hasRootKey = tree.kind(0) === OBJECT && origin !== undefined && origin.base > 0;
  const file: JsonFile = {
    ...{ text: tree.text, root: rootNode(state), state, model, stateOf },
    step: detectIndent(model) || (model.inLines && model.count > 1 ? '' : '  '),
    colon: fileColon(model),
    newRootKey: hasRootKey ? locale : undefined,
    ...(!/[\n\r]/.test(tree.text) && { newline: detectNewline(model.text) }),
  };
  const index = new TreeIndex(file, state.read().duplicates.size > 0 ? { replaces: true } : {});
  if (!isEmpty) known.set(state, index);
  return index;
}

/** The members of a container, in file order. */
interface Members {
  readonly state: State;
  readonly parent: number;
  readonly nodes: readonly JsonNode[];
  /** A blank line is between all, not only between groups. */
  isSpaced?: boolean;
}

/** A member of an object, or an element of an array. Few are near an edit: lines are read for those. */
class JsonNode implements Item {
  readonly key: Key;
  /** In the tree. */
  readonly id: number;
  readonly unit?: Unit;
  readonly children?: readonly JsonNode[];
  readonly goesWith?: number;
  readonly #members: Members;
  readonly #at: number;
  #block: ItemBlock | undefined;

  constructor(
    { key, id, unit, children }: Pick<JsonNode, 'key' | 'id' | 'unit' | 'children'>,
    { members, at, goesWith }: { members: Members; at: number; goesWith: number | undefined },
  ) {
    this.key = key;
    this.id = id;
    if (unit !== undefined) this.unit = unit;
    if (children !== undefined) this.children = children;
    if (goesWith !== undefined) this.goesWith = goesWith;
    this.#members = members;
    this.#at = at;
  }

  get comma(): Range {
    const { tree } = this.#members.state;
    const [at, end] = [tree.comma(this.id), tree.end(this.id)];
    return at === -1 ? { start: end, end } : { start: at, end: at + 1 };
  }

  /** Null becomes a container with the first value below it. */
  get inside(): number {
    const { tree } = this.#members.state;
    const start = tree.start(this.id);
    if (!tree.isContainer(this.id)) return start;
    if (tree.first(this.id) !== -1 || !tree.commented) return start + 1;
    return commentsIn(tree.text, start + 1, tree.end(this.id) - 1).at(-1)?.end ?? start + 1;
  }

  get close(): number {
    const { tree } = this.#members.state;
    return tree.end(this.id) - (tree.isContainer(this.id) ? 1 : 0);
  }

  /** A text with metadata is not renamed, because that would keep the old name. */
  get named(): Range | undefined {
    const { state, parent } = this.#members;
    const start = state.tree.keyStart(this.id);
    const isAlone = start !== -1 && !state.membersOf(parent).has(`@${state.tree.key(this.id)}`);
    return isAlone ? { start, end: state.tree.keyEnd(this.id) } : undefined;
  }

  get block(): Range {
    const { text } = this.#members.state.tree;
    const { start, end } = this.#lines;
    // A blank line at the top stays there, and the first member has the one below it.
    return this.#at > 0 ? { start, end } : { start: skipBlankLines(text, start), end };
  }

  get indent(): string | undefined {
    return this.#lines.indent;
  }

  get isSpaced(): boolean {
    const members = this.#members;
    return (members.isSpaced ??= isSpacedBy(members.nodes.slice(1, 50).map((one) => one.#lines)));
  }

  get #lines(): ItemBlock {
    return (this.#block ??= this.#readLines());
  }

  #readLines(): ItemBlock {
    const { state, parent, nodes } = this.#members;
    if (parent !== -1) return blockIn(state.tree, this.id, nodes[this.#at - 1]?.id ?? -1);
    const [start, end] = [state.tree.start(this.id), state.tree.end(this.id)];
    return { start, end, indent: undefined, isSpaced: false, comments: [] };
  }
}

function isSpacedBy(others: readonly ItemBlock[]): boolean {
  return others.length > 0 && others.every(({ isSpaced }) => isSpaced);
}

const BLANK_LINES = /(?:[ \t]*(?:\r\n|\n|\r))*/y;

function skipBlankLines(text: string, from: number): number {
  BLANK_LINES.lastIndex = from;
  BLANK_LINES.test(text);
  return BLANK_LINES.lastIndex;
}

function rootNode(state: State): JsonNode {
  const { tree, base, entry, lists } = state;
  const { units: all, nodes: ids, duplicates, beside } = state.read();
  const units: Unit[] = [];
  for (const [i, unit] of all.entries()) units[ids[i] ?? -1] = unit;
  const replaced = new Set([...duplicates.values()].flat());

  const childrenOf = (parent: number, path: Key, isReplaced: boolean): readonly JsonNode[] => {
    const names = lists.get(parent)?.names;
    const isList = tree.kind(parent) === ARRAY;
    const nodes: JsonNode[] = [];
    const members: Members = { state, parent, nodes };
    const keys = tree
      .children(parent)
      .map((id, at) => (isList ? (names?.[at] ?? String(at)) : tree.key(id)));
    const indexes = new Map(beside.size === 0 ? [] : keys.map((key, at) => [key, at]));
    // An entry is one text, whatever else is said about it.
    const isEntry = entry !== undefined && tree.parent(parent) === base;
    for (let id = tree.first(parent); id !== -1; id = tree.next(id)) {
      const at = nodes.length;
      const name = keys[at] ?? '';
      const isBeside = beside.has(id) || (isEntry && units[id] === undefined);
      const subject = name.startsWith('@') ? (indexes.get(name.slice(1)) ?? -1) : -1;
      const goesWith = isBeside ? (isList ? -1 : subject) : undefined;
      const key = [...path, name];
      const isOld = isReplaced || replaced.has(id);
      const content = isBeside ? { id, key } : contentOf(id, key, isOld);
      nodes.push(new JsonNode(content, { members, at, goesWith }));
    }
    return nodes;
  };

  const contentOf = (id: number, key: Key, isReplaced: boolean) => {
    const unit = units[id] ?? (isReplaced && tree.first(id) === -1 && unitAt(tree, key, id));
    const isOpen = tree.isContainer(id) || tree.raw(id) === 'null';
    return {
      ...{ id, key, ...(unit && { unit }) },
      ...(isOpen && { children: childrenOf(id, key, isReplaced) }),
    };
  };

  const root = { id: base, key: [], children: childrenOf(base, [], false) };
  const members = { state, parent: -1, nodes: [] };
  return new JsonNode(root, { members, at: 0, goesWith: undefined });
}

/** The source's node at the first segments of an edit's key. */
function sourceAt(
  { key, from }: InsertEdit,
  depth: number,
  { stateOf }: JsonFile,
): { readonly state: State; readonly tree: Tree; readonly id: number } | undefined {
  if (from?.unit.key.length !== key.length) return undefined;
  const state = stateOf(from.document);
  const id = state.nodeAt(from.unit.key.slice(0, depth));
  return id === undefined ? undefined : { state, tree: state.tree, id };
}

/** Whether a container is on one line in a file with several. */
function isShort({ tree, id }: { readonly tree: Tree; readonly id: number }): boolean {
  return tree.inLines && !/[\r\n]/.test(tree.raw(id));
}

/** How the members of a new container are written. */
interface Look {
  /** Indentation of the line of its bracket; undefined: everything is on one line. */
  readonly indent: string | undefined;
  readonly step: string;
  readonly newline: string;
  readonly colon: string;
  /** White space after commas on one line. */
  readonly gap: string;
  /** White space inside the brackets of a container on one line. */
  readonly pad: string;
  /** Whether the last of several lines has a comma. */
  readonly isTrailing: boolean;
  readonly habits: readonly EscapeHabits[];
}

const NO_MEMBERS: ReadonlyMap<string, number> = new Map();

/** @param by - the member that names it, if it is an element of such a list */
function valueOf(
  item: NewNode,
  look: Look,
  { file, by }: { readonly file: JsonFile; readonly by: string | undefined },
): string {
  const { edit, children, key } = item;
  if (edit !== undefined) return literal(edit, look.habits);
  const first = leafOf(item).edit;
  const source = first && sourceAt(first, key.length, file);
  const own = source !== undefined && isShort(source) ? oneLine(look, source) : look;
  const inner = inside(own);
  const names = source?.state.lists.get(source.id);
  const texts = new Map(
    children.map((child) => [
      child.key[key.length] ?? '',
      valueOf(child, inner, { file, by: names?.by }),
    ]),
  );
  const members = [...texts];
  const copied = source?.state.entry !== undefined && key.length === 1 ? source : undefined;
  const named = by === undefined ? undefined : quote(key.at(-1) ?? '', look.habits);
  const hasOthers = copied !== undefined || named !== undefined;
  // What is no text comes behind the same member as in the source.
  let at = 0;
  for (const [name, id] of (hasOthers && source?.state.membersOf(source.id)) || NO_MEMBERS) {
    const known = texts.has(name) ? members.findIndex(([one]) => one === name) : -1;
    if (known !== -1) at = known + 1;
    const text = name === by ? named : copied && copyOf(copied.tree, id, inner);
    if (known !== -1 || text === undefined) continue;
    members.splice(at, 0, [name, text]);
    at += 1;
  }
  if (source === undefined && by !== undefined && named !== undefined) members.unshift([by, named]);
  const isList = source?.tree.kind(source.id) === ARRAY;
  const written = members.map(([name, text]) =>
    isList ? text : quote(name, look.habits) + look.colon + text,
  );
  return inBrackets(written, own, isList);
}

function oneLine(look: Look, { tree, id }: { readonly tree: Tree; readonly id: number }): Look {
  const pad = tree.first(id) === -1 || look.indent === undefined ? look.pad : padOf(tree, id);
  return { ...look, pad, indent: undefined };
}

function inside(look: Look): Look {
  return look.indent === undefined ? look : { ...look, indent: look.indent + look.step };
}

function inBrackets(members: readonly string[], look: Look, isList: boolean): string {
  const { indent, step, newline, gap, pad } = look;
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (members.length === 0) return open + close;
  if (indent === undefined) return `${open}${pad}${members.join(`,${gap}`)}${pad}${close}`;
  const lead = newline + indent + step;
  const comma = look.isTrailing ? ',' : '';
  return `${open}${lead}${members.join(`,${lead}`)}${comma}${newline}${indent}${close}`;
}

/** A value of the source, unchanged but for the indentation of its lines. */
function copyOf(tree: Tree, id: number, look: Look): string {
  const raw = tree.raw(id);
  if (!tree.isContainer(id) || tree.first(id) === -1 || !/[\r\n]/.test(raw)) return raw;
  const members = tree.children(id).map((child) => {
    const value = copyOf(tree, child, inside(look));
    if (tree.keyStart(child) === -1) return value;
    return tree.text.slice(tree.keyStart(child), tree.keyEnd(child)) + look.colon + value;
  });
  return inBrackets(members, look, tree.kind(id) === ARRAY);
}

/** Whether the first members of an empty container are an array's; if it is null, as in the source. */
function becomesList({ id }: JsonNode, edit: InsertEdit, depth: number, file: JsonFile): boolean {
  const { tree } = file.state;
  const source = tree.first(id) === -1 ? sourceAt(edit, depth, file) : undefined;
  return (source?.tree.kind(source.id) ?? tree.kind(id)) === ARRAY;
}

/** An empty container, or null, that gets its first members. */
interface Filled {
  readonly isList: boolean;
  /** Whether they are on one line, and the space around them. */
  readonly pad: string | undefined;
  /** Indentation of its line. */
  readonly outer: string;
}

const filledBy = new WeakMap<readonly NewNode[], Filled>();

function filledAt(place: JsonPlace): Filled {
  const known = filledBy.get(place.run);
  if (known !== undefined) return known;
  const filled = readFilled(place);
  filledBy.set(place.run, filled);
  return filled;
}

function readFilled({ file, parent, run }: JsonPlace): Filled {
  const { tree } = file.state;
  const { id } = parent;
  const first = run[0] && leafOf(run[0]).edit;
  const depth = parent.key.length;
  const isList = first !== undefined && becomesList(parent, first, depth, file);
  const source = first && sourceAt(first, depth, file);
  const isOther = !tree.isContainer(id) || isList !== (tree.kind(id) === ARRAY);
  const outer = id === 0 ? '' : indentation(tree, id);
  const isApart = parent.inside > tree.start(id) + 1;
  const inLines = outer !== undefined && (file.model.inLines || file.model.count === 1);
  const short = isOther && id > 0 && source !== undefined && isShort(source) ? source : undefined;
  // In place of null, it is written as the object that it is in.
  const beside = id === 0 || tree.isContainer(id) ? '' : padOf(tree, tree.parent(id));
  const pad = short === undefined ? beside : padOf(short.tree, short.id);
  const isOneLine = !isApart && (!inLines || short !== undefined);
  return { isList, pad: isOneLine ? pad : undefined, outer: outer ?? '' };
}

/** The lines of a new member, or only the member if its neighbours share a line. */
function insertMember(item: NewNode, place: JsonPlace): string {
  const { file, parent, before, after, newline, run, at } = place;
  const { state, step } = file;
  const { tree } = state;
  const { edit } = leafOf(item);
  const near = before ?? after;
  const name = item.key.at(-1) ?? '';
  requireRoom(item, place);
  const filled = near === undefined ? filledAt(place) : undefined;
  const isList = filled?.isList ?? tree.kind(parent.id) === ARRAY;
  const by = isList ? namerOf(item, place) : undefined;
  if (near === undefined && isList && by === undefined && name !== String(at))
    throw nodeOutOfTurn(item);

  const like = near ?? parent;
  const colon = tree.keyStart(like.id) === -1 ? file.colon : colonOf(tree, like.id);
  const gap = isTightAt(place, colon) ? '' : ' ';
  const last = parent.children?.at(-1)?.comma;
  const look: Look = {
    ...{ step, newline, colon, gap, habits: [state.fileHabits()], indent: undefined },
    pad: filled?.pad ?? padOf(tree, by === undefined || place.isInLine ? parent.id : like.id),
    isTrailing: last !== undefined && last.start < last.end,
  };
  const lead = isList ? '' : quote(name, look.habits) + colon;
  const value = (indent: string | undefined): string => {
    // An element of a list is on one line if its neighbour is, any other container if its source's is.
    const isLine = place.isInLine || filled?.pad !== undefined;
    const own = isLine || by !== undefined ? indent : (indent ?? near?.indent);
    const at = { ...look, indent: own };
    const text = valueOf(item, at, { file, by });
    const metadata = edit === undefined ? undefined : metadataOf(item, edit, { place, look: at });
    if (metadata === undefined) return text;
    const between = own === undefined ? gap : newline + blankLine({ ...place, at: 1 }) + own;
    return `${text},${between}${metadata}`;
  };
  if (filled?.pad !== undefined)
    return lead + value(undefined) + (at < run.length - 1 ? `,${gap}` : '');
  const inner = (filled?.outer ?? '') + step + (file.newRootKey === undefined ? '' : step);
  const line = newItem(place, { lead, value, inner, gap, isTrailing: false });
  // Like the others, the first has the blank line below it.
  const isTop =
    before === undefined && after?.isSpaced === true && after === place.next && !place.isInLine;
  return isTop && at === run.length - 1 ? line + newline : line;
}

/** The member that names the elements of a list; in an empty list, as in the source. */
function namerOf(item: NewNode, { file, parent, before, after }: JsonPlace): string | undefined {
  const known = file.state.lists.get(parent.id)?.by;
  if (known !== undefined || (before ?? after) !== undefined) return known;
  const { edit } = leafOf(item);
  const source = edit && sourceAt(edit, parent.key.length, file);
  return source?.state.lists.get(source.id)?.by;
}

/** @throws EditError if a value that stays, or metadata, has the key */
function requireRoom({ key, edit, children }: NewNode, place: JsonPlace): void {
  const { parent, file } = place;
  const id = file.state.membersOf(parent.id).get(key.at(-1) ?? '');
  if (id === undefined || !place.staying().some((child) => child.id === id)) return;
  throw noRoom(leafOf({ key, children, ...(edit && { edit }) }).key, key);
}

/** The `@key` member of an ARB text, if the file has such members. */
function metadataOf(
  { key }: NewNode,
  edit: InsertEdit,
  { place, look }: { readonly place: JsonPlace; readonly look: Look },
): string | undefined {
  const { state, stateOf } = place.file;
  if (edit.from === undefined || !state.hasUnitMetadata()) return undefined;
  const name = `@${key.at(-1) ?? ''}`;
  if (state.membersOf(place.parent.id).has(name)) return undefined;
  const origin = stateOf(edit.from.document);
  const id = origin.nodeAt([...key.slice(0, -1), name]);
  if (id === undefined) return undefined;
  return quote(name, look.habits) + look.colon + copyOf(origin.tree, id, look);
}

/** Writes the first members into their container, with its root key if the file lacks it. */
function enclose(members: string, place: JsonPlace): string {
  const { file, parent, newline } = place;
  const { isList, pad, outer } = filledAt(place);
  const isNull = !file.state.tree.isContainer(parent.id);
  let body = pad === undefined ? newline + members + outer : pad + members + pad;
  if (file.newRootKey !== undefined) {
    const [lead, indent] = pad === undefined ? [newline, file.step] : [pad, ''];
    const name = quote(file.newRootKey, [file.state.fileHabits()]) + file.colon;
    body = `${lead}${indent}${name}{${body}${indent}}${lead}`;
  }
  if (!isNull) return body;
  return isList ? `[${body}]` : `{${body}}`;
}

/** What an empty container loses with its first member: white space, `null`, brackets. */
function besideFirst(
  edits: readonly Edit[],
  file: JsonFile,
  find: (key: Key) => JsonNode | undefined,
): readonly Splice[] {
  const { tree } = file.state;
  const splices = new Map<JsonNode, readonly Splice[]>();
  for (const edit of edits) {
    if (edit.op !== 'insert') continue;
    for (let depth = 0; depth < edit.key.length; depth += 1) {
      const node = find(edit.key.slice(0, depth));
      if (node?.children?.length !== 0 || splices.has(node)) continue;
      const { id, inside: start, close: end } = node;
      const [open, last] = [tree.start(id), tree.end(id) - 1];
      const isList = becomesList(node, edit, depth, file);
      const isSame = !tree.isContainer(id) || isList === (tree.kind(id) === ARRAY);
      splices.set(node, [
        { start, end, text: '' },
        ...(isSame ? [] : [{ start: open, end: open + 1, text: isList ? '[' : '{' }]),
        ...(isSame ? [] : [{ start: last, end: last + 1, text: isList ? ']' : '}' }]),
      ]);
    }
  }
  return [...splices.values()].flat();
}

const metadataBy = new WeakMap<JsonNode, ReadonlyMap<number, number>>();

/** The indexes of `@key` members, by those of what they describe. */
function metadataIn(parent: JsonNode): ReadonlyMap<number, number> {
  const known = metadataBy.get(parent);
  if (known !== undefined) return known;
  const found = new Map(parent.children?.map(({ goesWith = -1 }, at) => [goesWith, at]));
  metadataBy.set(parent, found);
  return found;
}

/** Behind `@key` (ARB), and behind what is said about the file. */
function landMember(
  _: InsertEdit,
  landing: Landing<JsonNode>,
  { state }: JsonFile,
): Landing<JsonNode> {
  const { parent, behind } = landing;
  const { children = [] } = parent;
  if (behind >= 0)
    return { parent, behind: Math.max(behind, metadataIn(parent).get(behind) ?? -1) };
  if (parent.id !== state.base) return landing;
  let at = 0;
  while (/^(?:@@.*|@metadata|\$schema)$/s.test(children[at]?.key[0] ?? '')) at += 1;
  return { parent, behind: at - 1 };
}

function setValue(edit: SetEdit, { unit }: JsonNode, { state }: JsonFile): readonly Splice[] {
  if (unit === undefined) return [];
  const habits = [state.fileHabits()];
  const isRaw = (edit.from?.unit.kind ?? unit.kind) === 'raw';
  const { start, end } = unit.range;
  if (unit.kind === 'text') habits.unshift(habitsOf(state.tree.text.slice(start, end)));
  return [{ start, end, text: isRaw ? raw(edit) : quote(edit.text, habits) }];
}

function literal(edit: InsertEdit, habits: readonly EscapeHabits[]): string {
  return edit.from?.unit.kind === 'raw' ? raw(edit) : quote(edit.text, habits);
}

/** A value that is not a text, as in the source. */
function raw({ key, text }: Edit & { readonly text: string }): string {
  if (isRawValue(text)) return text;
  const name = formatKey(key);
  throw new EditError(
    'not-writable',
    key,
    `"${name}" is not a string, so it cannot be set to ${text}.`,
  );
}

function isRawValue(text: string): boolean {
  try {
    const tree = scan(`[${text}\n]`, undefined);
    return tree.count === 2 && tree.kind(1) !== STRING && tree.comma(1) === -1;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

const format: EditFormat<JsonFile> = {
  set: setValue,
  keeps: (edit, { unit }) => (edit.from?.unit.kind ?? unit?.kind) === unit?.kind,
  rename: (name, _, { state }) => quote(name, [state.fileHabits()]),
  insert: insertMember,
  enclose,
  isList: ({ id }, { state: { tree, lists } }) =>
    tree.kind(id) === ARRAY && tree.first(id) !== -1 && !lists.has(id),
  land: landMember,
  beside: besideFirst,
};
