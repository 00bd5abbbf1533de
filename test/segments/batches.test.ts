import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountsOf,
  halvesOf,
  MAX_TEXTS,
  packAll,
  packBatches,
} from '../../src/engine/segments/batches.js';
import { jsonBytes } from '../../src/text/index.js';
import type { Batch } from '../../src/engine/units/row.js';
import { batchOf, groupOf } from './support.js';

/** Texts that take so many bytes each in a body, quotes included, all different. */
function textsOf(...bytes: readonly number[]): readonly string[] {
  return bytes.map((length, i) => String(i).padStart(length - 2, '.'));
}

function sizesOf(batches: readonly Batch[]): readonly (readonly number[])[] {
  return batches.map(({ segments }) => segments.map(({ text }) => jsonBytes(text)));
}

describe('the segments of one group', () => {
  // Twenty bytes a body: overhead, texts, and a comma between two of them.
  test.each<[string, readonly number[], number, readonly (readonly number[])[]]>([
    ['nothing', [], 0, []],
    ['one that just fits', [20], 0, [[20]]],
    ['two that just fit', [10, 9], 0, [[10, 9]]],
    ['two, one byte too many', [10, 10], 0, [[10], [10]]],
    ['in order where that is enough', [5, 5, 5, 5], 0, [[5, 5, 5], [5]]],
    [
      'the largest first where that saves one',
      [8, 15, 9, 4],
      0,
      [
        [15, 4],
        [9, 8],
      ],
    ],
    ['in order where nothing is saved', [15, 15, 4], 0, [[15], [15, 4]]],
    ['the options take their part', [8, 7], 4, [[8, 7]]],
    ['the options take too much', [8, 8], 4, [[8], [8]]],
  ])('%s', (_, bytes, overhead, expected) => {
    const { group, segments } = batchOf(textsOf(...bytes));
    const packed = packBatches(group, segments, { overhead, bytes: 20 });
    expect(sizesOf(packed.batches)).toEqual(expected);
    expect(packed.tooLarge.size).toBe(0);
  });

  test('a text that alone exceeds the body is in no request, and says how much is left', () => {
    const { group, segments } = batchOf(textsOf(5, 18, 5));
    const { batches, tooLarge } = packBatches(group, segments, { overhead: 3, bytes: 20 });
    expect(sizesOf(batches)).toEqual([[5, 5]]);
    expect([...tooLarge]).toEqual([
      [
        segments[1],
        {
          code: 'text-too-large',
          message:
            'The text needs 18 bytes of the request, but its options leave only 17. Split it into several units, or shorten its context or instructions.',
        },
      ],
    ]);
  });

  test.each([
    [50, [50]],
    [51, [50, 1]],
    [120, [50, 50, 20]],
  ])('%i short texts are requests of %j', (count, expected) => {
    const { group, segments } = batchOf(textsOf(...Array<number>(count).fill(10)));
    const { batches } = packBatches(group, segments, { overhead: 100 });
    expect(batches.map((batch) => batch.segments.length)).toEqual(expected);
  });

  test('whatever they are, each is sent once, in a body that fits', () => {
    const sizes = fc.array(fc.integer({ min: 6, max: 70 }), { maxLength: 150 });
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 30 }), (bytes, overhead) => {
        const { group, segments } = batchOf(textsOf(...bytes));
        const { batches, tooLarge } = packBatches(group, segments, { overhead, bytes: 90 });
        const sent = batches.flatMap((batch) => batch.segments);
        expect(new Set([...sent, ...tooLarge.keys()])).toEqual(new Set(segments));
        expect(sent.length + tooLarge.size).toBe(segments.length);
        for (const batch of batches) {
          expect(batch.segments.length).toBeLessThanOrEqual(MAX_TEXTS);
          const texts = batch.segments.map(({ text }) => text);
          expect(JSON.stringify(texts).length - 2 + overhead).toBeLessThanOrEqual(90);
        }
      }),
    );
  });
});

describe('segments of several groups', () => {
  const german = groupOf({}, 'de');
  const french = groupOf({ target: 'FR' }, 'fr');
  const [a, b, c] = batchOf(['a', 'b', 'c'], german).segments;
  const [x, y] = batchOf(['x', 'y'], french).segments;

  test('never share a request; requests are in the order of their first segments', () => {
    const { batches } = packAll([x!, a!, y!, b!, c!], () => ({ overhead: 0 }));
    expect(batches).toEqual([
      { group: french, segments: [x, y] },
      { group: german, segments: [a, b, c] },
    ]);
  });

  test('have the limits of their groups', () => {
    const { batches, tooLarge } = packAll([a!, x!, b!, y!, c!], ({ id }) => ({
      overhead: id === 'de' ? 3 : 8,
      bytes: 10,
    }));
    expect(batches.map(({ segments }) => segments)).toEqual([[a, b], [c]]);
    expect([...tooLarge.keys()]).toEqual([x, y]);
  });
});

test.each([
  [['a'], [['a'], []]],
  [
    ['a', 'b'],
    [['a'], ['b']],
  ],
  [
    ['a', 'b', 'c'],
    [['a', 'b'], ['c']],
  ],
])('halves of %j', (texts, expected) => {
  const batch = batchOf(texts);
  const halves = halvesOf(batch);
  expect(halves.map(({ segments }) => segments.map(({ text }) => text))).toEqual(expected);
  expect(halves.every(({ group }) => group === batch.group)).toBe(true);
});

test('batches come to requests, texts and characters', () => {
  expect(amountsOf([])).toEqual({ requests: 0, texts: 0, characters: 0 });
  const batches = [batchOf(['four', 'two']), batchOf(['three'])];
  expect(amountsOf(batches)).toEqual({ requests: 2, texts: 3, characters: 12 });
});
