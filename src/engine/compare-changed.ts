import { compare } from './compare/index.js';
import type { Compared } from './compared.js';
import { areNew, load, RememberedNames } from './load/index.js';
import type { LoadContext, ResourceFiles, Window } from './load/index.js';
import { choiceOf } from './plan/index.js';
import { KnownFiles, RememberedFiles } from './records/index.js';
import type { RunContext } from './session/index.js';
import { inTurns, Turns } from './turns.js';
import { isDrifted } from './units/drift.js';
import type { Selection } from '../model/index.js';

/** What is looked at, and beside what. */
export interface Looking extends Pick<Compared, 'identity'> {
  readonly selection: Selection;
  readonly names: RememberedNames;
  readonly resources: ResourceFiles;
  /** Whether a large run may look at some of the files first. */
  readonly mayWait: boolean;
  /** Lets a signal end it. Default: something is done already, and it goes on. */
  readonly turns?: Turns | undefined;
}

export interface LookingAgain extends Looking, Pick<LoadContext, 'window' | 'changed'> {
  readonly remembered: RememberedFiles;
  /** Source texts (`sourceHash`) that are looked at wherever they are. */
  readonly wanted: ReadonlySet<string>;
}

/** Looks at files that have changed, and at units whose source text is wanted. */
export async function compareChanged(
  looking: LookingAgain,
  run: RunContext,
): Promise<Compared & { readonly known: KnownFiles }> {
  const { selection, names, identity, resources, remembered, mayWait } = looking;
  const { window, changed, turns } = looking;
  const known = new KnownFiles(remembered, looking.wanted);
  const loaded = await load(run.config, selection, {
    ...run,
    window,
    changed,
    turns,
    resources,
    previousFacts: undefined,
    isUnchanged: (path) => remembered.isUnchanged(path),
    stampOf: (path) => remembered.stampOf(path),
    hasProblems: (path) => remembered.hasProblems(path),
    isSettled: (pair, lock) => known.isSettled(pair, lock),
    // A lock that speaks only of files that are as they were says nothing of the others.
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
  return { loaded, locales, identity, remembered, known, ...choiceOf(selection, isDrifted) };
}

/**
 * The files that a run in windows looks at after those of `before`. A signal ends it.
 * @throws EngineError 'interrupted'
 */
export function compareWindow(
  { loaded: before, identity }: Compared,
  window: Window,
  run: RunContext,
): Promise<Compared> {
  const { selection, resources } = before;
  const names = new RememberedNames(run.state);
  const remembered = new RememberedFiles({ lock: '', pairs: [] });
  const looking = { selection, names, identity, resources, remembered, mayWait: false };
  const turns = new Turns(run.signal);
  return compareChanged({ ...looking, turns, window, wanted: new Set() }, run);
}
