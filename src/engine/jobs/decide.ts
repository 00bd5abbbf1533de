import type { Selection } from '../../model/index.js';
import type { OutputAction, OutputStatus } from './types.js';

export interface Decision {
  readonly status: OutputStatus;
  readonly isDrifted: boolean;
  /** Whether the config wants machine versions beside human ones. */
  readonly beside: boolean;
  /** Whether it was already made from this source, even if the file is gone. */
  readonly hasBeside: boolean;
}

type Asked = Pick<Selection, 'accept' | 'keys' | 'retranslate' | 'proposals'>;

/** What to do with a target. A human file is replaced only on request. */
export function decideOutput(
  { status, isDrifted, beside, hasBeside }: Decision,
  { accept, keys, retranslate, proposals = true }: Asked,
): OutputAction {
  if (status === 'missing' || status === 'stale') return 'make';
  // Whole files have no keys.
  if (keys === undefined && isAskedFor(status, isDrifted, retranslate)) return 'make';
  if (status !== 'review') return 'keep';
  if (accept === true && keys === undefined) return 'accept';
  return beside && !hasBeside && proposals ? 'beside' : 'keep';
}

function isAskedFor(
  status: OutputStatus,
  isDrifted: boolean,
  retranslate: Selection['retranslate'],
): boolean {
  if (retranslate === 'all') return true;
  if (retranslate === 'edited') return status === 'edited' || status === 'review';
  return retranslate === 'drifted' && isDrifted;
}
