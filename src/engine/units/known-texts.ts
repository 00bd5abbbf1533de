import {
  targetIn,
  EDITED,
  isHuman,
  REVIEW,
  targetHash,
  COPIED,
  sourceHash,
  unitHash,
} from '../../lock/index.js';
import type { Fact } from '../../lock/index.js';
import type { KnownText } from './row.js';
import type { Unit, Key } from '../../model/index.js';
import type { ResolvedCatalog } from '../../config/index.js';

const NOTHING: readonly KnownText[] = [];

/** A unit's facts in one locale. */
export function knownTexts(
  facts: readonly Fact[] | undefined,
  locale: string,
): readonly KnownText[] {
  if (facts === undefined || facts.length === 0) return NOTHING;
  const known: KnownText[] = [];
  for (const fact of facts) {
    const target = targetIn(fact, locale);
    if (target === undefined) continue;
    known.push({ hash: target.hash, origin: target.origin, source: fact.source });
  }
  return known;
}

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

// What the lock says about texts that were there before it, besides the facts of units: facts with
// ids that no unit has.

/**
 * Id of the fact that a catalog has been adopted in its locales: what the lock does not know there
 * was written later.
 */
export function catalogId({ target }: ResolvedCatalog): string {
  return unitHash(target, []);
}

export const CATALOG_FACT: KnownText = {
  source: sourceHash(''),
  hash: targetHash(''),
  origin: COPIED,
};

/**
 * Id of the fact that a baseline adopted a text. It is not one of the unit's facts: a project that
 * is never synced has nobody to settle a review when its source changes.
 * @param path the source file
 */
export function baselineId(path: string, key: Key): string {
  return unitHash(`${path}\n`, key);
}
