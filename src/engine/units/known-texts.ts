import { targetIn } from '../../lock/index.js';
import type { Fact } from '../../lock/index.js';
import type { KnownText } from './row.js';

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
