import { describe, expect, test } from 'vitest';
import { compareTexts, fileOf, statusesOf } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';

/** Keys that the target has no room for, with the reason. */
async function occupied(input: ComparisonInput): Promise<Readonly<Record<string, string>>> {
  const { rows } = fileOf(await compareTexts(input));
  return Object.fromEntries(
    rows
      .filter(({ state }) => state.place === 'occupied')
      .map(({ source, findings }) => [
        source.expected.key.join('.'),
        findings.map(({ code, message }) => `${code}: ${message.split(';')[0]}`).join('\n'),
      ]),
  );
}

describe('a target has no room', () => {
  test.each<[string, ComparisonInput, Readonly<Record<string, string>>]>([
    [
      'for a text where it has texts below',
      { source: { a: 'A' }, target: { a: { x: 'X' } } },
      {
        a: 'write-failed: de/app.json has texts below "a", but the source has a single value there',
      },
    ],
    [
      'for texts below where it has a text',
      { source: { a: { b: 'B', c: 'C' } }, target: { a: 'X' } },
      {
        'a.b': 'write-failed: de/app.json has a value at "a", but the source has texts below it',
        'a.c': 'write-failed: de/app.json has a value at "a", but the source has texts below it',
      },
    ],
    [
      'for names where it has a list',
      { source: { a: { b: 'B' } }, target: { a: ['X', 'Y'] } },
      { 'a.b': 'write-failed: de/app.json has a list at "a", but the source has named keys there' },
    ],
    [
      'for names where the whole file is a list',
      { source: { b: 'B' }, target: ['X'] },
      { b: 'write-failed: de/app.json has a list, but the source has named keys there' },
    ],
  ])('%s', async (_, input, expected) => {
    expect(await occupied(input)).toEqual(expected);
  });
});

describe('there is room', () => {
  test.each<[string, ComparisonInput]>([
    ['where nothing is', { source: { a: 'A' }, target: {} }],
    ['where null is', { source: { a: { b: 'B' } }, target: { a: null } }],
    ['beside a text of the target’s own', { source: { a: 'A' }, target: { b: { c: 'X' } } }],
    ['for an element behind others', { source: { a: ['A', 'B'] }, target: { a: ['X'] } }],
    [
      'beside numbers that do not begin with 0',
      { source: { a: { b: 'B' } }, target: { a: { 1: 'X' } } },
    ],
    [
      'beside numbers that the source has too',
      { source: { a: { 0: 'A', b: 'B' } }, target: { a: { 0: 'X' } } },
    ],
  ])('%s', async (_, input) => {
    expect(await occupied(input)).toEqual({});
  });
});

test('nothing is removed from a file that has no room for a unit', async () => {
  const lock = [['old', 'Old', 'Alt', 'machine']] as const;
  const target = { a: { x: 'X' }, old: 'Alt' };
  const file = fileOf(await compareTexts({ source: { a: 'A' }, target, lock }));
  expect(statusesOf(file)).toEqual({ a: 'missing' });
  expect(file.obsolete).toEqual([]);
  expect(file.kept.map(({ unit }) => unit.text)).toEqual(['Alt']);
});

test('what is removed anyway leaves room', async () => {
  const lock = [['a.x', 'Old', 'X', 'machine']] as const;
  const input = { source: { a: 'A' }, target: { a: { x: 'X' } }, lock };
  expect(await occupied(input)).toEqual({});
  expect(fileOf(await compareTexts(input)).obsolete).toHaveLength(1);
});

describe('a unit of a target that cannot be read has no room', () => {
  const file = (unit: string): string =>
    `<xliff version="1.2"><file source-language="en" target-language="de" datatype="x" original="f"><body>${unit}</body></file></xliff>`;
  const file2 = (unit: string): string =>
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de"><file id="f">${unit}</file></xliff>`;
  const one = '<trans-unit id="a"><source>A</source></trans-unit>';
  const two = '<unit id="a"><segment><source>A</source></segment></unit>';
  const twice = '<target>B</target><target>C</target>';

  test.each([
    ['XLIFF 1.2', file(one), file(one.replace('</source>', `</source>${twice}`)), 'a'],
    ['XLIFF 2', file2(two), file2(two.replace('</source>', `</source>${twice}`)), 'f.a'],
  ])('%s', async (_, source, target, key) => {
    const reason = (await occupied({ format: 'xlf', source, target }))[key];
    expect(reason).toMatch(/^write-failed: In de\/app\.xlf, this unit cannot be read, line 1, /);
  });
  test('but for a twin that can', async () => {
    const twins = one.replace('</source>', '</source><target>B</target>') + one;
    expect(await occupied({ format: 'xlf', source: file(one), target: file(twins) })).toEqual({});
  });
});
