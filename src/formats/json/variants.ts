import { ARRAY, OBJECT, type Tree } from './tree.js';

/** What a message of inlang computes and chooses by: code beside the texts of its `match`. */
const CODE = new Set(['declarations', 'selectors']);
const MATCH = 'match';

const NONE: ReadonlySet<number> = new Set();

/**
 * The containers of code in the messages of inlang that have variants:
 * `"hours": [{ "declarations": […], "selectors": […], "match": { "n=one": "…" } }]`.
 */
export function codeOfVariants(tree: Tree): ReadonlySet<number> {
  if (!tree.listsObjects) return NONE;
  const code = new Set<number>();
  for (let node = 0; node < tree.count; node += 1) {
    if (tree.kind(node) !== OBJECT || node === 0 || tree.kind(tree.parent(node)) !== ARRAY)
      continue;
    if (isVariant(tree, node))
      for (const child of tree.children(node)) if (CODE.has(tree.key(child))) code.add(child);
  }
  return code;
}

function isVariant(tree: Tree, node: number): boolean {
  const children = tree.children(node);
  const hasMatch = children.some((child) => tree.key(child) === MATCH);
  return hasMatch && children.length > 1 && children.every((child) => isPart(tree, child));
}

function isPart(tree: Tree, node: number): boolean {
  const key = tree.key(node);
  return key === MATCH ? tree.kind(node) === OBJECT : CODE.has(key) && tree.kind(node) === ARRAY;
}
