import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from '../disk/index.js';
import { contentHash, LOCK_FILE } from '../lock/index.js';
import { readNotes, updateNotes, writeFileAtomic } from '../state/index.js';
import { takeBackOf, takenBack } from './review/index.js';
import type { TakeBack } from './review/index.js';
import type { RunContext } from './session/index.js';

/** A file before and after a step: its bytes before, and its content hash after. */
export interface FileStep {
  readonly path: string;
  /** Undefined if the file did not exist. */
  readonly before: Uint8Array | undefined;
  readonly after: string;
  /** How to undo the step if other parts of the file have changed since. */
  readonly takeBack: TakeBack | undefined;
}

/** What one `apply` changed. */
export interface Step {
  /** Unique among all steps, including undone ones. */
  readonly id: string;
  readonly files: readonly FileStep[];
  /** Whether the lock was the one that the last complete run left. */
  readonly wasKnown: boolean;
}

/** Undefined if the file does not exist. */
export function bytesOf(root: string, path: string): Buffer | undefined {
  try {
    return Buffer.from(readRegularFile(join(root, path)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** What a step changed in a file; empty if nothing. */
export function fileStep(
  path: string,
  before: Buffer | undefined,
  now: Buffer | undefined,
): readonly FileStep[] {
  if (now === undefined || before?.equals(now) === true) return [];
  const takeBack = before && takeBackOf(before.toString('latin1'), now.toString('latin1'));
  return [{ path, before, after: contentHash(now), takeBack }];
}

/** A file's hash now and its bytes after undo; undefined `bytes`: undo deletes the file. */
interface Undoing {
  readonly step: FileStep;
  readonly hash: string;
  readonly bytes: Uint8Array | undefined;
  /** Whether nobody has changed the file since. */
  readonly isExact: boolean;
}

/**
 * Undoes a step in all of its files or in none. If somebody has changed the same lines since,
 * nothing is undone and `message` says why.
 */
export function undoStep(
  { files, wasKnown }: Step,
  { config, state }: RunContext,
): { readonly files: readonly string[]; readonly message?: string } {
  const { root } = config;
  const undoings = files.map((step) => undoingOf(step, root));
  const moved = files.filter((_, at) => undoings[at] === undefined);
  if (moved.length > 0) {
    const names = moved.map(({ path }) => path).join(', ');
    const message = `Nothing was undone, because ${names} changed in the meantime. Edit the text again, or use version control.`;
    return { files: [], message };
  }
  for (const undoing of undoings) {
    if (undoing !== undefined) write(undoing, { root, state, wasKnown });
  }
  return { files: files.map(({ path }) => path) };
}

function undoingOf(step: FileStep, root: string): Undoing | undefined {
  const now = bytesOf(root, step.path);
  if (now === undefined) return undefined;
  const hash = contentHash(now);
  if (hash === step.after) return { step, hash, bytes: step.before, isExact: true };
  const text = step.takeBack && takenBack(now.toString('latin1'), step.takeBack);
  if (text === undefined) return undefined;
  return { step, hash, bytes: Buffer.from(text, 'latin1'), isExact: false };
}

interface Place {
  readonly root: string;
  readonly state: string;
  readonly wasKnown: boolean;
}

function write({ step, hash, bytes, isExact }: Undoing, { root, state, wasKnown }: Place): void {
  const isKnown = isExact ? wasKnown : readNotes(state).lock === hash;
  if (bytes === undefined) rmSync(join(root, step.path));
  else writeFileAtomic(join(root, step.path), bytes, { root, state, expect: hash });
  if (step.path === LOCK_FILE && isKnown && bytes !== undefined) {
    updateNotes(state, { lock: contentHash(bytes) });
  }
}
