import { describe, expect, test } from 'vitest';
import { packSections } from '../../src/engine/segments/batches.js';
import { CONTEXT_BYTES, contextOf, sectionOf, wordsOf } from '../../src/engine/segments/context.js';
import type { Segment } from '../../src/engine/units/row.js';
import { SourceUnit } from '../../src/engine/units/source-units.js';
import { jsonBytes } from '../../src/text/index.js';
import { groupOf } from './support.js';

const group = groupOf({ autoContext: true });

/** Units of one file, by `key: text`. */
function unitsOf(texts: Readonly<Record<string, string>>): readonly SourceUnit[] {
  return Object.entries(texts).map(([name, text]) => {
    const key = [name];
    const range = { start: 0, end: 0 };
    const expected = { key, text, unit: { key, text, kind: 'text', range } } as const;
    return new SourceUnit(
      expected,
      { path: 'en.json', foldsLines: false, factsOf: () => [], hasSource: () => false },
      name.startsWith('_'),
    );
  });
}

function segmentsOf(around: readonly SourceUnit[]): readonly Segment[] {
  return around.map((source) => {
    const { text } = source.expected;
    return { group, text, characters: text.length, place: { source, around } };
  });
}

test.each([
  [['cart', 'items', 'total'], 'cart.items'],
  [['cart.items.total'], 'cart.items'],
  [['total'], ''],
  [['Are you sure? Yes.'], ''],
])('the section of %s is %s', (key, section) => {
  expect(sectionOf(key)).toBe(section);
});

test.each([
  ['orderTotal', 'order total'],
  ['order_total-2', 'order total'],
  ['HTMLPage', 'html page'],
  ['00:00:01,000', ''],
])('the words of %s are %s', (name, words) => {
  expect(wordsOf(name)).toBe(words);
});

describe('the context of a request', () => {
  const units = unitsOf({
    'cart.total': 'Total',
    'cart._secret': 'Hidden',
    'cart.payNow': 'Pay now',
    'user.signIn': 'Sign in',
    _copied: 'Not sent',
  });

  test('says sections, words of keys and texts nearby', () => {
    expect(contextOf(segmentsOf(units).slice(2, 3), 'A shop')).toBe(
      'A shop\nSection: cart\nKeys: pay now\nNearby: “Total”; “Hidden”',
    );
  });

  test('leaves out what is never translated', () => {
    const flat = unitsOf({ a: 'Apple', _b: 'Brand', c: 'Cherry' });
    expect(contextOf(segmentsOf(flat).slice(0, 1), undefined)).toBe('Keys: a\nNearby: “Cherry”');
  });

  test('has a bound', () => {
    const long = unitsOf(
      Object.fromEntries(
        Array.from({ length: 200 }, (_, i) => [
          `part${'x'.repeat(i)}.${'é'.repeat(60)}${String(i)}`,
          '漢字'.repeat(200),
        ]),
      ),
    );
    expect(jsonBytes(contextOf(segmentsOf(long), undefined) ?? '')).toBeLessThan(CONTEXT_BYTES);
  });
});

describe('requests by section', () => {
  /** Texts of each section, in turn, and how many sections each request has. */
  const packed = (sizes: readonly number[]): readonly number[] => {
    const texts = Object.fromEntries(
      sizes.flatMap((size, section) =>
        Array.from({ length: size }, (_, i) => [`s${section}.k${i}`, `Text ${section} ${i}`]),
      ),
    );
    return packSections(group, segmentsOf(unitsOf(texts)), { overhead: 100 }).batches.map(
      ({ segments }) =>
        new Set(segments.map(({ place }) => sectionOf(place?.source.expected.key ?? []))).size,
    );
  };

  test('are no more than without', () => {
    expect(packed([30, 30, 30])).toHaveLength(2);
    expect(packed([1, 1, 1])).toEqual([3]);
    expect(packed(Array.from({ length: 60 }, () => 26))).toHaveLength(Math.ceil((60 * 26) / 50));
  });
});
