import { describe, expect, test } from 'vitest';
import { isNoAnswer, memoryKeyOf, segmentsOf } from '../../src/engine/segments/segments.js';
import type { Attempt } from '../../src/engine/units/row.js';
import { jsonBytes } from '../../src/text/index.js';
import type { Form } from '../../src/text/index.js';
import type { RowInput } from './support.js';
import { rowOf, tableOf } from './support.js';

/** The texts of each part. */
function textsOf({ parts }: Attempt): readonly (readonly string[])[] {
  return parts.map((part) => part.map(({ text }) => text));
}

const ICU = '{n, plural, one {One box} other {# boxes}}';

describe('an attempt', () => {
  test.each<[string, string, RowInput, Form, readonly (readonly string[])[]]>([
    ['text', 'Save all', {}, 'element', [['Save all']]],
    ['space around it stays at home', ' Save all\n', {}, 'element', [['Save all']]],
    ['nothing to translate', ' {a} – 3 ', {}, 'element', []],
    ['an element for a placeholder', 'Hi {name}', {}, 'element', [['Hi <x id="0"/>']]],
    ['cut at its placeholder', 'Hi {name}, you', {}, 'cut', [['Hi'], [', you']]],
    ['an ICU message: each arm', ICU, { syntax: 'icu' }, 'cut', [['One box'], ['boxes']]],
  ])('sends %s', (_, text, input, form, expected) => {
    expect(textsOf(tableOf().attempt(rowOf(text, input), form))).toEqual(expected);
  });

  test('cuts plain text that is too large at the ends of sentences', () => {
    const text = 'One sentence. Another one. And a third.';
    const { parts } = tableOf(20).attempt(rowOf(text), 'element');
    expect(parts).toHaveLength(1);
    expect(parts[0]!.length).toBeGreaterThan(1);
    expect(parts[0]!.map((segment) => segment.text).join('')).toBe(text);
  });

  test('keeps text with markup whole, however large', () => {
    const text = 'One sentence, {name}. Another one. And a third.';
    const { parts } = tableOf(20).attempt(rowOf(text), 'element');
    expect(parts.map((part) => part.length)).toEqual([1]);
  });

  test('says what the service bills: code points without markup', () => {
    const [segment] = segmentsOf(tableOf().attempt(rowOf('😀 {name} & co'), 'element'));
    expect(segment).toMatchObject({ text: '😀 <x id="0"/> &amp; co', characters: 7 });
  });
});

describe('a segment', () => {
  const plain: RowInput = {};

  test.each<[string, RowInput, boolean]>([
    ['the same options', plain, true],
    ['another language', { request: { target: 'FR' } }, false],
    ['another context', { request: { context: 'A shop' } }, false],
    ['another syntax', { syntax: 'i18next' }, true],
  ])('of a text under %s', (_, input, isShared) => {
    const table = tableOf();
    const [one] = segmentsOf(table.attempt(rowOf('Save', plain), 'element'));
    const [other] = segmentsOf(table.attempt(rowOf('Save ', input), 'element'));
    expect(other === one).toBe(isShared);
    expect(other!.text).toBe(one!.text);
  });

  test('is of one group in every form that sends the same options', () => {
    const table = tableOf();
    const [cut] = segmentsOf(table.attempt(rowOf('Save {name}'), 'cut'));
    expect(segmentsOf(table.attempt(rowOf('Save'), 'element'))).toEqual([cut]);
    expect(segmentsOf(table.attempt(rowOf('Save'), 'element'))[0]).toBe(cut);
  });

  test('with markup is of another group for each way to say it', () => {
    const table = tableOf();
    const change = rowOf('Save {name}');
    const groups = (['element', 'ignore', 'cut'] as const).map(
      (form) => segmentsOf(table.attempt(change, form))[0]!.group,
    );
    expect(groups.map(({ options }) => [options.tagHandling, options.ignoreTags])).toEqual([
      ['xml', undefined],
      ['xml', ['x']],
      [undefined, undefined],
    ]);
    expect(new Set(groups.map(({ id }) => id)).size).toBe(3);
  });

  test('is made anew when its language was let go, in the same group', () => {
    const table = tableOf();
    const french = { request: { target: 'FR' } };
    const ask = (input: RowInput) => segmentsOf(table.attempt(rowOf('Save', input), 'element'));
    const [german] = ask(plain);
    const [before] = ask(french);
    table.release('DE');
    expect(ask(plain)[0]).not.toBe(german);
    expect(ask(plain)[0]!.group).toBe(german!.group);
    expect(ask(french)[0]).toBe(before);
  });
});

test('the memory knows a segment by options, markup and text', () => {
  const table = tableOf();
  const keys = [
    ...['element', 'ignore', 'cut'].flatMap((form) =>
      segmentsOf(table.attempt(rowOf('Save {name}'), form as Form)),
    ),
    ...segmentsOf(table.attempt(rowOf('Save all'), 'element')),
    ...segmentsOf(table.attempt(rowOf('Save all', { request: { formality: 'more' } }), 'element')),
  ].map(memoryKeyOf);
  expect(new Set(keys).size).toBe(5);
  const [again] = segmentsOf(tableOf().attempt(rowOf('Save all'), 'element'));
  expect(memoryKeyOf(again!)).toBe(keys[3]);
});

test.each(['', 'abc', '"', 'back\\slash', 'é', '😀', '\n', '\u0007', '\u2028', '\ud800'])(
  'bytes of %j in a body',
  (text) => {
    expect(jsonBytes(text)).toBe(Buffer.byteLength(JSON.stringify(text)));
  },
);

test.each([
  ['Hi', '', true],
  ['Hi', ' \n', true],
  ['Hi', 'Hallo', false],
  [' ', '', false],
  ['', '', false],
])('to %j the answer %j is none: %j', (text, answer, expected) => {
  expect(isNoAnswer(text, answer)).toBe(expected);
});

describe('a text that is too large for its group', () => {
  const LONG = 'One sentence is here. Another one is there. And a third.';

  test.each<[string, string, number, Form, number]>([
    ['fits as it is', LONG, 200, 'element', 1],
    ['just fits', LONG, LONG.length + 2, 'element', 1],
    ['is cut at its sentences', LONG, LONG.length + 1, 'element', 2],
    ['is cut into as many as are needed', LONG, 30, 'element', 3],
    ['with markup is never cut', `${LONG} {n}`, 30, 'element', 1],
    ['whose placeholders are cut out is cut too', `${LONG} {n}`, 30, 'cut', 3],
    ['takes more bytes in another script', 'Über Öl. Über Öl.', 22, 'element', 2],
  ])('%s', (_, text, limit, form, count) => {
    const segments = segmentsOf(tableOf(limit).attempt(rowOf(text), form));
    expect(segments).toHaveLength(count);
    const sent = segments.map((one) => one.text).join('');
    expect(sent.replaceAll(/\s|<[^>]*>/g, '')).toBe(text.replaceAll(/\s|\{n\}/g, ''));
    if (count > 1)
      for (const one of segments) expect(jsonBytes(one.text)).toBeLessThanOrEqual(limit);
  });
});

describe('the characters of a segment', () => {
  test.each<[string, Form, readonly number[]]>([
    ['Save', 'element', [4]],
    [' Save ', 'element', [4]],
    ['Save 😀', 'element', [6]],
    ['Hi {name}', 'element', [3]],
    ['Hi {name}', 'cut', [2]],
  ])('of %j as %s are %j', (text, form, expected) => {
    const segments = segmentsOf(tableOf().attempt(rowOf(text), form));
    expect(segments.map(({ characters }) => characters)).toEqual(expected);
  });
});
