import { formatKey, keyId } from '../../model/index.js';
import type { Key, Problem, Unit } from '../../model/index.js';
import { positions } from './positions.js';
import type { Node, TreeFile } from './tree.js';
import { formatError, MOST_VALUES, TOO_LARGE } from './unusable.js';

/** The nodes of a file by their keys. Of duplicate keys the last one counts. */
export class TreeIndex<F extends TreeFile> {
  readonly file: F;
  /** In file order. */
  readonly units: readonly Unit[];
  readonly #leaves = new Map<string, F['root'][]>();
  readonly #containers = new Map<string, F['root']>();

  /** @throws FormatError `syntax` for more values than memory holds */
  constructor(file: F) {
    this.file = file;
    const leaves: F['root'][] = [];
    this.#collect(file.root, leaves);
    const hasTwice = leaves.length > this.#leaves.size;
    const units: Unit[] = [];
    for (const { unit, key } of leaves)
      if (unit !== undefined && (!hasTwice || this.leafAt(key)?.unit === unit)) units.push(unit);
    this.units = units;
  }

  leafAt(key: Key): F['root'] | undefined {
    return this.#leaves.get(keyId(key))?.at(-1);
  }

  /** All nodes with a value at a key: more than one where the key stands there again. */
  leavesAt(key: Key): readonly F['root'][] {
    return this.#leaves.get(keyId(key)) ?? [];
  }

  containerAt(key: Key): F['root'] | undefined {
    return key.length === 0 ? this.file.root : this.#containers.get(keyId(key));
  }

  /** A warning for every key that stands there again, with both lines. */
  duplicates(name?: string): readonly Problem[] {
    const { text } = this.file;
    const lineOf = positions(text);
    const again = [...this.#leaves.values()].filter((nodes) => nodes.length > 1);
    return again.flatMap((nodes) =>
      nodes.slice(1).map((node, i): Problem => {
        const [first, second] = [nodes[i], node].map((one) => startOf(one));
        const { line, column } = lineOf(second ?? 0);
        const key = formatKey(node.key);
        const message = `"${key}" is in line ${lineOf(first ?? 0).line} and in line ${line}; the last one counts.`;
        const where = { ...(name !== undefined && { file: name }), line, column, key };
        return { code: 'duplicate-key', severity: 'warning', message, ...where };
      }),
    );
  }

  #collect(node: F['root'], leaves: F['root'][]): void {
    if (node.unit !== undefined) {
      leaves.push(node);
      if (leaves.length > MOST_VALUES) {
        const { text } = this.file;
        throw formatError('syntax', TOO_LARGE, { text, offset: node.block.start });
      }
      const id = keyId(node.key);
      const known = this.#leaves.get(id);
      if (known === undefined) this.#leaves.set(id, [node]);
      else known.push(node);
    }
    if (node.children === undefined) return;
    if (node.key.length > 0) this.#containers.set(keyId(node.key), node);
    for (const child of node.children) this.#collect(child, leaves);
  }
}

function startOf(node: Node | undefined): number {
  return node?.unit?.range.start ?? 0;
}
