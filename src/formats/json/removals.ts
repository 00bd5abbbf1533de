import { isId } from './id-lists.js';
import type { State } from './state.js';
import { ARRAY } from './tree.js';

/**
 * The nodes to remove. A container is removed with its last member, except the outermost one and
 * elements of an array, because later elements would get other keys. An element with an id is
 * removed with its last text.
 */
export class Removals {
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
