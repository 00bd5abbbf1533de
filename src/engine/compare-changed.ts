import { compare } from './compare/index.js';
import type { Compared } from './compared.js';
import { areNew, load, RememberedNames } from './load/index.js';
import type { LoadContext, ResourceFiles } from './load/index.js';
import { choiceOf } from './plan/index.js';
import { KnownFiles, RememberedFiles } from './records/index.js';
import type { RunContext } from './session/index.js';
import { inTurns, PACE_BESIDE_REQUESTS, Turns } from './turns.js';
import { isDrifted } from './units/drift.js';
import type { Selection } from '../model/index.js';

/** What to compare, and the data to compare it with. */
export interface Looking extends Pick<Compared, 'identity'> {
  readonly selection: Selection;
  readonly names: RememberedNames;
  readonly resources: ResourceFiles;
  /** Whether a large run may process part of the files first. */
  readonly mayWait: boolean;
  /**
   * Checks for signals during long work. Default: the run has already done something and is not
   * interrupted.
   */
  readonly turns?: Turns | undefined;
}

export interface LookingAgain extends Looking, Pick<LoadContext, 'next'> {
  readonly remembered: RememberedFiles;
  /** Source texts (`sourceHash`) whose units are compared wherever they are. */
  readonly wanted: ReadonlySet<string>;
}

/** Compares files that have changed, and units with a wanted source text. */
export async function compareChanged(looking: LookingAgain, run: RunContext): Promise<Compared> {
  const { selection, names, identity, resources, remembered, mayWait } = looking;
  const { next, turns } = looking;
  const known = new KnownFiles(remembered, looking.wanted);
  const loaded = await load(run.config, selection, {
    ...run,
    next,
    turns,
    resources,
    previousFacts: undefined,
    isUnchanged: (path) => remembered.isUnchanged(path),
    stampOf: (path) => remembered.stampOf(path),
    hasProblems: (path) => remembered.hasProblems(path),
    isSettled: (pair, lock) => known.isSettled(pair, lock),
    // If the lock has facts only about unchanged files, it has none about the others.
    mayWait: ({ settled, open }, lock) =>
      mayWait &&
      remembered.isSameLock(lock) &&
      settled.length === remembered.pairs.length &&
      areNew(open, lock),
  });
  await turns?.give();
  run.onEvent({ type: 'phase', name: 'compare' });
  known.setLoaded(loaded);
  const locales = await inTurns(compare(loaded, names.fingerprintOf, known), turns);
  return { loaded, locales, identity, remembered, ...choiceOf(selection, isDrifted) };
}

/**
 * Loads and compares the next piece of a run while `before` is carried out. A signal ends it.
 * @throws EngineError 'interrupted'
 */
export function compareNext(
  { loaded: before, identity }: Compared,
  run: RunContext,
): Promise<Compared> {
  const { selection, resources, scan, inputs, later, broken } = before;
  const { lock, lockHash, lockIsKnown, wasWriting, lockFiles } = before;
  const names = new RememberedNames(run.state);
  const remembered = new RememberedFiles({ lock: '', pairs: [] });
  // A run has one phase at a time.
  const onEvent: RunContext['onEvent'] = (event) => {
    if (event.type !== 'phase') run.onEvent(event);
  };
  return compareChanged(
    {
      ...{ selection, names, identity, resources, remembered, wanted: new Set(), mayWait: false },
      turns: new Turns(run.signal, PACE_BESIDE_REQUESTS),
      next: {
        found: { scan, inputs },
        lock: { lock, lockHash, lockIsKnown, wasWriting, lockFiles },
        pairs: later,
        broken,
      },
    },
    { ...run, onEvent },
  );
}
