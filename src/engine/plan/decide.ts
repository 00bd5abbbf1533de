import { ADOPTED, COPIED, EDITED, PIECED, REVIEW } from '../../state/data.js';
import { hasErrors } from '../units/findings.js';
import type { ComparedUnit } from '../units/types.js';
import type { Choice } from './selection.js';
import type { KnownTranslation } from '../changes/types.js';
import { isOutdatedBeside } from '../units/beside.js';

/**
 * What to do with a unit, before it is known where its text comes from. translate: it needs a text
 * · renew: translate its existing text again · move: the text at another key belongs to it · copy:
 * use a known text · propose: keep the human text and show a proposal · recall: show a proposal
 * only if the memory has it.
 */
export type Decision =
  | { readonly do: 'translate' | 'renew' | 'propose' | 'recall' }
  | { readonly do: 'move' | 'copy'; readonly known: KnownTranslation };

export interface DecisionContext extends Choice {
  /** Whether texts unknown to the lock may be machine text that a killed run wrote. */
  readonly doubtsPeople: boolean;
}

/** Undefined: the unit stays as it is. Pure. */
export function decide(unit: ComparedUnit, context: DecisionContext): Decision | undefined {
  if (!context.isMeant(unit)) return undefined;
  const { source, current, state } = unit;
  const { status, arrival, place } = state;
  if (context.accepts(unit)) {
    // A bilingual file contains the source beside the translation: an accepted one gets today's
    // source. The file's own review flag is removed as well.
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
  // No better translation is known for a text that was translated in pieces or is too long.
  if (state.origin === PIECED) return undefined;
  if (status === 'review') {
    if (!state.mayPropose) return { do: 'recall' };
    return context.proposes ? { do: 'propose' } : undefined;
  }
  return context.doubtsPeople && !state.isKnown ? { do: 'recall' } : undefined;
}
