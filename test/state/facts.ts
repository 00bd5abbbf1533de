import fc from 'fast-check';
import type { Fact, Facts } from '../../src/lock/index.js';

type Targets = Record<string, [hash: string, origin: string]>;

export function fact(source: string, targets: Targets): Fact {
  const entries = Object.entries(targets);
  return {
    source,
    targets: new Map(entries.map(([locale, [hash, origin]]) => [locale, { hash, origin }])),
  };
}

/** One line per unit, source, locale, hash and origin: what the lock means. */
export function factSet(facts: Facts): string[] {
  const lines = new Set<string>();
  for (const [unit, unitFacts] of facts) {
    for (const { source, targets } of unitFacts) {
      for (const [locale, { hash, origin }] of targets) {
        lines.add(`${unit} ${source} ${hash}${origin}${locale}`);
      }
    }
  }
  return [...lines].sort();
}

const base64url = (length: number): fc.Arbitrary<string> =>
  fc.stringMatching(new RegExp(`^[A-Za-z0-9_-]{${length}}$`));

const locale = fc.oneof(
  fc.constantFrom(
    'de',
    'pt-BR',
    'zh_CN',
    'sr@latin',
    'with space',
    'with%25',
    'new\nline',
    '==',
    '#',
  ),
  fc.string({ minLength: 1, maxLength: 8 }),
);

const factArbitrary: fc.Arbitrary<Fact> = fc.record({
  source: base64url(8),
  targets: fc
    .array(
      fc.tuple(
        locale,
        fc.record({
          hash: base64url(6),
          origin: fc.oneof(base64url(2), fc.constantFrom('==', '??', '!!', '~~')),
        }),
      ),
      { maxLength: 5 },
    )
    .map((entries) => new Map(entries)),
});

export const factsArbitrary: fc.Arbitrary<Facts> = fc
  .array(fc.tuple(base64url(11), fc.array(factArbitrary, { minLength: 1, maxLength: 3 })), {
    maxLength: 20,
  })
  .map((entries) => new Map(entries));
