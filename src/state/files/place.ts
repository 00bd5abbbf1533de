import { accessSync, constants, existsSync, lstatSync, realpathSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readRegularFile, specialKind } from '../../disk/index.js';
import { contentHash, STATE_DIRECTORIES, STATE_FILES } from '../../lock/index.js';
import { isInside, leadsOutside } from './directory.js';
import { changed, WriteError, writeProtected } from './write-error.js';

/** Where a file is written, and what was there when the write was prepared. */
export interface Place {
  /** Path as the caller gave it. */
  readonly path: string;
  /** The path with its links followed. */
  readonly target: string;
  readonly before: Stats | undefined;
  /** `contentHash` of the expected current content; 'absent' if there was no file. */
  readonly expect: string | undefined;
  readonly durability: 'power-loss' | 'process-end';
}

/** The path with its links followed. @throws WriteError 'outside-root' if it leaves the root */
export function realTarget(path: string, root: string): string {
  const absolute = resolve(root, path);
  const outside = (target: string): WriteError =>
    new WriteError('outside-root', `leads outside the project, to ${target}`, {
      path,
      hint: "Only files below the config's folder are written. Remove the link or fix the pattern.",
    });
  if (!isInside(resolve(root), absolute)) throw outside(absolute);
  const missing: string[] = [];
  let existing = absolute;
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined) {
    missing.unshift(basename(existing));
    existing = dirname(existing);
  }
  const target = join(realpathSync.native(existing), ...missing);
  if (!isInside(realpathSync.native(root), target)) throw outside(target);
  return target;
}

/** True if the file already has these bytes. @throws WriteError if it must not be replaced */
export function sameOrExpected(
  target: string,
  before: Stats | undefined,
  wanted: { bytes: Uint8Array; path: string; expect: string | undefined },
): boolean {
  const { bytes, path, expect } = wanted;
  if (before !== undefined && !before.isFile()) {
    const hint = 'Move it away, or fix the pattern.';
    throw new WriteError('not-a-file', 'is not a regular file', { path, hint });
  }
  const current = before === undefined ? undefined : readRegularFile(target);
  if (current?.equals(bytes) === true) return true;
  const found = current === undefined ? 'absent' : contentHash(current);
  if (expect !== undefined && expect !== found) throw changed(path);
  return false;
}

/**
 * Checks that a file may be replaced: a rename would replace a write-protected one. The mode is
 * checked as well, because root passes every access check.
 * @throws WriteError 'read-only', or Error of the file system
 */
export function requireWritable(path: string, target: string, before: Stats | undefined): void {
  if (before === undefined) return;
  if ((before.mode & 0o222) === 0) throw writeProtected(path);
  accessSync(target, constants.W_OK);
}

/** True if permissions let the file be replaced or created. */
export function isWritable(path: string, root: string): boolean {
  try {
    const target = realTarget(path, root);
    requireWritable(path, target, statSync(target, { throwIfNoEntry: false }));
    let folder = dirname(target);
    while (!existsSync(folder)) folder = dirname(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks that nothing in the local state is a FIFO, a socket or a device. Nobody writes those there
 * by mistake.
 * @throws WriteError 'not-a-file'
 */
export function requireStateRegular(state: string): void {
  for (const name of [...STATE_DIRECTORIES, ...Object.values(STATE_FILES)]) {
    const path = join(state, name);
    const kind = specialKind(path);
    if (kind === undefined) continue;
    const hint = 'Remove it; the local state is created again.';
    throw new WriteError('not-a-file', `is ${kind}, not a regular file`, { path, hint });
  }
}

/**
 * Checks that the local state is made of files and folders, and that none of its folders leads out
 * of the project. Called before a run writes anything.
 * @throws WriteError 'outside-root', 'not-a-file'
 */
export function requireStateInside(state: string): void {
  requireStateRegular(state);
  for (const name of STATE_DIRECTORIES) {
    const target = leadsOutside(state, name);
    if (target === undefined) continue;
    const path = join(state, name);
    const hint = `A link in ${basename(state)} must stay inside the project. Remove it; the folder is created again. It is not meant to be committed.`;
    throw new WriteError('outside-root', `leads outside the project, to ${target}`, { path, hint });
  }
}
