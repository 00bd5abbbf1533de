import { OBJECT, STRING, type Tree } from './tree.js';

/** Members by key; of duplicates the last. */
export type Members = ReadonlyMap<string, number>;

/** Members that hold the text of an entry such as `{"message": "…", "description": "…"}`. */
const ENTRY_TEXT = ['message', 'defaultMessage'] as const;
const ENTRY_OTHERS = new Set(['description', 'placeholders', 'hash', 'id', 'icu']);

/** Which of its members makes a file a catalog of entries: all of its members are such objects. */
export function entryMember(tree: Tree, base: number): string | undefined {
  if (ENTRY_TEXT.every((text) => hasOther(tree, base, text))) return undefined;
  const members = membersOf(tree, base);
  return ENTRY_TEXT.find((text) => {
    let entries = 0;
    for (const [key, node] of members) {
      if (isFileKey(key)) continue;
      if (!isEntry(tree, node, text)) return false;
      entries += 1;
    }
    return entries > 0;
  });
}

/**
 * Whether the first member that is no entry counts: most files end here, before all keys are read.
 */
function hasOther(tree: Tree, base: number, text: string): boolean {
  if (tree.kind(base) !== OBJECT) return false;
  for (let node = tree.first(base); node !== -1; node = tree.next(node)) {
    const key = tree.key(node);
    if (isFileKey(key) || isEntry(tree, node, text)) continue;
    return tree.child(base, key) === node;
  }
  return false;
}

function isEntry(tree: Tree, node: number, text: string): boolean {
  if (tree.kind(node) !== OBJECT) return false;
  let found = false;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const key = tree.key(child);
    if (key === text) found = tree.kind(child) === STRING;
    else if (!ENTRY_OTHERS.has(key)) return false;
  }
  return found;
}

/** Keys at the top that speak about the file: `@@locale`, `@metadata`, `$schema`. */
function isFileKey(key: string): boolean {
  return key.startsWith('@@') || key === '@metadata' || key === '$schema';
}

/**
 * Whether a member says something about others and is no text itself: the keys about the file,
 * and `@key` beside `key` (ARB).
 */
export function isMetadata(
  tree: Tree,
  member: { readonly key: string; readonly node: number },
  {
    siblings,
    top,
    arb,
  }: { readonly siblings: Members; readonly top: boolean; readonly arb: boolean },
): boolean {
  const { key, node } = member;
  if (top && (key.startsWith('@@') || key === '$schema')) return true;
  if (!key.startsWith('@') || key.length === 1) return false;
  if (siblings.has(key.slice(1))) return true;
  return top && (arb || (key === '@metadata' && tree.kind(node) === OBJECT));
}

/** The description inside an entry or an ARB `@key` object; a plain string is one itself. */
export function description(tree: Tree, node: number): string | undefined {
  if (tree.kind(node) === STRING) return tree.string(node);
  if (tree.kind(node) !== OBJECT) return undefined;
  const member = membersOf(tree, node).get('description');
  return member !== undefined && tree.kind(member) === STRING ? tree.string(member) : undefined;
}

/** `maxLength` of an ARB description: how many characters a translation may have. */
export function statedLength(tree: Tree, node: number): number | undefined {
  if (tree.kind(node) !== OBJECT) return undefined;
  const member = membersOf(tree, node).get('maxLength');
  const length = member === undefined ? Number.NaN : Number(tree.raw(member));
  return Number.isInteger(length) && length > 0 ? length : undefined;
}

export function membersOf(tree: Tree, container: number): Map<string, number> {
  const members = new Map<string, number>();
  let index = 0;
  const object = tree.kind(container) === OBJECT;
  for (let child = tree.first(container); child !== -1; child = tree.next(child))
    members.set(object ? tree.key(child) : String(index++), child);
  return members;
}
