import { setTimeout as sleep } from 'node:timers/promises';
import type { Outcome } from '../outcome.js';
import type { Project } from '../project.js';

/** Milliseconds that a rebuild waits for translations. */
const LONGEST = 300;

/**
 * The project's outcome or, if it takes longer (a slow service), the last one. Bundling continues,
 * and `onNews` is called once there is something new to report.
 */
export async function outcomeSoon(
  project: Project,
  onNews: () => void,
): Promise<Outcome | undefined> {
  const enough = new AbortController();
  const run = project.run();
  const late = Symbol('late');
  const first = await Promise.race([
    run,
    sleep(LONGEST, late, { signal: enough.signal, ref: false }).catch(() => late),
  ]);
  enough.abort();
  if (first !== late) return run;
  const { last } = project;
  void run.then((outcome) => {
    // Writing a watched file triggers a rebuild anyway; other news does not.
    if (last === undefined || isNews(outcome, last)) onNews();
  });
  return last;
}

/** Whether there is something to report or watch that there was not before. */
function isNews({ notice, files, folders }: Outcome, last: Outcome): boolean {
  if (notice?.text !== last.notice?.text) return true;
  const known = new Set([...last.files, ...last.folders]);
  return [...files, ...folders].some((path) => !known.has(path));
}
