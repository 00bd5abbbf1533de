import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  ensureStateDirectory,
  errno,
  isInside,
  leadsOutside,
  reason,
  removeQuietly,
  STATE_DIRECTORIES,
} from './directory.js';
import { contentHash } from './hash.js';
import { WriteError } from './write-error.js';

export interface WriteOptions {
  /** Absolute folder that the file, and where its links lead, must not leave. */
  readonly root: string;
  /** The local state folder (`.locale-sync`), absolute: temporary files are made below it, never beside catalogs. */
  readonly state: string;
  /** `contentHash` of what was read, or 'absent' where there was no file. Default: whatever is there is replaced. */
  readonly expect?: string;
  /**
   * What the file is sure to survive. 'power-loss' (default) waits for the disk, some milliseconds a file;
   * 'process-end' does not, and is as whole after a kill at any instant.
   */
  readonly durability?: 'power-loss' | 'process-end';
}

const SIBLING_PREFIX = '.locale-sync-';
const SIBLING_SUFFIX = '.tmp';
let counter = 0;

/** A file made ready: its bytes lie in the state folder, and the place they are for was looked at. */
export interface StagedFile {
  /**
   * Puts it in its place; once. What came there meanwhile is not replaced where `expect` was given.
   * @throws WriteError
   */
  commit(): 'written' | 'unchanged';
  /** The bytes, for one that could not be put in its place. Gone after `discard`. */
  content(): Buffer;
  /** Removes what is left in the state folder. Never throws. */
  discard(): void;
}

/**
 * Replaces a file as a whole, or leaves it as it was; equal content is never written. A new file keeps mode and
 * owner of the one it replaces, missing folders are made, and links inside the root are written through.
 * @throws WriteError
 */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  options: WriteOptions,
): 'written' | 'unchanged' {
  const staged = stageFile(path, content, options);
  try {
    return staged.commit();
  } finally {
    staged.discard();
  }
}

/** The slow part of `writeFileAtomic`; nothing changes in the project before `commit`. @throws WriteError */
export function stageFile(
  path: string,
  content: string | Uint8Array,
  options: WriteOptions,
): StagedFile {
  return explained(path, () => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const target = realTarget(path, options.root);
    const before = statSync(target, { throwIfNoEntry: false });
    const { expect, state, durability = 'power-loss' } = options;
    if (sameOrExpected(target, before, { bytes, path, expect })) return unchanged(bytes);
    requireWritable(path, target, before);
    const place = { path, target, before, expect, durability };
    const file = fillInState(state, bytes, place);
    return file === undefined ? new LateFile(bytes, place) : new ReadyFile(file, place);
  });
}

/**
 * For a run, before it writes anything: no folder of the local state may lead out of the project.
 * @throws WriteError 'outside-root'
 */
export function requireStateInside(state: string): void {
  for (const name of STATE_DIRECTORIES) {
    const target = leadsOutside(state, name);
    if (target === undefined) continue;
    const path = join(state, name);
    const hint = `A link in ${basename(state)} must stay inside the project. Remove it: the folder is made anew, and is not meant to be committed.`;
    throw new WriteError('outside-root', `leads out of the project, to ${target}`, { path, hint });
  }
}

interface Place {
  readonly path: string;
  readonly target: string;
  readonly before: Stats | undefined;
  readonly expect: string | undefined;
  readonly durability: 'power-loss' | 'process-end';
}

function unchanged(bytes: Uint8Array): StagedFile {
  return {
    commit: () => 'unchanged',
    content: () => Buffer.from(bytes),
    discard: () => undefined,
  };
}

/** Undefined where the state folder cannot be used. */
function fillInState(state: string, bytes: Uint8Array, place: Place): string | undefined {
  let file: string | undefined;
  try {
    file = join(ensureStateDirectory(state, 'tmp'), `${process.pid}-${(counter += 1)}`);
    fill(file, bytes, place);
    return file;
  } catch (error) {
    if (file !== undefined) removeFile(file);
    if (isFull(error)) throw error;
    return undefined;
  }
}

function putting(place: Place, put: () => void): 'written' {
  return explained(place.path, () => {
    mkdirSync(dirname(place.target), { recursive: true });
    put();
    return 'written';
  });
}

class ReadyFile implements StagedFile {
  readonly #file: string;
  readonly #place: Place;

  constructor(file: string, place: Place) {
    this.#file = file;
    this.#place = place;
  }

