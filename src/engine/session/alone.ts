import {
  acquireRunLock,
  cleanTemp,
  holdSpareHandle,
  requireStateInside,
} from '../../state/index.js';
import type { RunContext } from './run-context.js';

/** Runs alone in the repository: other processes wait. */
export async function runAlone<Result>(
  { state, signal, onEvent }: Pick<RunContext, 'state' | 'signal' | 'onEvent'>,
  run: () => Promise<Result>,
): Promise<Result> {
  requireStateInside(state);
  const lock = await acquireRunLock(state, {
    signal,
    onWait: ({ pid }) => onEvent({ type: 'waiting', pid }),
  });
  if (lock.problem !== undefined) onEvent({ type: 'problem', problem: lock.problem });
  const letGo = holdSpareHandle();
  try {
    cleanTemp(state);
    return await run();
  } finally {
    letGo();
    lock.release();
  }
}
