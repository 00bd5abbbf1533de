import { EditError, FormatError, formatKey } from '../../model/index.js';
import type { Document, Edit, InsertEdit, Key, SetEdit } from '../../model/index.js';
import { noRoom, outOfTurn, sortEdits } from '../kit/edits.js';
import { beforeLineEnd, isLineEnd, lineStart } from '../kit/layout.js';
import { getOrSet } from '../kit/maps.js';
import { applySplices, type Splice } from '../kit/splices.js';
import { isId } from './dialect.js';
import { type EscapeHabits, habitsOf, quote } from './escape.js';
import {
  commentsIn,
  endsInLineComment,
  fileLayout,
  headEnd,
  indentation,
  layoutsOf,
  oneLine,
  ownStart,
  padOf,
  printMember,
  printNested,
  tailEnd,
  wholeLines,
} from './layout.js';
import type { FileLayout, Layout, NewMember, Printing } from './layout.js';
import { ARRAY, LITERAL, OBJECT, scan, STRING, type Tree } from './tree.js';
import { type State, unitAt } from './state.js';

/**
 * @param extra - additional splices
 * @param stateOf - the state of the document that an edit's `from` names
 */
export function editTree(
  state: State,
  edits: readonly Edit[],
  { extra, stateOf }: { extra: readonly Splice[]; stateOf: (document: Document) => State },
): string {
  const { sets, removes, inserts } = sortEdits(edits, (key) => state.find(key) !== undefined);
  const splices: Splice[] = [...extra];
  for (const edit of sets) {
    const splice = setSplice(state, edit);
    if (splice !== undefined) splices.push(splice);
  }
  if (removes.length + inserts.length > 0) {
    const removals = new Removals(state);
    for (const { key } of removes) removals.removeUnit(state.find(key) ?? -1);
    const additions = new Additions(state, removals);
    let origin: State | undefined;
    for (const { edit } of inserts) {
      const from = edit.from && stateOf(edit.from.document);
      origin ??= from;
      additions.add(edit, literal(edit, [state.fileHabits()]), from);
    }
    splices.push(...structureSplices(state, { removals, additions, origin }));
  }
  return applySplices(state.tree.text, splices);
}

/** Splices that remove members from containers and insert new ones. */
function structureSplices(
  state: State,
  {
    removals,
    additions,
    origin,
  }: { removals: Removals; additions: Additions; origin: State | undefined },
): Splice[] {
  const file = fileLayout(state.tree, origin?.tree);
  const containers = removals.containers(additions.replaced);
  for (const container of additions.groups.keys()) containers.add(container);
  for (const node of additions.replaced.keys()) containers.add(state.tree.parent(node));
  const printing = { file, habits: [state.fileHabits()] };
  const splices: Splice[] = [];
  for (const container of containers)
    new Container(state, container, { removals, additions, printing }).write(splices);
  if (additions.rootBecomesObject) {
    const start = state.tree.start(0);
    const end = state.tree.end(0);
    splices.push({ start, end: start + 1, text: '{' }, { start: end - 1, end, text: '}' });
  }
  return splices;
}

/** A container with removed and new members. */
class Container {
  readonly #tree: Tree;
  readonly #file: FileLayout;
  readonly node: number;
  readonly children: readonly number[];
  readonly #groups: ReadonlyMap<number, readonly NewMember[]>;
  readonly #replaced: ReadonlyMap<number, NewMember>;
  readonly #removals: Removals;
  readonly #printing: Printing;
  readonly #keyed: boolean;
  /** The last member of the result, old or new. */
  readonly #last: number | NewMember | undefined;
  readonly #trailing: boolean;
  readonly #layoutAt: (near: number) => Layout;

  constructor(
    state: State,
    node: number,
    {
      removals,
      additions,
      printing,
    }: { removals: Removals; additions: Additions; printing: Printing },
  ) {
    this.#tree = state.tree;
    this.#file = printing.file;
    this.node = node;
    this.children = state.tree.children(node);
    this.#groups = additions.groups.get(node) ?? new Map<number, readonly NewMember[]>();
    this.#replaced = additions.replaced;
    this.#removals = removals;
    this.#printing = printing;
    this.#keyed = state.tree.kind(node) !== ARRAY || (node === 0 && additions.rootBecomesObject);
    const oldest = this.children.at(-1) ?? -1;
    this.#trailing = oldest !== -1 && state.tree.comma(oldest) !== -1;
    this.#last = this.#lastMember();
    this.#layoutAt = layoutsOf(state.tree, this, this.#file);
  }

