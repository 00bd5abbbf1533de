import type { InsertEdit, Key } from '../../model/index.js';
import { noRoom, outOfTurn } from '../kit/edits.js';
import { getOrSet } from '../kit/maps.js';
import { quote } from './escape.js';
import { padOf } from './layout.js';
import type { NewMember } from './print.js';
import type { Removals } from './removals.js';
import type { State } from './state.js';
import { ARRAY, LITERAL, OBJECT, type Tree } from './tree.js';

/** The place before all members. */
export const FIRST = -1;

/** New members by the container that gets them, and there by the member that they follow. */
export class Additions {
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