  commit(): 'written' {
    return putting(this.#place, () => {
      try {
        settle(this.#file, this.#place);
      } catch (error) {
        // The state folder is on another file system than the file.
        if (error instanceof WriteError || isFull(error)) throw error;
        placeBeside(readFileSync(this.#file), this.#place);
      }
    });
  }

  content(): Buffer {
    return readFileSync(this.#file);
  }

  discard(): void {
    removeFile(this.#file);
  }
}

/** Where the state folder cannot be used: made beside its target, and only when it is put there. */
class LateFile implements StagedFile {
  readonly #bytes: Uint8Array;
  readonly #place: Place;

  constructor(bytes: Uint8Array, place: Place) {
    this.#bytes = bytes;
    this.#place = place;
  }

  commit(): 'written' {
    return putting(this.#place, () => placeBeside(this.#bytes, this.#place));
  }

  content(): Buffer {
    return Buffer.from(this.#bytes);
  }

  discard(): void {
    // Nothing was left anywhere.
  }
}

function placeBeside(bytes: Uint8Array, place: Place): void {
  const folder = dirname(place.target);
  removeSiblings(folder);
  const unique = `${process.pid}-${(counter += 1)}`;
  const file = join(folder, `${SIBLING_PREFIX}${unique}${SIBLING_SUFFIX}`);
  try {
    fill(file, bytes, place);
    settle(file, place);
  } finally {
    removeFile(file);
  }
}

function explained<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw error instanceof WriteError ? error : explain(error, path);
  }
}

function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Gone into its place, or found again by the next run that cleans up.
  }
}

/** Temporary files as they are named here and by the memory's compaction. */
const TEMPORARY = /^(?:memory-)?\d+(?:-\d+)?$/;

/** Removes what killed runs left in the local state folder, and nothing else. Only under the run lock. Never throws. */
export function cleanTemp(state: string): void {
  if (leadsOutside(state, 'tmp') !== undefined) return;
  const folder = join(state, 'tmp');
  for (const name of namesIn(folder)) if (TEMPORARY.test(name)) removeFile(join(folder, name));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Where the bytes go: the path with its links followed, of which none may lead out of the root. */
function realTarget(path: string, root: string): string {
  const absolute = resolve(root, path);
  const outside = (target: string): WriteError =>
    new WriteError('outside-root', `leads out of the project, to ${target}`, {
      path,
      hint: 'Only files below the folder of the configuration are written; remove the link or correct the pattern.',
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

function sameOrExpected(
  target: string,
  before: Stats | undefined,
  wanted: { bytes: Uint8Array; path: string; expect: string | undefined },
): boolean {
  const { bytes, path, expect } = wanted;
  if (before !== undefined && !before.isFile()) {
    const hint = 'Move it out of the way, or correct the pattern.';
    throw new WriteError('not-a-file', 'is not a regular file', { path, hint });
  }
  const current = before === undefined ? undefined : readFileSync(target);
  if (current?.equals(bytes) === true) return true;
  const found = current === undefined ? 'absent' : contentHash(current);
  if (expect !== undefined && expect !== found) throw changed(path);
  return false;
}

function changed(path: string): WriteError {
  return new WriteError('changed-on-disk', 'was changed while it was being translated', {
    path,
    hint: 'It is left as it is. Run the command again: what the memory holds costs nothing.',
  });
}

/** A rename would replace a write-protected file; whoever protected it meant it. Root passes every access check. */
function requireWritable(path: string, target: string, before: Stats | undefined): void {
  if (before === undefined) return;
  if ((before.mode & 0o222) === 0) throw readOnly(path);
  accessSync(target, constants.W_OK);
}

/** Whether a file may be replaced or made, as far as permissions tell. */
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

function readOnly(path: string, cause?: unknown): WriteError {
  return new WriteError('read-only', 'cannot be written: it or its folder is read-only', {
    path,
    hint: 'Give write permission and run the command again: what the memory holds costs nothing.',
    cause,
  });
}

function fill(file: string, bytes: Uint8Array, { before: like, durability }: Place): void {
  const descriptor = openSync(file, 'wx', 0o666);
  try {
    writeFileSync(descriptor, bytes);
    if (like !== undefined) {
      fchmodSync(descriptor, like.mode & 0o7777);
      keepOwner(descriptor, like);
    }
    if (durability === 'power-loss') fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** In a container that runs as root, the user's files must not become root's. */
function keepOwner(descriptor: number, { uid, gid }: Stats): void {
  if (process.getuid?.() !== 0) return;
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // Some file systems know no owners.
  }
}

/** Puts the filled file in its place, unless the place changed since it was looked at. */
function settle(file: string, { target, before, path, expect }: Place): void {
  if (expect !== undefined && before === undefined) {
    linkNew(file, target, path);
    return;
  }
  const now = statSync(target, { throwIfNoEntry: false });
  const same =
    now?.ino === before?.ino && now?.size === before?.size && now?.mtimeMs === before?.mtimeMs;
  if (expect !== undefined && !same) throw changed(path);
  renameSync(file, target);
}

/** A link, unlike a rename, fails where someone else made the file meanwhile. */
function linkNew(file: string, target: string, path: string): void {
  try {
    linkSync(file, target);
  } catch (error) {
    if (errno(error) === 'EEXIST') throw changed(path);
    if (errno(error) === 'EXDEV') throw error;
    // No hard links on this file system.
    if (statSync(target, { throwIfNoEntry: false }) !== undefined) throw changed(path);
    renameSync(file, target);
  }
}

/** Left by a run that was killed in the one case where temporary files lie beside catalogs. */
function removeSiblings(folder: string): void {
  for (const name of readdirSync(folder)) {
    const ours = name.startsWith(SIBLING_PREFIX) && name.endsWith(SIBLING_SUFFIX);
    if (ours) removeQuietly(join(folder, name));
  }
}

function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(errno(error));
}

function explain(error: unknown, path: string): WriteError {
  if (isFull(error)) {
    const hint = 'Free space and run the command again: what the memory holds costs nothing.';
    return new WriteError('disk-full', 'the disk is full', { path, hint, cause: error });
  }
  switch (errno(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return readOnly(path, error);
    default: {
      const hint = 'Check the file and its folder, and run the command again.';
      return new WriteError('failed', `cannot be written (${reason(error)})`, {
        path,
        hint,
        cause: error,
      });
    }
  }
}
