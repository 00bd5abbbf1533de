import { ADOPTED, COPIED, EDITED, PIECED, REVIEW } from '../../lock/index.js';
import { hasErrors } from '../units/findings.js';
import type { Decision, KnownTranslation, Row } from '../units/row.js';
import type { Choice } from './selection.js';
import { isOutdatedBeside } from '../units/beside.js';

/** What to do with a row, and the text if the comparison has it. */
export type Wanted = Pick<Decision, 'do'> & { readonly known?: KnownTranslation };

export interface DecisionContext extends Choice {
  /** Whether texts unknown to the lock may be machine text that a killed run wrote. */
  readonly doubtsPeople: boolean;
}

/** Undefined: it stays as it is. Pure. */
export function decide(row: Row, context: DecisionContext): Wanted | undefined {
  if (!context.isMeant(row)) return undefined;
  const { source, current, state } = row;
  const { status, arrival, place } = state;
  if (context.accepts(row)) {
    // A bilingual file contains the source beside the translation: an accepted one gets today's
    // source. The file's own review flag is removed as well.
    const saysSo = state.flag === 'set' || (current && isOutdatedBeside(current, source.expected));
    if (current === undefined || saysSo !== true) return undefined;
    const origin = hasErrors(row.findings) ? EDITED : ADOPTED;
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
    if (!isOpen && !(status === 'review' && context.retranslates(row))) return undefined;
    return { do: 'copy', known: { text: source.expected.text, origin: COPIED } };
  }
  if (isOpen) return { do: 'translate' };
  if (context.retranslates(row)) return { do: 'renew' };
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
