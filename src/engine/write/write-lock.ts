import { ADOPTED, targetHash } from '../../state/index.js';
import type { Fact, TargetFact } from '../../state/index.js';
import type { Loaded } from '../load/index.js';
import type { Change, FileChanges } from '../changes/types.js';
import { isConfirmed } from '../changes/results.js';
import type { Results, Written } from '../changes/results.js';
import { lockChanges } from './lock-facts.js';
import { writeLock } from './lock.js';
import type { LockAfter } from './lock.js';
import type { LocaleComparison } from '../units/types.js';
import { unitsToFind } from '../records/index.js';
import type { RememberedFiles } from '../records/index.js';

export interface RunForLock {
  readonly loaded: Loaded;
  readonly remembered: RememberedFiles | undefined;
  readonly locales: readonly LocaleComparison[];
  readonly files: readonly FileChanges[];
  readonly results: Results;
  readonly written: Written;
  /** Absolute folder of the local state. */
  readonly state: string;
}

/** The lock says what is true after a run. */
export function writeLockAfter(run: RunForLock): LockAfter {
  const { loaded, locales, files, results, written } = run;
  const { config, selection, broken } = loaded;
  const { proposalOf, accepts } = results;
  const isNarrowed = selection.locales !== undefined || selection.files !== undefined;
  const isComplete = broken.length === 0 && !isNarrowed;
  const changes = lockChanges({
    previous: previousFacts(run),
    files,
    orphans: locales.flatMap(({ locale, orphans }) => orphans.map((texts) => ({ locale, texts }))),
    written: written.texts,
    isProposed: (change) => change.isPending || proposalOf(change) !== undefined,
    confirmed: (change) => confirmedFact(change, proposalOf),
    accepts,
    kept: written.kept,
    mayBeGone: isComplete ? unitsToFind(loaded, run) : [],
  });
  const proposed = files
    .flatMap((one) => one.changes)
    .filter((one) => isConfirmed(one, proposalOf));
  return writeLock(changes, [...written.texts.keys(), ...proposed], {
    ...loaded,
    root: config.root,
    state: run.state,
    isComplete,
  });
}

/**
 * Few units are asked for where most are remembered: then the lock need not be taken apart as a
 * whole.
 */
function previousFacts({
  loaded: { lock },
  remembered,
}: RunForLock): (id: string) => readonly Fact[] {
  if (remembered !== undefined) return (id) => lock.factsOf(id);
  const { facts } = lock;
  return (id) => facts.get(id) ?? [];
}

function confirmedFact(change: Change, proposalOf: Results['proposalOf']): TargetFact | undefined {
  if (!isConfirmed(change, proposalOf)) return undefined;
  const text = change.unit.current?.text ?? '';
  return { hash: targetHash(text), origin: proposalOf(change)?.origin ?? ADOPTED };
}
