import { keyId } from '../../model/index.js';
import type { Node } from './tree.js';

/**
 * Values that nothing reads, because a later value with the same key, or with a parent's key,
 * replaces them: `b` in `{ a: { b: 1 }, a: { c: 2 } }`.
 */
export class Replaced<N extends Node> {
  readonly #nodes = new Set<Node>();
  readonly #filled = new Map<Node, N>();
  readonly #by = new Map<Node, readonly N[]>();
  /** By key id, the nodes that a value there would replace. */
  readonly #current = new Map<string, N[]>();

  has(node: Node): boolean {
    return this.#nodes.has(node);
  }

  /** The first value added elsewhere to an empty container, which is then not a value itself. */
  fillerOf(node: Node): N | undefined {
    return this.#filled.get(node);
  }

  /** Pairs of a node and the later one that replaces it, in the order of the later ones. */
  get pairs(): readonly (readonly [N, Node])[] {
    return [...this.#by].flatMap(([by, nodes]) => nodes.map((node) => [node, by] as const));
  }

  /** Adds the next node of a file: parents come before their children. */
  add(node: N, parent: Node): void {
    const { key } = node;
    const id = keyId(key);
    const current = this.#current.get(id)?.filter((one) => !this.#nodes.has(one)) ?? [];
    if (current.length > 0) this.#by.set(node, current);
    for (const one of current) this.#drop(one);
    this.#current.set(id, [node]);
    // A statement such as `$lang['a']['b'] = …` adds to `$lang['a']`, and is replaced with its next
    // value.
    for (let length = parent.key.length + 1; length < key.length; length += 1) {
      const above = keyId(key.slice(0, length));
      const others = this.#current.get(above);
      if (others === undefined) this.#current.set(above, [node]);
      else {
        const [first] = others;
        if (first?.children?.length === 0 && !this.#filled.has(first))
          this.#filled.set(first, node);
        others.push(node);
      }
    }
  }

  /** Nodes that would become visible again if these and their content were removed. */
  behind(nodes: readonly Node[]): readonly Node[] {
    if (this.#by.size === 0) return [];
    const found = new Set<Node>();
    const seen = new Set<Node>();
    const open: Node[] = [...nodes];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (seen.has(one)) continue;
      seen.add(one);
      const earlier = this.#by.get(one) ?? [];
      for (const node of earlier.flatMap(nodesIn)) found.add(node);
      open.push(...earlier, ...(one.children ?? []));
    }
    return [...found];
  }

  #drop(node: Node): void {
    this.#nodes.add(node);
    node.children?.forEach((child) => {
      this.#drop(child);
    });
  }
}

function nodesIn(node: Node): readonly Node[] {
  return [node, ...(node.children ?? []).flatMap(nodesIn)];
}
