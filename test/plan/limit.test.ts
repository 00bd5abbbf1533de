import { expect, test } from 'vitest';
import { charactersLeft, checkLimit, moneyOf, withMoney } from '../../src/engine/limit.js';
import type { Billed } from '../../src/engine/limit.js';

test.each<[Billed, number | undefined, string | undefined]>([
  [{ characters: 1_000_000 }, undefined, undefined],
  [{ characters: 100 }, 100, undefined],
  [{ characters: 101 }, 100, '101 characters, but the limit is 100. Nothing was sent.'],
  [{ characters: 0 }, 0, undefined],
  [{ characters: 1 }, 0, '1 characters, but the limit is 0. Nothing was sent.'],
  // Speech is billed by the minute, and the cost of an image is known afterwards.
  [{ characters: 0, jobs: { documents: 0, recordings: 0 } }, 0, undefined],
  [{ characters: 0, jobs: { documents: 0, recordings: 1 } }, 1, undefined],
  [{ characters: 0, jobs: { documents: 0, recordings: 1 } }, undefined, undefined],
  [{ characters: 0, jobs: { documents: 0, recordings: 1 } }, 0, 'would send 1 recording, but'],
  [{ characters: 0, jobs: { documents: 2, recordings: 0 } }, 0, 'would send 2 documents, but'],
  [{ characters: 0, jobs: { documents: 1, recordings: 3 } }, 0, '1 document and 3 recordings'],
])('%j with a limit of %j', (billed, limit, message) => {
  const check = (): void => checkLimit(billed, { limits: { characters: limit, concurrency: 1 } });
  if (message === undefined) expect(check).not.toThrow();
  else {
    expect(check).toThrow(
      expect.objectContaining({
        code: 'limit-exceeded',
        message: expect.stringContaining(message) as string,
        hint: { code: 'raise-limit' },
      }),
    );
  }
});

const PRICES = { characters: 20, minutes: 0.5, currency: 'EUR' };
const RECORDINGS = { documents: 0, recordings: 2 };

test.each<[Billed, { minutes?: number; money?: number; characters?: number }, string | undefined]>([
  [{ characters: 5, minutes: 3 }, { minutes: 3 }, undefined],
  [{ characters: 5, minutes: 3.01 }, { minutes: 3 }, '3.01 minutes of speech, but the limit is 3'],
  [{ characters: 5, minutes: 900 }, { characters: 5 }, undefined],
  [{ characters: 0, jobs: { ...RECORDINGS, unmeasured: 1 } }, { minutes: 9 }, '1 recording whose'],
  [{ characters: 0, jobs: { ...RECORDINGS, unmeasured: 1 } }, { money: 9 }, '1 recording whose'],
  [{ characters: 0, jobs: { ...RECORDINGS, unmeasured: 1 } }, { characters: 9 }, undefined],
  [{ characters: 100_000 }, { money: 2 }, undefined],
  [{ characters: 100_100 }, { money: 2 }, 'cost 2.002 EUR, but the limit is 2'],
  [{ characters: 100_000, minutes: 1 }, { money: 2 }, 'cost 2.5 EUR, but the limit is 2'],
  [{ characters: 0, minutes: 4, jobs: RECORDINGS }, { money: 2 }, undefined],
  [{ characters: 0, jobs: { documents: 1, recordings: 0 } }, { money: 0 }, 'send 1 document'],
])('%j with the limits %j', (billed, limits, message) => {
  const config = {
    limits: { characters: undefined, concurrency: 1, ...limits },
    prices: PRICES,
  };
  const check = (): void => checkLimit(billed, config);
  if (message === undefined) expect(check).not.toThrow();
  else expect(check).toThrow(message);
});

test.each([
  [{ characters: 1_000_000, minutes: 2 }, PRICES, { amount: 21, currency: 'EUR' }],
  [{ characters: 50 }, { characters: 20 }, { amount: 0.001, currency: '' }],
  [{ characters: 50, minutes: 2 }, { characters: 20 }, undefined],
  [{ characters: 50 }, { minutes: 1 }, undefined],
  [{ characters: 50 }, undefined, undefined],
])('%j at the prices %j costs %j', (billed, prices, money) => {
  expect(moneyOf(billed, prices === undefined ? {} : { prices })).toEqual(money);
});

test('the cost of a recording of unknown length is not said', () => {
  const report = { characters: 9, jobs: { ...RECORDINGS, unmeasured: 1 } };
  expect(withMoney(report, { prices: PRICES })).toBe(report);
});

test.each([
  [{ characters: undefined }, Infinity],
  [{ characters: 100 }, 90],
  [{ characters: undefined, money: 1.5 }, 49_990],
  [{ characters: 100, money: 1.5 }, 90],
  [{ characters: undefined, money: 0.1 }, -45_010 + 25_000],
])(
  'with %j, texts may be billed for %j characters beside a document and a minute',
  (limits, left) => {
    const config = { limits: { ...limits, concurrency: 1 }, prices: PRICES };
    expect(charactersLeft(config, { characters: 10, minutes: 1 })).toBe(left);
  },
);
