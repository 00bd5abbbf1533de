import { ADOPTED, targetHash } from '../../state/index.js';
import type { TargetFact } from '../../state/index.js';
import type { Problem } from '../../model/index.js';
import type { LocaleComparison } from '../compare/index.js';
import type { Loaded } from '../load/index.js';
import type { FileChanges } from '../plan/plan.js';
import type { Change } from '../plan/types.js';
import { isConfirmed } from '../report/results.js';
import type { Results } from '../report/results.js';
import { lockChanges } from './lock-facts.js';
import { writeLock } from './lock.js';
import type { Written } from './target-files.js';

export interface RunForLock {
  readonly loaded: Loaded;
  readonly locales: readonly LocaleComparison[];
  readonly files: readonly FileChanges[];
  readonly results: Results;
  readonly written: Written;
  /** Absolute folder of the local state. */
  readonly state: string;
}

/** The lock says what is true after a run. Returns what went wrong. */
export function writeLockAfter(run: RunForLock): readonly Problem[] {
  const { loaded, locales, files, results, written } = run;
  const { config, lock, selection, broken } = loaded;
  const { proposalOf, accepts } = results;
  const isNarrowed = selection.locales !== undefined || selection.files !== undefined;
  const isComplete = broken.length === 0 && !isNarrowed;
  const changes = lockChanges({
    previous: lock.facts,
    files,
    orphans: locales.flatMap(({ locale, orphans }) =>
      orphans.map((texts) => ({ locale, texts })),
    ),
    written: written.texts,
    isProposed: (change) => change.isPending || proposalOf(change) !== undefined,
    confirmed: (change) => confirmedFact(change, proposalOf),
    accepts,
    kept: written.kept,
    isComplete,
    isToday: () => false,
  });
  const proposed = files.flatMap((one) => one.changes).filter((one) => isConfirmed(one, proposalOf));
  return writeLock(changes, [...written.texts.keys(), ...proposed], {
    ...loaded,
    root: config.root,
    state: run.state,
    isComplete,
  });
}

function confirmedFact(
  change: Change,
  proposalOf: Results['proposalOf'],
): TargetFact | undefined {
  if (!isConfirmed(change, proposalOf)) return undefined;
  const text = change.unit.current?.text ?? '';
  return { hash: targetHash(text), origin: proposalOf(change)?.origin ?? ADOPTED };
}
