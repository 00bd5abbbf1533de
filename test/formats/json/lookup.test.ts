import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json } from '../../../src/formats/json/index.js';
import type { ParseOptions } from '../../../src/model/index.js';
import { fixtures } from './fixtures.js';

/** As often as a lookup is asked before it makes an index, and more often. */
const ROUNDS = 3;

function agrees(text: string, options: ParseOptions = {}): void {
  const { units, lookup } = json.parse(text, options);
  if (lookup === undefined) return;
  expect(lookup.values).toBeGreaterThanOrEqual(units.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const unit of units.slice(0, 20)) {
      expect(lookup.unitAt(unit.key)).toEqual(unit);
      expect(lookup.unitAt([...unit.key, 'x'])).toBeUndefined();
      expect(lookup.unitAt(unit.key.slice(0, -1))).toBeUndefined();
    }
  }
}

describe('a unit that is looked up', () => {
  it.each(fixtures.map(({ name, text }) => [name, text] as const))(
    'is the one that the units have: %s',
    (_, text) => {
      agrees(text);
      agrees(text, { locale: 'en' });
    },
  );

  it('is so in any file', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        agrees(JSON.stringify({ value, other: [value] }));
      }),
    );
  });

  it('is of duplicates the last', () => {
    const { lookup } = json.parse('{"a":"1","b":{"c":"2"},"a":"3","b":{"d":"4"}}');
    expect(lookup?.unitAt(['a'])?.text).toBe('3');
    expect(lookup?.unitAt(['b', 'c'])).toBeUndefined();
    expect(lookup?.values).toBe(4);
  });

  it.each([
    ['metadata', '{"a":"1","@a":{"description":"d"}}'],
    ['a key with an escape', '{"\\u0061":"1"}'],
    ['comments', '{"a":"1" // b\n}'],
    ['messages with descriptions', '{"a":{"message":"m","description":"d"}}'],
  ])('takes all units where a file has %s', (_, text) => {
    expect(json.parse(text).lookup).toBeUndefined();
  });
});
