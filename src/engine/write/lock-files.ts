import { join } from 'node:path';
import { LOCK_FILE, lockPathOf, splitLock } from '../../lock/index.js';
import {
  lockHashOf,
  readStamped,
  removeFolderLock,
  WriteError,
  writeStamped,
} from '../../state/index.js';
import type { Stamp } from '../../state/index.js';
import type { Inputs, LockFiles } from '../load/index.js';

export interface LockFilesContext {
  readonly root: string;
  /** Absolute path of the local state's folder. */
  readonly state: string;
  readonly inputs: Inputs;
  readonly lockFiles: LockFiles;
  /** Source files of compared units. Default: none known. */
  readonly sourceOf?: (() => ReadonlyMap<string, string>) | undefined;
}

/**
 * Writes a lock to its files. Files that gain lines are written first, so that a killed run leaves
 * a fact twice rather than not at all. Files without content are removed, except the root's.
 * @throws WriteError if one has changed since it was read
 */
export function putFiles(text: string, context: LockFilesContext): readonly Stamp[] {
  const { lockFiles, root, state } = context;
  const texts = splitLock(text, placesOf(context));
  const { hashes } = lockFiles;
  const stamps = [...texts]
    .filter(([path, own]) => hashes.get(path) !== 'absent' || hasFacts(own))
    .sort((one, other) => Number(isRoot(one, lockFiles)) - Number(isRoot(other, lockFiles)))
    .map(([path, own]) => {
      const expect = hashes.get(path) ?? 'absent';
      return writeStamped(join(root, path), own, { root, state, expect });
    });
  for (const [path, hash] of hashes) {
    if (texts.has(path)) continue;
    requireSame(path, hash, root);
    removeFolderLock(root, path);
    context.inputs.read(path);
  }
  return stamps;
}

/** Whether to write a file last: the root's lock, if its facts move to their folders. */
function isRoot([path]: readonly [string, string], { isPerFolder }: LockFiles): boolean {
  return isPerFolder && path === LOCK_FILE;
}

function hasFacts(text: string): boolean {
  return text.split('\n').some((line) => line !== '' && !line.startsWith('#'));
}

/** The lock file of a unit. A unit that was not compared stays where it was. */
function placesOf({ lockFiles, sourceOf }: LockFilesContext): (unit: string) => string {
  const { isPerFolder, places } = lockFiles;
  if (!isPerFolder) return () => LOCK_FILE;
  const sources = sourceOf?.() ?? new Map<string, string>();
  return (unit) => {
    const source = sources.get(unit);
    return source === undefined ? (places.get(unit) ?? LOCK_FILE) : lockPathOf(source);
  };
}

/** @throws WriteError 'changed-on-disk' */
function requireSame(path: string, hash: string, root: string): void {
  const file = join(root, path);
  const { content } = readStamped(file);
  if (content === undefined || lockHashOf(content) === hash) return;
  const hint = 'It was kept as it is; the next run reads it again.';
  throw new WriteError('changed-on-disk', 'has changed since it was read', { path: file, hint });
}
