import { LOCK_FILE, LOCKS_FOLDER } from './names.js';
import type { Facts } from './fact.js';
import { normalApplied } from './applied-terms.js';
import { formatHead } from './format-lock.js';
import { lineAt, unitAt } from './lock-lines.js';
import { madeLock, parseLock } from './parse-lock.js';
import { ParsedLock } from './parsed-lock.js';
import { formatSettled, parseSettled } from './settled.js';

// One lock in several files: the facts of a source file are in its folder's lock; those of whole
// files, glossaries and styles are in the root's. In memory they are one lock.

/** A lock file after reading. Paths are relative to the root, with `/`. */
export interface LockFileText {
  readonly path: string;
  readonly text: string;
}

export interface CombinedLock {
  readonly lock: ParsedLock;
  /** The lock file that a unit (`unitHash`) was read from. */
  readonly places: ReadonlyMap<string, string>;
}

/** The lock file of the facts of a source file. */
export function lockPathOf(source: string): string {
  const slash = source.lastIndexOf('/');
  return slash < 0 ? LOCK_FILE : `${LOCKS_FOLDER}/${source.slice(0, slash)}/${LOCK_FILE}`;
}

/** Combines all lock files into one lock in normal form. Problems name their file. */
export function combineLocks(files: readonly LockFileText[], earlier?: Facts): CombinedLock {
  const read = files.map(({ path, text }) => ({ path, lock: parseLock(text) }));
  const places = new Map<string, string>();
  const lines: string[] = [];
  for (const { path, lock } of read) {
    for (let at = 0; at < lock.starts.length; at += 1) {
      lines.push(lineAt(lock, at));
      places.set(unitAt(lock, at), path);
    }
  }
  const settled = formatSettled(parseSettled(read.map(({ lock }) => lock.settled).join('')));
  const applied = normalApplied(read.map(({ lock }) => lock.applied).join(''));
  const facts = [...new Set(lines.sort())].map((line) => `${line}\n`).join('');
  const { text, first, starts, isNormal } = parseLock(`${formatHead(settled, applied)}${facts}`);
  const problems = read.flatMap(({ path: file, lock }) =>
    lock.problems.map((problem) => ({ ...problem, file })),
  );
  const writable = read.every(({ lock }) => lock.writable);
  const reading = { text, first, starts, isNormal, settled, applied, problems, writable };
  return { lock: new ParsedLock(reading, earlier), places };
}

/**
 * The texts of the lock files, by path.
 * @param text as returned by `formatLock` or `updateLock`
 * @param placeOf returns the lock file of a unit
 */
export function splitLock(
  text: string,
  placeOf: (unit: string) => string,
): ReadonlyMap<string, string> {
  const lock = madeLock(text);
  const facts = new Map<string, string>([[LOCK_FILE, '']]);
  for (let at = 0; at < lock.starts.length; at += 1) {
    const path = placeOf(unitAt(lock, at));
    facts.set(path, `${facts.get(path) ?? ''}${lineAt(lock, at)}\n`);
  }
  const settled = new Map<string, ReturnType<typeof parseSettled>[number][]>();
  for (const finding of parseSettled(lock.settled)) {
    const path = placeOf(finding.unit);
    const own = settled.get(path) ?? [];
    own.push(finding);
    settled.set(path, own);
  }
  const paths = new Set([...facts.keys(), ...settled.keys()]);
  return new Map(
    [...paths].map((path) => {
      const head = formatHead(
        formatSettled(settled.get(path) ?? []),
        path === LOCK_FILE ? lock.applied : '',
      );
      return [path, `${head}${facts.get(path) ?? ''}`];
    }),
  );
}
