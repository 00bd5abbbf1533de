import { LOCK_FILE, LOCKS_FOLDER } from './names.js';
import type { Fact } from './fact.js';
import { normalApplied } from './applied-terms.js';
import { formatLock } from './format-lock.js';
import { parseLock } from './parse-lock.js';
import { ParsedLock } from './parsed-lock.js';
import { formatSettled, parseSettled } from './settled.js';
import type { SettledFinding } from './settled.js';

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
export function combineLocks(files: readonly LockFileText[]): CombinedLock {
  const read = files.map(({ path, text }) => ({ path, lock: parseLock(text) }));
  const places = new Map<string, string>();
  const all = new Map<string, readonly Fact[]>();
  for (const { path, lock } of read) {
    for (const [unit, facts] of lock.facts) {
      places.set(unit, path);
      all.set(unit, [...(all.get(unit) ?? []), ...facts]);
    }
  }
  const settled = formatSettled(parseSettled(read.map(({ lock }) => lock.settled).join('')));
  const applied = normalApplied(read.map(({ lock }) => lock.applied).join(''));
  const text = formatLock(all, settled, applied);
  const { facts } = parseLock(text);
  const problems = read.flatMap(({ path: file, lock }) =>
    lock.problems.map((problem) => ({ ...problem, file })),
  );
  const writable = read.every(({ lock }) => lock.writable);
  const lock = new ParsedLock({ text, facts, settled, applied, problems, writable });
  return { lock, places };
}

interface Part {
  readonly facts: Map<string, readonly Fact[]>;
  readonly settled: SettledFinding[];
}

/**
 * The texts of the lock files, by path.
 * @param text as returned by `formatLock`
 * @param placeOf returns the lock file of a unit
 */
export function splitLock(
  text: string,
  placeOf: (unit: string) => string,
): ReadonlyMap<string, string> {
  const lock = parseLock(text);
  const parts = new Map<string, Part>();
  const partOf = (path: string): Part => {
    const part = parts.get(path) ?? { facts: new Map(), settled: [] };
    parts.set(path, part);
    return part;
  };
  partOf(LOCK_FILE);
  for (const [unit, facts] of lock.facts) partOf(placeOf(unit)).facts.set(unit, facts);
  for (const finding of parseSettled(lock.settled)) {
    partOf(placeOf(finding.unit)).settled.push(finding);
  }
  return new Map(
    [...parts].map(([path, { facts, settled }]) => {
      const applied = path === LOCK_FILE ? lock.applied : '';
      return [path, formatLock(facts, formatSettled(settled), applied)];
    }),
  );
}
