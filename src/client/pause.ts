import { ServiceError } from './errors.js';
import type { Clock } from './options.js';

/** Waits. @throws ServiceError `aborted` */
export async function pause(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await clock.sleep(milliseconds, signal);
  } catch (cause) {
    if (signal?.aborted !== true) throw cause;
    throw new ServiceError('aborted', 'aborted while waiting', { cause: signal.reason });
  }
}
