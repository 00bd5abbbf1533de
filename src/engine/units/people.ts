import { EDITED, isHuman, REVIEW, targetHash } from '../../state/data.js';
import type { Unit } from '../../model/index.js';
import type { KnownText } from './types.js';

/**
 * What is known of a text that is not known to be a machine's: the sources that it belongs to, with
 * whose it is. Empty for a machine's text, and for what is no text.
 * @param facts what the lock says of the unit that the text is at
 */
export function factsOfPerson(
  { kind, adaptable, text, incomplete }: Unit,
  facts: readonly KnownText[],
): readonly KnownText[] {
  if ((kind !== 'text' && adaptable !== true) || text === '') return [];
  const hash = targetHash(text);
  const known = facts.filter((fact) => fact.hash === hash);
  if (known.length > 0) return known.filter(({ origin }) => isHuman(origin));
  // The lock knows another text there: a person changed it.
  const origin = incomplete === true ? REVIEW : EDITED;
  const sources = [...new Set(facts.map(({ source }) => source))];
  return sources.map((source) => ({ source, hash, origin }));
}
