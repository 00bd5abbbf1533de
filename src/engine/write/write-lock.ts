import { hasConfigBeside } from '../../config/index.js';
import { leavesOut } from '../../model/index.js';
import type { Fact, Facts } from '../../lock/index.js';
import type { Loaded } from '../load/index.js';
import type { Reporting, Written } from '../units/reporting.js';
import { isConfirmed } from '../units/decided.js';
import { baselineChanges, lockChanges } from './lock-facts.js';
import { writeLock } from './lock.js';
import { settledLines } from './settled-lines.js';
import type { FoundFinding } from './settled-lines.js';
import type { LockAfter } from './lock.js';
import { catalogId } from '../units/known-texts.js';
import type {
  DecidedRow,
  FileComparison,
  LocaleComparison,
  Row,
  UnitFinding,
} from '../units/row.js';
import { unitsToFind } from '../ledger/index.js';
import type { RememberedFiles } from '../ledger/index.js';

interface RunForLock {
  readonly loaded: Loaded;
  readonly remembered: RememberedFiles | undefined;
  readonly locales: readonly LocaleComparison[];
  readonly files: readonly FileComparison[];
  /** Whether other files were compared as well. Default: false. */
  readonly isCut?: boolean;
  readonly accepts: Reporting['accepts'];
  readonly written: Written;
  /** Findings for texts that differ from other translations of their source. */
  readonly odd: readonly UnitFinding[];
  /** Lines of applied glossary and style files. Default: the lock's. */
  readonly applied?: string | undefined;
  /** Absolute path of the local state's folder. */
  readonly state: string;
  /** Facts that the run compared with but the lock does not have. */
  readonly known?: Facts | undefined;
}

/** Updates the lock after a run. */
export function writeLockAfter(run: RunForLock): LockAfter {
  const { loaded, locales, files, accepts, written, isCut = false } = run;
  const { config, selection, broken } = loaded;
  const isWhole = !leavesOut(selection) && loaded.later.length === 0 && !isCut;
  const isComplete = broken.length === 0 && isWhole;
  // Lines that the run did not find may belong to the other config.
  const isOnlyWriter = isComplete && !hasConfigBeside(config.file);
  // A run that only removes starts no lock: its first facts would say that this is all there was.
  const startsNone = run.known !== undefined && loaded.lock.isEmpty;
  const compared = locales.reduce((sum, { files: own }) => sum + own.length, 0);
  const changes = lockChanges({
    previous: (id) => loaded.lock.factsOf(id),
    files: startsNone ? [] : files,
    orphans: locales.flatMap(({ locale, orphans }) => orphans.map((texts) => ({ locale, texts }))),
    accepts,
    kept: written.kept,
    // A run has pieces only if the lock has no facts about their files.
    mayBeGone: isOnlyWriter && loaded.isWhole ? unitsToFind(run, files) : [],
    adopted: adoptedIn(loaded, { isCut: isCut || files.length < compared }),
    lockIsEmpty: loaded.lock.isEmpty,
  });
  const { lines: settled } = settledLines({
    lines: loaded.lock.settled,
    files,
    odd: run.odd,
    unread: () =>
      new Set(loaded.remembered.flatMap(({ source }) => run.remembered?.idsOf(source) ?? [])),
    isComplete: isOnlyWriter,
  });
  // The run knows better than the lock what these rows' texts are.
  const hasNewFact = (row: Row): row is DecidedRow => row.written !== undefined || isConfirmed(row);
  return writeLock(changes, () => files.flatMap(({ rows }) => rows.filter(hasNewFact)), {
    ...loaded,
    settled,
    applied: run.applied ?? loaded.lock.applied,
    root: config.root,
    state: run.state,
    isComplete,
    sourceOf: () => sourcesByUnit(files),
  });
}

/**
 * The catalogs of the config, each with the locales in which the run has compared all of its files.
 * The runners of a sharded run do so together.
 */
function adoptedIn(
  { config, selection, broken, later }: Loaded,
  { isCut }: { readonly isCut: boolean },
): ReadonlyMap<string, readonly string[]> {
  const isPart = isCut || later.length > 0 || broken.length > 0 || selection.files !== undefined;
  const { locales } = selection;
  const seen = (locale: string): boolean => !isPart && locales?.includes(locale) !== false;
  return new Map(
    config.catalogs.map((catalog) => [catalogId(catalog), catalog.targets.filter(seen)]),
  );
}

/**
 * Settles findings, without changes of texts. Everything has been compared.
 * @param run `accepts`: whether an open finding is settled now · `isBaseline`: whether all texts are
 * adopted, too
 */
export function writeSettled(run: {
  readonly loaded: Loaded;
  readonly locales: readonly LocaleComparison[];
  readonly odd: readonly UnitFinding[];
  readonly state: string;
  readonly accepts: (found: FoundFinding) => boolean;
  readonly isBaseline: boolean;
}): LockAfter & { readonly accepted: readonly FoundFinding[] } {
  const { loaded, locales, odd, state, accepts, isBaseline } = run;
  const { lock, selection, broken } = loaded;
  const { root, file } = loaded.config;
  const files = locales.flatMap((locale) => locale.files);
  const { lines: settled, accepted } = settledLines({
    lines: lock.settled,
    files,
    odd,
    unread: () => new Set(),
    isComplete: broken.length === 0 && !leavesOut(selection) && !hasConfigBeside(file),
    accepts,
  });
  const adopted = adoptedIn(loaded, { isCut: false });
  const changes = isBaseline
    ? baselineChanges(files, (id) => lock.factsOf(id), adopted)
    : new Map<string, readonly Fact[]>();
  if (settled === lock.settled && changes.size === 0) {
    return { problems: [], left: undefined, accepted };
  }
  const after = writeLock(changes, () => [], {
    ...loaded,
    settled,
    root,
    state,
    isComplete: false,
  });
  return { ...after, accepted };
}

/** The source file of each unit. Only needed for a lock of several files. */
function sourcesByUnit(files: RunForLock['files']): ReadonlyMap<string, string> {
  const sources = new Map<string, string>();
  for (const { pair, kept, expected } of files) {
    const { path } = pair.source;
    for (const { id } of kept) sources.set(id, path);
    for (const { id } of expected) sources.set(id, path);
  }
  return sources;
}
