import { type Document, keyId, type Origin } from '../../model/index.js';
import type { Node, TreeFile } from './tree.js';

/**
 * Finds the node of the source file that a text is made from, for details that its target adopts. A
 * source is read again once, on first use.
 *
 * @param format name of the format; a source in another format has no such node
 */
export function originsOf<F extends TreeFile>(
  format: string,
  read: (text: string) => F,
): (from: Origin | undefined) => { readonly node: F['root']; readonly file: F } | undefined {
  const known = new WeakMap<
    Document,
    { readonly file: F; readonly nodes: ReadonlyMap<string, F['root']> }
  >();
  return (from) => {
    if (from?.document.format !== format) return undefined;
    let source = known.get(from.document);
    if (source === undefined) {
      const file = read(from.document.text);
      source = { file, nodes: leavesOf(file.root) };
      known.set(from.document, source);
    }
    const node = source.nodes.get(keyId(from.unit.key));
    return node && { node, file: source.file };
  };
}

function leavesOf<N extends Node>(root: N): ReadonlyMap<string, N> {
  const leaves = new Map<string, N>();
  const collect = (node: N): void => {
    if (node.unit !== undefined) leaves.set(keyId(node.key), node);
    for (const child of (node.children ?? []) as readonly N[]) collect(child);
  };
  collect(root);
  return leaves;
}
