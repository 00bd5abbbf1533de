import type { Problem } from '../../model/index.js';
import { LOCK_FILE, parseSettled } from '../../lock/index.js';
import type { Loaded } from '../load/index.js';
import type { FileComparison } from '../units/row.js';

/**
 * A warning if no settled finding of the lock matches a text here, as with a lock of another
 * project. Only if everything was compared.
 */
export function idleBaseline(
  { lock, isWhole }: Pick<Loaded, 'lock' | 'isWhole'>,
  files: readonly FileComparison[],
): readonly Problem[] {
  if (lock.settled === '' || !isWhole) return [];
  const settled = parseSettled(lock.settled);
  const units = new Set(settled.map(({ unit }) => unit));
  const isHere = files.some(({ expected }) => expected.some(({ id }) => units.has(id)));
  if (isHere) return [];
  const message = `None of the ${settled.length} findings settled in the lock belongs to a text of this project. Is the lock from another project? The next sync drops them.`;
  return [{ code: 'idle-baseline', severity: 'warning', message, file: LOCK_FILE }];
}
