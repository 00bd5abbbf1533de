import type { FileNode, Tree } from './tree.js';

/**
 * The part of an id before the locale at its end: `messages.` of Symfony's `messages.en`, '' of
 * `en`; undefined for other ids.
 */
function stemOf(id: string, locale: string): string | undefined {
  const stem = id.slice(0, id.length - locale.length);
  const follows = normal(id.slice(stem.length)) === normal(locale) && locale !== '';
  return follows && /(?:^|[^\p{L}\p{N}])$/u.test(stem) ? stem : undefined;
}

function normal(locale: string): string {
  return locale.toLowerCase().replaceAll('_', '-');
}

/** A source file and its locale as spelled in file names. */
interface Source {
  readonly tree: Tree;
  readonly locale: string | undefined;
}

/**
 * Ids of a source's `<file>`s in a file of another locale: those that end with the locale get the
 * new one.
 */
export function idsFor(
  locale: string | undefined,
  { tree, locale: own = '' }: Source,
): ReadonlyMap<FileNode, string> {
  const ids = new Map<FileNode, string>();
  for (const file of tree.root.files) {
    const stem = locale === undefined ? undefined : stemOf(file.id, own);
    // A reference with the old id would be dangling.
    const isReferred = tree.text.includes(`f=${file.id}/`);
    if (stem !== undefined && !isReferred) ids.set(file, stem + (locale ?? ''));
  }
  return ids;
}

/** A target whose `<file>`s have, in keys, the ids of the corresponding source files. */
export function withSourceKeys(tree: Tree, ids: ReadonlyMap<FileNode, string>): Tree {
  const bySpelling = new Map([...ids].map(([file, id]) => [normal(id), file.id]));
  if (bySpelling.size === 0) return tree;
  const files = new Map(tree.files);
  for (const file of tree.root.files) {
    const key = bySpelling.get(normal(file.id));
    if (key === undefined || files.has(key)) continue;
    files.delete(file.id);
    files.set(key, file);
    file.key = key;
  }
  return { ...tree, files };
}

/** Whether a target has ids that contain its source's locale. */
export function keepsSourceIds(tree: Tree, ids: ReadonlyMap<FileNode, string>): boolean {
  return [...ids.keys()].some(({ id }) => tree.root.files.some((file) => file.id === id));
}
