import {
  acquireRunLock,
  cleanTemp,
  holdSpareHandle,
  requireStateInside,
} from '../../state/index.js';
import type { RunContext } from './run-context.js';

/**
 * Runs alone in the repository: other processes wait.
 * @param run called with whether it waited for another run, which may have changed files
 */
export async function runAlone<Result>(
  { state, signal, onEvent }: Pick<RunContext, 'state' | 'signal' | 'onEvent'>,
  run: (hasWaited: boolean) => Promise<Result>,
): Promise<Result> {
  requireStateInside(state);
  let hasWaited = false;
  const lock = await acquireRunLock(state, {
    signal,
    onWait: ({ pid }) => {
      hasWaited = true;
      onEvent({ type: 'waiting', pid });
    },
  });
  if (lock.problem !== undefined) onEvent({ type: 'problem', problem: lock.problem });
  const letGo = holdSpareHandle();
  try {
    cleanTemp(state);
    return await run(hasWaited);
  } finally {
    letGo();
    lock.release();
  }
}
