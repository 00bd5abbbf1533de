import { hasConfigBeside } from '../../config/index.js';
import { leavesOut } from '../../model/index.js';
import { ADOPTED, targetHash } from '../../state/index.js';
import type { Fact, TargetFact } from '../../state/index.js';
import type { Loaded } from '../load/index.js';
import type { Change, FileChanges } from '../changes/types.js';
import { isConfirmed } from '../changes/results.js';
import type { Results, Written } from '../changes/results.js';
import { lockChanges } from './lock-facts.js';
import { writeLock } from './lock.js';
import { settledLines } from './settled-lines.js';
import type { FoundFinding } from './settled-lines.js';
import type { LockAfter } from './lock.js';
import type { LocaleComparison, UnitFinding } from '../units/types.js';
import { unitsToFind } from '../records/index.js';
import type { RememberedFiles } from '../records/index.js';

const NO_FACTS: readonly Fact[] = [];

export interface RunForLock {
  readonly loaded: Loaded;
  readonly remembered: RememberedFiles | undefined;
  readonly locales: readonly LocaleComparison[];
  readonly files: readonly FileChanges[];
  /** Whether other files were compared as well. Default: false. */
  readonly isCut?: boolean;
  readonly results: Results;
  readonly written: Written;
  /** Findings for texts that differ from other translations of their source. */
  readonly odd: readonly UnitFinding[];
  /** Lines of applied glossary and style files. Default: the lock's. */
  readonly applied?: string | undefined;
  /** Absolute path of the local state's folder. */
  readonly state: string;
}

/** Updates the lock after a run. */
export function writeLockAfter(run: RunForLock): LockAfter {
  const { loaded, locales, files, results, written, isCut = false } = run;
  const { config, selection, broken } = loaded;
  const { proposalOf, accepts } = results;
  const isWhole = !leavesOut(selection) && loaded.later.length === 0 && !isCut;
  const isComplete = broken.length === 0 && isWhole;
  // Lines that the run did not find may belong to the other config.
  const isOnlyWriter = isComplete && !hasConfigBeside(config.file);
  const changes = lockChanges({
    previous: previousFacts(run),
    files,
    orphans: locales.flatMap(({ locale, orphans }) => orphans.map((texts) => ({ locale, texts }))),
    written: written.texts,
    isProposed: (change) => change.isPending || proposalOf(change) !== undefined,
    confirmed: (change) => confirmedFact(change, proposalOf),
    accepts,
    kept: written.kept,
    // A run has windows only if the lock has no facts about their files.
    mayBeGone: isOnlyWriter && loaded.part === undefined ? unitsToFind(loaded, run) : [],
  });
  const proposed = files.flatMap(({ changes: own }) =>
    own.filter((one) => isConfirmed(one, proposalOf)),
  );
  const { lines: settled } = settledLines({
    lines: loaded.lock.settled,
    files,
    odd: run.odd,
    isWritten: (change) => written.texts.has(change),
    unread: () => unreadUnits(run),
    isComplete: isOnlyWriter,
  });
  return writeLock(changes, () => [...written.texts.keys(), ...proposed], {
    ...loaded,
    settled,
    applied: run.applied ?? loaded.lock.applied,
    root: config.root,
    state: run.state,
    isComplete,
    sourceOf: () => sourcesByUnit(files),
  });
}

export interface RunForSettled extends Pick<RunForLock, 'loaded' | 'locales' | 'odd' | 'state'> {
  /** Whether an open finding is settled now. */
  readonly accepts: (found: FoundFinding) => boolean;
}

/** Settles findings, without changes of texts. Everything has been compared. */
export function writeSettled(
  run: RunForSettled,
): LockAfter & { readonly accepted: readonly FoundFinding[] } {
  const { loaded, locales, odd, state, accepts } = run;
  const { selection, broken } = loaded;
  const { root, file } = loaded.config;
  const { lines: settled, accepted } = settledLines({
    lines: loaded.lock.settled,
    files: locales.flatMap((locale) => locale.files.map((file) => ({ file, changes: [] }))),
    odd,
    isWritten: () => false,
    unread: () => new Set(),
    isComplete: broken.length === 0 && !leavesOut(selection) && !hasConfigBeside(file),
    accepts,
  });
  if (settled === loaded.lock.settled) return { problems: [], left: undefined, accepted };
  const after = writeLock(new Map(), () => [], {
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
  for (const { file } of files) {
    const { path } = file.pair.source;
    for (const { id } of file.kept) sources.set(id, path);
    for (const { id } of file.expected) sources.set(id, path);
  }
  return sources;
}

/** Units of unread files. Only needed if something is settled. */
function unreadUnits({ loaded, remembered }: RunForLock): ReadonlySet<string> {
  return new Set(loaded.remembered.flatMap(({ source }) => remembered?.idsOf(source) ?? []));
}

/**
 * Looks up facts individually if most files are remembered, so that the lock need not be parsed as
 * a whole.
 */
function previousFacts({
  loaded: { lock },
  remembered,
}: RunForLock): (id: string) => readonly Fact[] {
  if (remembered !== undefined) return (id) => lock.factsOf(id);
  const { facts } = lock;
  return (id) => facts.get(id) ?? NO_FACTS;
}

function confirmedFact(change: Change, proposalOf: Results['proposalOf']): TargetFact | undefined {
  if (!isConfirmed(change, proposalOf)) return undefined;
  const text = change.unit.current?.text ?? '';
  return { hash: targetHash(text), origin: proposalOf(change)?.origin ?? ADOPTED };
}
