import { ADOPTED } from '../../lock/index.js';
import { isPseudo } from '../../text/index.js';
import type { Row } from './row.js';

/** Whether a text is machine text made under other options than the unit has today. */
export function isMadeOtherwise(origin: string | undefined, { source, options }: Row): boolean {
  if (origin === undefined || origin === ADOPTED || !options.isResolved) return false;
  return origin !== options.originOf(source.expected.text);
}

/** Whether a text is machine text for today's source, made under other options than today's. */
export function isDrifted(row: Row): boolean {
  const { source, state } = row;
  const { status, origin } = state;
  if (source.copied || (status !== 'current' && status !== 'invalid')) return false;
  return isMadeOtherwise(origin, row);
}

/**
 * Whether a text for a unit is a pseudo-translation, although a real service is configured now.
 * @param origin default: that of the unit's text
 */
export function isRehearsed(
  { source: { expected }, options, state }: Row,
  text: string,
  origin = state.origin,
): boolean {
  return isPseudo(expected.text, text) && options.isRehearsed(expected.text, origin);
}
