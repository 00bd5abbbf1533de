import { ADOPTED, COPIED, EDITED, PIECED, REVIEW } from '../../state/data.js';
import { hasErrors } from '../units/findings.js';
import type { ComparedUnit } from '../units/types.js';
import type { Choice } from './selection.js';
import type { KnownTranslation } from '../changes/types.js';
import { isOutdatedBeside } from '../units/beside.js';

/**
 * What is done with a unit, before anybody has looked where its text comes from.
 * translate: it needs a text · renew: the text that is there is translated again · move: the text
 * that belongs to it is at another key · copy: a text that is known · propose: a person's text
 * stays, and a proposal is shown beside it · recall: a proposal is shown if the memory has it, and
 * not asked for.
 */
export type Decision =
  | { readonly do: 'translate' | 'renew' | 'propose' | 'recall' }
  | { readonly do: 'move' | 'copy'; readonly known: KnownTranslation };

export interface DecisionContext extends Choice {
  /**
   * Texts that the lock does not know may be a machine's: a run that was killed may have written
   * them.
   */
  readonly doubtsPeople: boolean;
}

/** Pure; undefined: the unit stays as it is. */
export function decide(unit: ComparedUnit, context: DecisionContext): Decision | undefined {
  if (!context.isMeant(unit)) return undefined;
  const { source, current, state } = unit;
  const { status, arrival, place } = state;
  if (context.accepts(unit)) {
    // In a bilingual file the source is beside its translation: an accepted one gets today's. And
    // the file itself may say that it waits.
    const saysSo = state.flag === 'set' || (current && isOutdatedBeside(current, source.expected));
    if (current === undefined || saysSo !== true) return undefined;
    const origin = hasErrors(unit.findings) ? EDITED : ADOPTED;
    return { do: 'copy', known: { text: current.text, origin } };
  }
  if (place === 'reference' || place === 'occupied' || place === 'inherited') return undefined;
  const isOpen = status === 'missing' || status === 'stale';
  if (arrival !== undefined) {
    const { unit: from, origin, archived } = arrival;
    const known = { text: from.text, origin };
    return { do: 'move', known: archived === undefined ? known : { ...known, archived } };
  }
  if (source.copied) {
    if (!isOpen && !(status === 'review' && context.retranslates(unit))) return undefined;
    return { do: 'copy', known: { text: source.expected.text, origin: COPIED } };
  }
  if (isOpen) return { do: 'translate' };
  if (context.retranslates(unit)) return { do: 'renew' };
  if (state.flag === 'set') return undefined;
  if (state.flag === 'due' && current !== undefined) {
    return { do: 'copy', known: { text: current.text, origin: REVIEW } };
  }
  // Nothing better is known of a text that only came through in pieces.
  if (state.origin === PIECED) return undefined;
  if (status === 'review') {
    if (!state.mayPropose) return { do: 'recall' };
    return context.proposes ? { do: 'propose' } : undefined;
  }
  return context.doubtsPeople && !state.isKnown ? { do: 'recall' } : undefined;
}
