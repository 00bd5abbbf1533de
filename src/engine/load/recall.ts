import type { Recall } from '../../model/index.js';
import { isHuman, sourceHash, targetHash, targetIn, unitHash } from '../../lock/index.js';
import type { ParsedLock } from '../../lock/index.js';
import { withoutLayout } from '../../text/index.js';

/** Looks up in the lock whether a target's text is human or machine text. */
export function recallFrom(
  lock: Pick<ParsedLock, 'factsOf'>,
): (source: string, locale: string) => Recall {
  return (source, locale) => (key, text, of) => {
    const sources = of === undefined ? [] : [of, withoutLayout(of, false)].map(sourceHash);
    const facts = lock
      .factsOf(unitHash(source, key))
      .filter((fact) => of === undefined || sources.includes(fact.source));
    const known = facts.flatMap((fact) => targetIn(fact, locale) ?? []);
    if (known.length === 0) return undefined;
    const hash = targetHash(text);
    const same = known.filter((one) => one.hash === hash);
    if (same.length === 0) return 'other';
    return same.some(({ origin }) => isHuman(origin)) ? 'person' : 'machine';
  };
}
