import { keyId } from '../../model/index.js';
import type { Node } from './tree.js';

/**
 * Values that nothing reads, because a later value of their key, or of one above it, stands in
 * their place: of `{ a: { b: 1 }, a: { c: 2 } }`, `b`.
 */
export class Replaced<N extends Node> {
  readonly #nodes = new Set<Node>();
  readonly #filled = new Map<Node, N>();
  readonly #by = new Map<Node, readonly N[]>();
  /** By the id of a key, the nodes that a value there would replace. */
  readonly #current = new Map<string, N[]>();

  has(node: Node): boolean {
    return this.#nodes.has(node);
  }

  /** The first value elsewhere that is added to an empty container, which is no value itself then. */
  fillerOf(node: Node): N | undefined {
    return this.#filled.get(node);
  }

  /** Pairs of a node and a later one in its place, in the order of the later ones. */
  get pairs(): readonly (readonly [N, Node])[] {
    return [...this.#by].flatMap(([by, nodes]) => nodes.map((node) => [node, by] as const));
  }

  /** The next node of a file: parents come before their children. */
  add(node: N, parent: Node): void {
    const { key } = node;
    const id = keyId(key);
    const current = this.#current.get(id)?.filter((one) => !this.#nodes.has(one)) ?? [];
    if (current.length > 0) this.#by.set(node, current);
    for (const one of current) this.#drop(one);
    this.#current.set(id, [node]);
    // A statement such as `$lang['a']['b'] = …` adds to `$lang['a']`, and goes with its next value.
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

  /** Nodes that would be read again without these and all that is in them. */
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
