import { formatKey, type Key, keyId, type Problem, type Unit } from '../../model/index.js';
import { duplicateKey } from './duplicate-key.js';
import { positions } from './positions.js';
import type { Node, TreeFile, TreeFormat } from './tree.js';
import { formatError, MOST_VALUES, TOO_LARGE } from './unusable.js';

/**
 * Values that nothing reads, because a later value with the same key, or with a parent's key,
 * replaces them: `b` in `{ a: { b: 1 }, a: { c: 2 } }`.
 */
class Replaced<N extends Node> {
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

/** The nodes of a file by key. The last of duplicate keys counts. */
export class TreeIndex<F extends TreeFile> {
  readonly file: F;
  /** In file order. */
  readonly units: readonly Unit[];
  /** The last value of each key. */
  readonly #leaves = new Map<string, F['root']>();
  /** All values of each duplicate key, in file order. */
  readonly #repeated = new Map<string, F['root'][]>();
  #containers: ReadonlyMap<string, F['root']> | undefined;
  readonly #replaced: Replaced<F['root']> | undefined;
  readonly #refusedBy: string | undefined;

  /** @throws FormatError `syntax` for more values than memory can hold */
  constructor(file: F, { replaces, refusedBy }: Pick<TreeFormat<F>, 'replaces' | 'refusedBy'>) {
    this.file = file;
    this.#refusedBy = refusedBy;
    if (replaces === true) this.#replaced = new Replaced();
    const leaves: F['root'][] = [];
    this.#collect(file.root, leaves);
    const hasTwice = leaves.length > this.#leaves.size || this.#replaced !== undefined;
    const units: Unit[] = [];
    for (const { unit, key } of leaves)
      if (unit !== undefined && (!hasTwice || this.leafAt(key)?.unit === unit)) units.push(unit);
    this.units = units;
  }

  leafAt(key: Key): F['root'] | undefined {
    return this.#ifRead(this.#leaves.get(keyId(key)));
  }

  /** All nodes with a value at a key: several if the key is duplicated. */
  leavesAt(key: Key): readonly F['root'][] {
    const id = keyId(key);
    const leaf = this.#leaves.get(id);
    return this.#repeated.get(id) ?? (leaf === undefined ? [] : [leaf]);
  }

  containerAt(key: Key): F['root'] | undefined {
    return key.length === 0 ? this.file.root : this.#ifRead(this.#containerOf(key));
  }

  /** The first value that is added elsewhere to the empty container at a key. */
  fillerAt(key: Key): F['root'] | undefined {
    const container = this.#containerOf(key);
    if (container === undefined || this.#replaced?.has(container) === true) return undefined;
    return this.#replaced?.fillerOf(container);
  }

  /** Nodes that would become visible again without the given ones. */
  behind(nodes: readonly Node[]): readonly Node[] {
    return this.#replaced?.behind(nodes) ?? [];
  }

  /** All duplicate keys, with both lines. */
  duplicates(name?: string): readonly Problem[] {
    const pairs = this.#pairs();
    if (pairs.length === 0) return [];
    const { text } = this.file;
    const lineOf = positions(text);
    const about = { file: name, refusedBy: this.#refusedBy };
    return pairs.map(([first, second]) => {
      const places = [lineOf(startOf(first)), lineOf(startOf(second))] as const;
      return duplicateKey(formatKey(second.key), places, about);
    });
  }

  #pairs(): readonly (readonly [Node, Node])[] {
    if (this.#replaced !== undefined) return this.#replaced.pairs;
    return [...this.#repeated.values()].flatMap((nodes) =>
      nodes.slice(1).map((node, i) => [nodes[i] ?? node, node] as const),
    );
  }

  #ifRead(node: F['root'] | undefined): F['root'] | undefined {
    const replaced = this.#replaced;
    if (node === undefined || replaced === undefined) return node;
    return replaced.has(node) || replaced.fillerOf(node) !== undefined ? undefined : node;
  }

  #collect(node: F['root'], leaves: F['root'][], parent?: F['root']): void {
    if (parent !== undefined && (node.unit ?? node.children) !== undefined)
      this.#replaced?.add(node, parent);
    if (node.unit !== undefined) {
      leaves.push(node);
      if (leaves.length > MOST_VALUES) {
        const { text } = this.file;
        throw formatError('syntax', TOO_LARGE, { text, offset: node.block.start });
      }
      const id = keyId(node.key);
      const before = this.#leaves.get(id);
      if (before !== undefined) {
        const repeated = this.#repeated.get(id);
        if (repeated === undefined) this.#repeated.set(id, [before, node]);
        else repeated.push(node);
      }
      this.#leaves.set(id, node);
    }
    if (node.children === undefined) return;
    for (const child of node.children) this.#collect(child, leaves, node);
  }

  // Only edits need containers.
  #containerOf(key: Key): F['root'] | undefined {
    this.#containers ??= containersIn(this.file.root);
    return this.#containers.get(keyId(key));
  }
}

/** Nodes with children below a node, by key; the last node of each key. */
function containersIn<N extends Node>(root: N): ReadonlyMap<string, N> {
  const found = new Map<string, N>();
  const collect = (node: N): void => {
    if (node.children === undefined) return;
    if (node.key.length > 0) found.set(keyId(node.key), node);
    for (const child of node.children) collect(child as N);
  };
  collect(root);
  return found;
}

/** Start of a value, or of a container's bracket. */
function startOf({ keyAt, unit, inside = 1 }: Node): number {
  return keyAt ?? unit?.range.start ?? inside - 1;
}
