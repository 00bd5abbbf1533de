import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from './look.js';
import type { Project } from './project.js';

/** Milliseconds that a rebuild waits for translations. */
const PATIENCE = 300;

/**
 * For watch mode: the project's outcome, or, where it takes longer (a slow service), the last one; `later` is called when there
 * is something new to tell. Bundling goes on meanwhile.
 */
export async function settledSoon(
  project: Project,
  later: () => void,
): Promise<Outcome | undefined> {
  const enough = new AbortController();
  const run = project.run();
  const late = Symbol('late');
  const first = await Promise.race([
    run,
    sleep(PATIENCE, late, { signal: enough.signal, ref: false }).catch(() => late),
  ]);
  enough.abort();
  if (first !== late) return run;
  const { last } = project;
  void run.then((outcome) => {
    // Files that are watched start a rebuild by themselves when they are written; anything else does not.
    if (last === undefined || isNews(outcome, last)) later();
  });
  return last;
}

/** Whether there is something to tell, or to watch, that there was not before. */
function isNews({ told, files, folders }: Outcome, last: Outcome): boolean {
  if (told?.text !== last.told?.text) return true;
  const known = new Set([...last.files, ...last.folders]);
  return [...files, ...folders].some((path) => !known.has(path));
}
