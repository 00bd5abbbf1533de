import type { Retranslate, Selection } from '../../model/index.js';
import type { ComparedUnit } from '../units/types.js';
import { keyMatcher } from '../units/key-glob.js';

/** Which units a run treats otherwise than their state says, because its caller asked for it. */
export interface Choice {
  /** A person's text in review that counts as reviewed (`accept`, narrowed by `keys`). */
  readonly accepts: (unit: ComparedUnit) => boolean;
  /** A text that is translated again though it is current (`retranslate`, narrowed by `keys`). */
  readonly retranslates: (unit: ComparedUnit) => boolean;
}

const RETRANSLATED: Record<Retranslate, (unit: ComparedUnit, isDrifted: boolean) => boolean> = {
  drifted: (_, isDrifted) => isDrifted,
  edited: ({ state: { status } }) =>
    status === 'edited' || status === 'review' || status === 'invalid',
  all: () => true,
};

export function choiceOf(
  { accept, retranslate, keys }: Selection,
  isDrifted: (unit: ComparedUnit) => boolean,
): Choice {
  const matches = keys === undefined ? () => true : keyMatcher(keys);
  const isMeant = ({ source }: ComparedUnit): boolean => matches(source.expected.key);
  if (accept === true) {
    const accepts = (unit: ComparedUnit): boolean =>
      unit.state.status === 'review' && isMeant(unit);
    return { accepts, retranslates: () => false };
  }
  if (retranslate === undefined) return { accepts: () => false, retranslates: () => false };
  const chosen = RETRANSLATED[retranslate];
  const retranslates = (unit: ComparedUnit): boolean =>
    chosen(unit, isDrifted(unit)) && isMeant(unit);
  return { accepts: () => false, retranslates };
}
