import { EDITED, isHuman, REVIEW, targetHash } from '../../lock/index.js';
import type { Unit } from '../../model/index.js';
import type { KnownText } from './row.js';

/**
 * Facts of a text unless it is known to be machine text: the sources that it belongs to, with its
 * origin. Empty for machine text and for values that are not texts.
 * @param facts the lock's facts of the unit at the text's key
 */
export function factsOfPerson(
  { kind, adaptable, text, incomplete }: Unit,
  facts: readonly KnownText[],
): readonly KnownText[] {
  if ((kind !== 'text' && adaptable !== true) || text === '') return [];
  const hash = targetHash(text);
  const known = facts.filter((fact) => fact.hash === hash);
  if (known.length > 0) return known.filter(({ origin }) => isHuman(origin));
  // The lock has another text: a person changed it.
  const origin = incomplete === true ? REVIEW : EDITED;
  const sources = [...new Set(facts.map(({ source }) => source))];
  return sources.map((source) => ({ source, hash, origin }));
}
