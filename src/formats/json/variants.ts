import { ARRAY, OBJECT, STRING, type Tree } from './tree.js';

/** Declarations and selectors of an inlang message: code beside the texts of its `match`. */
const CODE = new Set(['declarations', 'selectors']);
const MATCH = 'match';

/** Matches the `$schema` of catalogs in inlang's message format. */
const SCHEMA = /\binlang\b.*message-format/i;

const NONE: ReadonlySet<number> = new Set();

/** Whether the file declares inlang's message format. */
export function statesInlang(tree: Tree): boolean {
  if (tree.plainKeys || tree.kind(0) !== OBJECT) return false;
  const schema = tree.child(0, '$schema');
  return schema !== undefined && tree.kind(schema) === STRING && SCHEMA.test(tree.string(schema));
}

/**
 * The code values in inlang messages with variants: `"hours": [{ "declarations": […], "selectors":
 * […], "match": { "n=one": "…" } }]`. A file that declares the format may omit the array, and all
 * other members of a message are then code too.
 */
export function codeOfVariants(tree: Tree): ReadonlySet<number> {
  const isStated = statesInlang(tree);
  if (!tree.listsObjects && !isStated) return NONE;
  const code = new Set<number>();
  for (let node = 1; node < tree.count; node += 1) {
    if (tree.kind(node) !== OBJECT) continue;
    const isListed = tree.kind(tree.parent(node)) === ARRAY;
    if (isStated ? !hasMatch(tree, node) : !isListed || !isVariant(tree, node)) continue;
    for (const child of tree.children(node))
      if (tree.key(child) !== MATCH) addValues(tree, child, code);
  }
  return code;
}

function addValues(tree: Tree, value: number, code: Set<number>): void {
  const end = tree.end(value);
  for (let node = value; node < tree.count && tree.start(node) < end; node += 1) code.add(node);
}

/** Whether a node is a message with variants, which are texts with conditions. */
function hasMatch(tree: Tree, node: number): boolean {
  const match = tree.child(node, MATCH);
  if (match === undefined || tree.kind(match) !== OBJECT) return false;
  return tree.children(match).every((child) => tree.kind(child) === STRING);
}

function isVariant(tree: Tree, node: number): boolean {
  const children = tree.children(node);
  const matches = children.some((child) => tree.key(child) === MATCH);
  return matches && children.length > 1 && children.every((child) => isPart(tree, child));
}

function isPart(tree: Tree, node: number): boolean {
  const key = tree.key(node);
  return key === MATCH ? tree.kind(node) === OBJECT : CODE.has(key) && tree.kind(node) === ARRAY;
}
