import { ADOPTED } from '../../state/data.js';
import type { UnitOptions } from './options.js';
import type { ComparedUnit } from './types.js';

/** True of a machine's text that was made under other options than these. */
export function isMadeOtherwise(origin: string | undefined, options: UnitOptions): boolean {
  if (origin === undefined || origin === ADOPTED || !options.isResolved) return false;
  return origin !== options.origin;
}

/** True of a machine's text for today's source that was made under other options than today's. */
export function isDrifted({ source, state, options }: ComparedUnit): boolean {
  const { status, origin } = state;
  if (source.copied || (status !== 'current' && status !== 'invalid')) return false;
  return isMadeOtherwise(origin, options);
}