  #lastMember(): number | NewMember | undefined {
    for (const child of this.children.toReversed()) {
      const added = this.#groups.get(child)?.at(-1);
      if (added !== undefined) return added;
      if (!this.#removals.has(child)) return child;
    }
    return this.#groups.get(FIRST)?.at(-1);
  }

  write(splices: Splice[]): void {
    this.#commas(splices);
    this.#writeReplaced(splices);
    this.#writeGroups(splices);
    this.#takeOut(splices);
  }

  /** Every member except the last gets a comma; the last keeps its previous style. */
  #commas(splices: Splice[]): void {
    for (const child of this.children) {
      if (this.#removals.has(child)) continue;
      const wanted = child !== this.#last || this.#trailing;
      const comma = this.#tree.comma(child);
      const end = this.#tree.end(child);
      if (wanted && comma === -1) splices.push({ start: end, end, text: ',' });
      if (!wanted && comma !== -1) splices.push({ start: comma, end: comma + 1, text: '' });
    }
  }

  #writeReplaced(splices: Splice[]): void {
    if (this.#replaced.size === 0) return;
    const tree = this.#tree;
    const printing = this.#printing;
    for (const child of this.children) {
      const member = this.#replaced.get(child);
      if (member === undefined) continue;
      const text = printNested(member, this.#layoutAt(child), printing);
      splices.push({ start: tree.start(child), end: tree.end(child), text });
    }
  }

  #writeGroups(splices: Splice[]): void {
    let kept = FIRST;
    for (const child of [FIRST, ...this.children]) {
      if (child !== FIRST && !this.#removals.has(child)) kept = child;
      const group = this.#groups.get(child);
      if (group === undefined) continue;
      if (kept !== FIRST) splices.push(this.#behind(kept, group));
      else if (this.children.length === 0) splices.push(this.#intoEmpty(group));
      else splices.push(this.#atTop(group));
    }
  }

  #texts(group: readonly NewMember[], layout: Layout): string[] {
    const keyed = this.#keyed;
    return group.map((member) => {
      const comma = member !== this.#last || this.#trailing ? ',' : '';
      return printMember(member, layout, { keyed, printing: this.#printing }) + comma;
    });
  }

  #behind(kept: number, group: readonly NewMember[]): Splice {
    const layout = this.#layoutAt(kept);
    const at = tailEnd(this.#tree, kept);
    const lead = layout.lines ? layout.lead : this.#leadAt(kept, at, layout);
    return { start: at, end: at, text: lead + this.#texts(group, layout).join(layout.lead) };
  }

  /** After a `//` comment, a separate line even if members share lines. */
  #leadAt(kept: number, at: number, { lead }: Layout): string {
    const { text } = this.#tree;
    if (!endsInLineComment(text, this.#tree.end(kept), at)) return lead;
    const line = text.slice(lineStart(text, this.#tree.memberStart(kept)), at);
    return this.#file.newline + (/^[ \t]*/.exec(line)?.[0] ?? '');
  }

  /** Inserts before the first member and its comments. */
  #atTop(group: readonly NewMember[]): Splice {
    const tree = this.#tree;
    const first = this.children[0] ?? -1;
    const layout = this.#layoutAt(FIRST);
    const text = this.#texts(group, layout).join(layout.lead);
    if (layout.lines) {
      const line = lineStart(tree.text, ownStart(tree, first, -1));
      const at = Math.max(headEnd(tree, this.node), beforeLineEnd(tree.text, line));
      const lead = oneLine(layout.lead);
      const blank = layout.lead.slice(0, layout.lead.length - lead.length);
      return { start: at, end: at, text: lead + text + blank };
    }
    const stays = this.children.some((child) => !this.#removals.has(child));
    const at = ownStart(tree, first, -1);
    return { start: at, end: at, text: stays ? text + layout.lead : text };
  }

  #intoEmpty(group: readonly NewMember[]): Splice {
    const tree = this.#tree;
    const layout = this.#layoutAt(FIRST);
    const end = tree.end(this.node) - 1;
    const inner = commentsIn(tree.text, tree.start(this.node) + 1, end);
    const start = inner.at(-1)?.end ?? tree.start(this.node) + 1;
    const text = this.#texts(group, layout).join(layout.lead);
    if (!layout.lines) {
      const commented = endsInLineComment(tree.text, tree.start(this.node) + 1, start);
      const lead = commented ? this.#file.newline : inner.length > 0 ? layout.lead : '';
      return { start, end, text: lead + text };
    }
    const outer = this.node === 0 ? '' : (indentation(tree, this.node) ?? '');
    return { start, end, text: layout.lead + text + this.#file.newline + outer };
  }

  /** Removes runs of members, as whole lines if they have their own. */
  #takeOut(splices: Splice[]): void {
    const children = this.children;
    for (let from = 0; from < children.length; from += 1) {
      if (!this.#removals.has(children[from] ?? -1)) continue;
      let to = from;
      while (to + 1 < children.length && this.#removals.has(children[to + 1] ?? -1)) to += 1;
      splices.push(...this.#cut(from, to));
      from = to;
    }
  }

  #cut(from: number, to: number): Splice[] {
    const children = this.children;
    const tree = this.#tree;
    const previous = children[from - 1] ?? -1;
    const lines: Splice[] = [];
    let before = previous;
    for (const node of children.slice(from, to + 1)) {
      const range = { start: ownStart(tree, node, before), end: tailEnd(tree, node) };
      const whole = wholeLines(tree.text, range);
      if (whole !== undefined) lines.push({ ...whole, text: '' });
      before = node;
    }
    const [first] = lines;
    if (first === undefined || lines.length <= to - from) return [this.#cutInside(from, to)];
    const end = lines.at(-1)?.end ?? first.end;
    if (previous !== -1)
      return [{ ...first, start: this.#withBlankLines(first.start, end) }, ...lines.slice(1)];
    const last = lines.at(-1) ?? first;
    return [...lines.slice(0, -1), { ...last, end: this.#behindBlankLines(end) }];
  }

  /** Also removes a blank line before the run if another one, or the end, follows. */
  #withBlankLines(start: number, end: number): number {
    const { text } = this.#tree;
    if (!/^[ \t]*(?:[\r\n}\]]|$)/.test(text.slice(end, end + 200))) return start;
    const blank = /(?:(?<=\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r))+$/.exec(
      text.slice(Math.max(0, start - 200), start),
    );
    return start - (blank?.[0].length ?? 0);
  }

  /** Also removes blank lines after the first member if another one follows. */
  #behindBlankLines(end: number): number {
    const blank = /^(?:[ \t]*(?:\r\n|\n|\r))*(?![ \t]*(?:[}\]]|$))/.exec(
      this.#tree.text.slice(end, end + 200),
    );
    return end + (blank?.[0].length ?? 0);
  }

  #cutInside(from: number, to: number): Splice {
    const children = this.children;
    const tree = this.#tree;
    const [previous, first, last, next] = [from - 1, from, to, to + 1].map(
      (i) => children[i] ?? -1,
    );
    const start = ownStart(tree, first ?? -1, previous ?? -1);
    const end = tailEnd(tree, last ?? -1);
    if (next !== undefined && next !== -1) {
      const goesOn = ownStart(tree, next, last ?? -1);
      if (!/[\r\n]/.test(tree.text.slice(end, goesOn))) return { start, end: goesOn, text: '' };
    }
    if (previous === undefined || previous === -1) return { start, end, text: '' };
    const cut = tailEnd(tree, previous);
    const keepsLine =
      !isLineEnd(tree.text.charCodeAt(end)) &&
      endsInLineComment(tree.text, tree.end(previous), cut);
    return { start: keepsLine ? start : cut, end, text: '' };
  }
}

/** Undefined if the node already has the text. */
function setSplice(state: State, edit: SetEdit): Splice | undefined {
  const { tree } = state;
  const node = state.find(edit.key) ?? -1;
  const unit = unitAt(tree, edit.key, node);
  const kind = edit.from?.unit.kind ?? unit.kind;
  if (unit.text === edit.text && unit.kind === kind) return undefined;
  const ofFile = state.fileHabits();
  const habits = unit.kind === 'text' ? [habitsOf(tree.raw(node)), ofFile] : [ofFile];
  const text = kind === 'raw' ? raw(edit) : quote(edit.text, habits);
  return { start: tree.start(node), end: tree.end(node), text };
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

/** The place before all members. */
const FIRST = -1;

/** New members by the container that gets them, and there by the member that they follow. */
class Additions {
  readonly groups = new Map<number, Map<number, NewMember[]>>();
  /** New content of null and of emptied elements of arrays, by their nodes. */
  readonly replaced = new Map<number, NewMember>();
  /** The whole file is `[]`, which is how PHP writes an object without members. */
  rootBecomesObject = false;
  readonly #names = new Map<number, Map<string, { member: NewMember; group: number }>>();
  #fileKeysEnd: number | undefined;
  readonly #state: State;
  readonly #removals: Removals;

  constructor(state: State, removals: Removals) {
    this.#state = state;
    this.#removals = removals;
  }

  /** @param origin - the state of the document that `edit.from` names */
  add(edit: InsertEdit, value: string, origin: State | undefined): void {
    const root = this.#newRoot(origin);
    if (root !== undefined) {
      this.#addInside(root, edit, { depth: 0, value, origin });
      return;
    }
    const { key } = edit;
    if (this.#isEmptyOfPhp(origin)) this.rootBecomesObject = true;
    const { container, depth } = this.#descend(edit, origin);
    this.#removals.revive(container);
    const name = key[depth] ?? '';
    let member = this.#names.get(container)?.get(name)?.member;
    if (member === undefined) {
      member = this.#newMember(edit, depth, origin);
      const namer = this.#namerOf(container, { edit, depth, origin });
      if (namer !== undefined) this.#asElement(member, namer, { edit, depth, origin, container });
      const over = this.#state.membersOf(container).get(name);
      const isElement = this.#removals.isByIndex(container);
      if (over === undefined || (this.#removals.has(over) && !isElement))
        this.#attach(container, { member, name, group: this.#groupOf(container, depth, edit) });
      else this.#replace(over, { container, name, member });
      if (depth === key.length - 1) this.#addMetadata(edit, { container, depth, origin });
    }
    this.#addInside(member, edit, { depth: depth + 1, value, origin });
  }

  /** The root key of an empty file, if the source has one. */
  #newRoot(origin: State | undefined): NewMember | undefined {
    const { tree, locale } = this.#state;
    if (origin === undefined || origin.base === 0) return undefined;
    if (locale === undefined || tree.first(0) !== -1 || tree.kind(0) === ARRAY) return undefined;
    const known = this.#names.get(0)?.get(locale);
    if (known !== undefined) return known.member;
    const member = containerLike(locale, origin, origin.base);
    this.#attach(0, { member, name: locale, group: FIRST });
    return member;
  }

  #isEmptyOfPhp(origin: State | undefined): boolean {
    const { tree } = this.#state;
    return tree.kind(0) === ARRAY && tree.first(0) === -1 && origin?.tree.kind(0) === OBJECT;
  }

  /** @param depth - index of the key segment that names a child of `container` */
  #addInside(
    container: NewMember,
    edit: InsertEdit,
    { depth, value, origin }: { depth: number; value: string; origin: State | undefined },
  ): void {
    const { key } = edit;
    let member = container;
    for (let level = depth; level < key.length; level += 1) {
      const inner = key[level] ?? '';
      if (member.value !== undefined) throw noRoom(key, key.slice(0, level + 1));
      let next: NewMember | undefined = member.children.get(inner);
      if (next === undefined || next.copy !== undefined || next.isPlace === true) {
        const namer = member.array ? sourceNode(edit, level - 1, origin)?.namedBy : undefined;
        if (member.array && namer === undefined && inner !== String(member.children.size))
          throw outOfTurn(key, key.slice(0, level + 1));
        next = this.#newMember(edit, level, origin);
        if (namer !== undefined) this.#nameElement(next, namer, { edit, depth: level, origin });
        member.children.set(inner, next);
      }
      member = next;
    }
    member.value = value;
  }

  /** Follows the key through existing containers. */
  #descend(edit: InsertEdit, origin: State | undefined): { container: number; depth: number } {
    const { key } = edit;
    const { tree, base } = this.#state;
    let container = base;
    for (let depth = 0; ; depth += 1) {
      const name = key[depth] ?? '';
      const child = this.#state.membersOf(container).get(name);
      const added = this.#names.get(container)?.has(name) === true;
      const last = depth >= key.length - 1;
      if (child === undefined || added || (last && this.#removals.has(child))) {
        const isObject = container === 0 && this.rootBecomesObject;
        const byId = this.#namerOf(container, { edit, depth, origin }) !== undefined;
        if (tree.kind(container) === ARRAY && !byId && !isObject && !added && child === undefined)
          this.#checkTurn(container, key, depth);
        return { container, depth };
      }
      if (last) {
        if (this.#removals.isEmptied(child)) return { container, depth };
        throw noRoom(key, key.slice(0, depth + 1));
      }
      if (this.#isReplaceable(child, sourceNode(edit, depth, origin))) return { container, depth };
      if (!tree.isContainer(child)) throw noRoom(key, key.slice(0, depth + 1));
      container = child;
    }
  }

  /**
   * Whether a node can be replaced: null, a removed node, and an empty object or array if the source
   * has the other one.
   */
  #isReplaceable(node: number, inSource: SourceNode | undefined): boolean {
    const { tree } = this.#state;
    if (!tree.isContainer(node))
      return this.#removals.has(node) || (tree.kind(node) === LITERAL && tree.raw(node) === 'null');
    if (inSource === undefined || inSource.tree.kind(inSource.node) === tree.kind(node))
      return false;
    return this.#removals.isEmptied(node) || /^.\s*.$/.test(tree.raw(node));
  }

  #checkTurn(container: number, key: Key, depth: number): void {
    const added = [...(this.#names.get(container)?.values() ?? [])].filter(
      ({ member, group }) => this.replaced.get(group) !== member,
    );
    // Elements that are removed and replaced count as well.
    const counts = [this.#removals.left(container), this.#state.membersOf(container).size];
    if (!counts.some((count) => key[depth] === String(count + added.length)))
      throw outOfTurn(key, key.slice(0, depth + 1));
  }

  /** The member that a new one follows. */
  #groupOf(container: number, depth: number, { key, after }: InsertEdit): number {
    const { tree } = this.#state;
    const members = this.#state.membersOf(container);
    if (tree.kind(container) === ARRAY && !this.#state.lists.has(container))
      return members.get(String(members.size - 1)) ?? FIRST;
    const inside = after !== null && after.length > depth && sameStart(after, key, depth);
    const name = inside ? (after[depth] ?? '') : undefined;
    if (name === undefined) return this.#behindFileKeys(container);
    const added = this.#names.get(container)?.get(name);
    if (added !== undefined) return added.group;
    return members.get(`@${name}`) ?? members.get(name) ?? this.#behindFileKeys(container);
  }

  /** `@@locale` and `$schema` stay in front. */
  #behindFileKeys(container: number): number {
    const { tree, base } = this.#state;
    if (container !== base || tree.kind(container) === ARRAY) return FIRST;
    return (this.#fileKeysEnd ??= lastFileKey(tree, container));
  }

  #attach(
    container: number,
    { member, name, group }: { member: NewMember; name: string; group: number },
  ): void {
    const groups = getOrSet(this.groups, container, () => new Map<number, NewMember[]>());
    getOrSet(groups, group, (): NewMember[] => []).push(member);
    this.#namesIn(container).set(name, { member, group });
  }

  #replace(
    over: number,
    { container, name, member }: { container: number; name: string; member: NewMember },
  ): void {
    this.#removals.revive(over);
    this.replaced.set(over, member);
    this.#namesIn(container).set(name, { member, group: over });
  }

  #namesIn(container: number): Map<string, { member: NewMember; group: number }> {
    return getOrSet(
      this.#names,
      container,
      () => new Map<string, { member: NewMember; group: number }>(),
    );
  }

  #newMember(edit: InsertEdit, level: number, origin: State | undefined): NewMember {
    const { key } = edit;
    const name = key[level] ?? '';
    const node = sourceNode(edit, level, origin)?.node;
    if (origin === undefined || node === undefined || level === key.length - 1)
      return { name, value: undefined, array: false, children: new Map() };
    const { tree, entry } = origin;
    const member = containerLike(name, origin, node);
    if (entry !== undefined && level === 0)
      for (const [other, child] of origin.membersOf(node))
        member.children.set(other, copyOf(other, { tree, node: child }));
    return member;
  }

  /** The member that names the elements of a list; in an empty list, as in the source. */
  #namerOf(container: number, { edit, depth, origin }: ElementPlace): string | undefined {
    const { tree, lists } = this.#state;
    if (tree.kind(container) !== ARRAY || lists.has(container)) return lists.get(container)?.by;
    const isEmpty = tree.first(container) === -1;
    return isEmpty ? sourceNode(edit, depth - 1, origin)?.namedBy : undefined;
  }

  /** A new element of an existing list, in the layout of its neighbour. */
  #asElement(
    member: NewMember,
    namer: string,
    place: ElementPlace & { readonly container: number },
  ): void {
    const { tree } = this.#state;
    const { container, edit, depth } = place;
    const group = this.#groupOf(container, depth, edit);
    const neighbour = group === FIRST ? tree.first(container) : group;
    if (neighbour !== -1) {
      member.inline = isInline(tree, neighbour);
      if (member.inline) member.pad = padOf(tree, neighbour);
    }
    this.#nameElement(member, namer, place);
  }

  /** Adds the member with its name, at its position among those of the source's element. */
  #nameElement(member: NewMember, by: string, { edit, depth, origin }: ElementPlace): void {
    if (depth === edit.key.length - 1) return;
    const node = sourceNode(edit, depth, origin)?.node;
    const others = node === undefined ? [by] : [...(origin?.membersOf(node).keys() ?? [])];
    if (!others.includes(by)) return;
    for (const name of others)
      member.children.set(name, {
        ...{ name, value: undefined, array: false, children: new Map(), isPlace: true },
      });
    const value = quote(member.name, [this.#state.fileHabits()]);
    member.children.set(by, { name: by, value, array: false, children: new Map() });
  }

  /** The `@key` object of an ARB text, if the file has such objects. */
  #addMetadata(
    edit: InsertEdit,
    { container, depth, origin }: { container: number; depth: number; origin: State | undefined },
  ): void {
    const name = `@${edit.key[depth] ?? ''}`;
    if (origin === undefined || !this.#state.hasUnitMetadata()) return;
    if (this.#state.membersOf(container).has(name)) return;
    const node = origin.nodeAt([...edit.key.slice(0, depth), name]);
    if (node === undefined) return;
    const member = copyOf(name, { tree: origin.tree, node });
    this.#attach(container, { member, name, group: this.#groupOf(container, depth, edit) });
  }
}

interface ElementPlace {
  readonly edit: InsertEdit;
  /** Index of the key segment that names the element. */
  readonly depth: number;
  readonly origin: State | undefined;
}

interface SourceNode {
  readonly tree: Tree;
  readonly node: number;
  /** The member that names the elements of this list. */
  readonly namedBy: string | undefined;
}

/** The source's node at the first segments of an edit's key. */
function sourceNode(
  { key, from }: InsertEdit,
  depth: number,
  origin: State | undefined,
): SourceNode | undefined {
  const path = from === undefined ? key : from.unit.key;
  const node = path.length === key.length ? origin?.nodeAt(path.slice(0, depth + 1)) : undefined;
  if (origin === undefined || node === undefined) return undefined;
  return { tree: origin.tree, node, namedBy: origin.lists.get(node)?.by };
}

function lastFileKey(tree: Tree, container: number): number {
  let last = FIRST;
  for (let child = tree.first(container); child !== -1; child = tree.next(child)) {
    if (!/^(?:@@.*|@metadata|\$schema)$/s.test(tree.key(child))) break;
    last = child;
  }
  return last;
}

/** A new container in the layout of the source's. */
function containerLike(name: string, { tree }: State, node: number): NewMember {
  const inline = isInline(tree, node);
  return {
    ...{ name, value: undefined, children: new Map(), inline },
    array: tree.kind(node) === ARRAY,
    ...(inline && tree.first(node) !== -1 && { pad: padOf(tree, node) }),
  };
}

/** Whether a container is on one line in a file with several. */
function isInline(tree: Tree, node: number): boolean {
  return !/[\r\n]/.test(tree.raw(node)) && /[\r\n]/.test(tree.raw(0));
}

function copyOf(name: string, copy: NonNullable<NewMember['copy']>): NewMember {
  return { name, value: undefined, array: false, children: new Map(), copy };
}

function sameStart(a: Key, b: Key, length: number): boolean {
  for (let i = 0; i < length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * The nodes to remove. A container is removed with its last member, except the outermost one and
 * elements of an array, because later elements would get other keys. An element with an id is
 * removed with its last text.
 */
class Removals {
  readonly #gone = new Set<number>();
  readonly #alive = new Map<number, number>();
  /** Of arrays with removed elements: those that remain, without removed ones at the end. */
  readonly #elements = new Map<number, number[]>();
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  has(node: number): boolean {
    return this.#gone.has(node);
  }

  /** Whether a container stays, as an element of an array, although all its members are removed. */
  isEmptied(container: number): boolean {
    return !this.#gone.has(container) && this.#alive.get(container) === 0;
  }

  /** Number of a container's remaining members, except for its id. */
  left(container: number): number {
    const known = this.#alive.get(container);
    if (known !== undefined) return known;
    const { tree, lists } = this.#state;
    const count = tree.children(container).filter((node) => !isId(tree, node, lists)).length;
    this.#alive.set(container, count);
    return count;
  }

  /** Removes a unit with earlier members of the same key and its metadata. */
  removeUnit(node: number): void {
    const { tree, base, entry } = this.#state;
    const isEntry = entry !== undefined && tree.parent(tree.parent(node)) === base;
    this.#removeMember(isEntry ? tree.parent(node) : node);
  }

  #removeMember(node: number): void {
    const { tree } = this.#state;
    const parent = tree.parent(node);
    this.#remove(node, parent);
    for (const earlierNode of this.#state.read().duplicates.get(node) ?? [])
      this.#remove(earlierNode, parent);
    if (tree.keyStart(node) !== -1) {
      const metadata = this.#state.membersOf(parent).get(`@${tree.key(node)}`);
      if (metadata !== undefined) this.#remove(metadata, parent);
    }
    if (this.left(parent) === 0) {
      if (this.#canGo(parent)) this.#removeMember(parent);
    } else if (this.isByIndex(parent)) this.#removeEmptied(parent);
  }

  #canGo(container: number): boolean {
    const { tree, base } = this.#state;
    if (container === base || container === 0) return false;
    const parent = tree.parent(container);
    return !this.isByIndex(parent) || this.#lastOf(parent) === container;
  }

  /** Whether a container's members are keyed by position. */
  isByIndex(container: number): boolean {
    const { tree, lists } = this.#state;
    return tree.kind(container) === ARRAY && !lists.has(container);
  }

  /** Removes the last remaining element if it was emptied while others followed it. */
  #removeEmptied(array: number): void {
    const last = this.#lastOf(array);
    if (last !== undefined && this.#alive.get(last) === 0) this.#removeMember(last);
  }

  /** The last remaining element. */
  #lastOf(array: number): number | undefined {
    const elements = this.#elements.get(array) ?? this.#state.tree.children(array);
    this.#elements.set(array, elements);
    while (elements.length > 0 && this.#gone.has(elements.at(-1) ?? -1)) elements.pop();
    return elements.at(-1);
  }

  #remove(node: number, parent: number): void {
    if (this.#gone.has(node)) return;
    const left = this.left(parent);
    this.#gone.add(node);
    this.#alive.set(parent, left - 1);
  }

  /** Restores a container and its parents, because something is added to it. */
  revive(container: number): void {
    const { tree } = this.#state;
    for (let node = container; node !== -1 && this.#gone.has(node); node = tree.parent(node)) {
      this.#gone.delete(node);
      const parent = tree.parent(node);
      this.#alive.set(parent, this.left(parent) + 1);
    }
  }

  /** Containers that lose members but stay. @param replaced - nodes with new content */
  containers(replaced: ReadonlyMap<number, unknown>): Set<number> {
    const { tree } = this.#state;
    const containers = new Set<number>();
    for (const node of this.#gone) {
      const parent = tree.parent(node);
      if (!this.#isInside(parent, replaced)) containers.add(parent);
    }
    return containers;
  }

  #isInside(container: number, replaced: ReadonlyMap<number, unknown>): boolean {
    const { tree } = this.#state;
    for (let node = container; node !== -1; node = tree.parent(node))
      if (this.#gone.has(node) || replaced.has(node)) return true;
    return false;
  }
}
