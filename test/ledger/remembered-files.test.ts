import { rmSync } from 'node:fs';
import type { RememberedList, RememberedUnit } from '../../src/engine/units/source-units.js';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RememberedFiles } from '../../src/engine/ledger/remembered-files.js';
import { sourceHash } from '../../src/lock/index.js';
import { idOf } from '../support/lock-rows.js';
import { recordsAfter, remembered, unitsNow, writeIn, sameLock } from './support.js';
import type { RunInput } from './support.js';

const SOURCE = 'en/app.json';
const TARGET = 'de/app.json';
const WORDS = { pathOf: () => SOURCE };

/** Of its two units one is current, and one waits for its translation. */
const RUN: RunInput = { source: { a: 'A', b: 'B' }, target: { a: 'X' } };

describe('a file is what it was', () => {
  const change: Record<string, (root: string) => void> = {
    'if nobody touched it': () => undefined,
    'not if it says something else': (root) => writeIn(root, TARGET, '{ "a": "Y" }'),
    'not if it is gone': (root) => rmSync(join(root, TARGET)),
    'if another file changed': (root) => writeIn(root, SOURCE, '{}'),
  };

  test.each([
    ['if nobody touched it', true],
    ['if another file changed', true],
    ['not if it says something else', false],
    ['not if it is gone', false],
  ])('%s', async (title, expected) => {
    const records = await recordsAfter(RUN);
    change[title]?.(records.root);
    expect(new RememberedFiles(records).isUnchanged(TARGET)).toBe(expected);
  });

  test('if there was none, and there is none', async () => {
    const records = await recordsAfter({ source: { a: 'A' } });
    expect(new RememberedFiles(records).isUnchanged(TARGET)).toBe(true);
    writeIn(records.root, TARGET, '{}');
    expect(new RememberedFiles(records).isUnchanged(TARGET)).toBe(false);
  });

  test('not if nothing is remembered of it', async () => {
    expect((await remembered(RUN)).isUnchanged('fr/app.json')).toBe(false);
    expect((await remembered(RUN)).stampOf('fr/app.json')).toBeUndefined();
  });
});

test('sources and targets are known by their paths', async () => {
  const files = await remembered(RUN);
  expect(files.pairOf(SOURCE)?.targets.map(({ path }) => path)).toEqual([TARGET]);
  expect(files.pairOf(TARGET)).toBeUndefined();
  expect(files.stampOf(SOURCE)).toMatchObject({ kind: 'file' });
  expect(files.stampOf(TARGET)).toMatchObject({ kind: 'file' });
  expect([...files.pairs].map(({ source }) => source)).toEqual([SOURCE]);
});

test('the units of a source are those of all of its targets', async () => {
  const one = await remembered(RUN);
  expect(one.idsOf(SOURCE)).toEqual([idOf('a', WORDS), idOf('b', WORDS)]);
  expect(one.idsOf('en/other.json')).toEqual([]);
  const polish = await remembered({
    messages: 'i18next',
    source: { a_one: 'One', a_other: 'More' },
    targets: { pl: {} },
  });
  expect(polish.idsOf(SOURCE)).toEqual(
    ['a_one', 'a_other', 'a_one', 'a_few', 'a_many', 'a_other'].map((key) => idOf(key, WORDS)),
  );
});

function first(found: RememberedList): RememberedUnit | undefined {
  return found[0];
}

describe('a unit is the one of an earlier run', () => {
  const NOTE = '# A note\na: A\n';

  test.each<[string, RunInput['source'] & {}, RunInput['source'] & {}, string, boolean]>([
    ['if it has the same key and text', { a: 'A' }, { a: 'A' }, 'a', true],
    ['if others came before it', { a: 'A' }, { new: 'New', a: 'A' }, 'a', true],
    ['not if its text is another', { a: 'A' }, { a: 'A2' }, 'a', false],
    ['not if its key is another', { a: 'A' }, { b: 'A' }, 'b', false],
    ['not if it is a number now', { a: '1' }, { a: 1 }, 'a', false],
    ['not if it is text now', { a: 1 }, { a: '1' }, 'a', false],
  ])('%s', async (_, before, now, key, expected) => {
    const unit = unitsNow(SOURCE, now).get(key)!;
    const known = first((await remembered({ source: before })).unitsOf(SOURCE, [unit]));
    expect(known !== undefined).toBe(expected);
  });

  test('not if its note is another', async () => {
    const files = await remembered({ format: 'yaml', source: NOTE });
    const unitOf = (source: string) => {
      const path = 'en/app.yaml';
      return first(files.unitsOf(path, [...unitsNow(path, source).values()]));
    };
    expect(unitOf(NOTE)).toBeDefined();
    expect(unitOf('# Another\na: A\n')).toBeUndefined();
    expect(unitOf('a: A\n')).toBeUndefined();
  });

  test('not if it was in another file', async () => {
    const path = 'en/home.json';
    const files = await remembered(RUN);
    expect(first(files.unitsOf(path, [...unitsNow(path, { a: 'A' }).values()]))).toBeUndefined();
  });

  test.each<[string, (units: [string, string][]) => void, number]>([
    ['all', () => undefined, 250],
    ['all but one whose text changed', (units) => void (units[120]![1] = 'new'), 249],
    ['all behind a new one', (units) => units.unshift(['new', 'New']), 250],
    ['all before one that went', (units) => units.splice(199, 1), 249],
    ['all in another order', (units) => units.reverse(), 250],
  ])('in a large file: %s', async (_, change, count) => {
    const units = Array.from({ length: 250 }, (_, i): [string, string] => [`k${i}x`, `Text ${i}`]);
    const files = await remembered({ source: Object.fromEntries(units) });
    change(units);
    const now = [...unitsNow(SOURCE, Object.fromEntries(units)).values()];
    const found = files.unitsOf(SOURCE, now);
    expect(found.filter((known) => known !== undefined)).toHaveLength(count);
    for (const [at, known] of found.entries()) {
      if (known !== undefined) expect(known.id).toBe(idOf(now[at]!.expected.key.join('.'), WORDS));
    }
  });

  test('with its identity, and its place in the table', async () => {
    const units = [...unitsNow(SOURCE, { b: 'B' }).values()];
    expect(first((await remembered(RUN)).unitsOf(SOURCE, units))).toMatchObject({
      id: idOf('b', WORDS),
      sourceHash: sourceHash('B'),
      table: 0,
      index: 1,
    });
  });
});

/** The units of a target have the keys that are in it. */
const KEYED = { sourceDecides: false };

describe('the state of a unit in a target', () => {
  /** The states of today's units in the target of `RUN`. */
  async function states(
    now: object,
    change: (root: string) => void = () => undefined,
    format = KEYED,
  ): Promise<object> {
    const records = await recordsAfter(RUN);
    change(records.root);
    const files = new RememberedFiles(records);
    const target = files.pairOf(SOURCE)!.targets[0]!;
    files.setLoaded([], sameLock(records));
    const stateOf = files.quietStates(target.path, format);
    const units = [...unitsNow(SOURCE, now, { files })];
    return Object.fromEntries(units.map(([key, unit]) => [key, stateOf(unit)]));
  }

  test.each<[string, object, object]>([
    ['is remembered where nothing is to be done', { a: 'A' }, { a: 'current' }],
    ['is not where something is', { a: 'A', b: 'B' }, { a: 'current', b: undefined }],
    ['is not of a new text', { a: 'A2' }, { a: undefined }],
    ['is not of a new key', { c: 'A' }, { c: undefined }],
    [
      'is remembered wherever the unit is now',
      { c: 'C', b: 'B', a: 'A' },
      { c: undefined, b: undefined, a: 'current' },
    ],
  ])('%s', async (_, now, expected) => {
    expect(await states(now)).toEqual(expected);
  });

  test('is not where the target has changed', async () => {
    const change = (root: string): void => writeIn(root, TARGET, '{ "a": "Y" }');
    expect(await states({ a: 'A' }, change)).toEqual({ a: undefined });
  });

  test('is not where the source has changed, by which the units of the target are found', async () => {
    const change = (root: string): void => writeIn(root, SOURCE, '{ "a": "A", "b": "B" }');
    expect(await states({ a: 'A' }, change)).toEqual({ a: 'current' });
    expect(await states({ a: 'A' }, change, { sourceDecides: true })).toEqual({ a: undefined });
  });

  test('is not for a target of other plural forms than the first', async () => {
    const messages = 'i18next';
    const source = { a_one: 'One', a_other: 'More' };
    const polish = { a_one: 'P', a_few: 'Q', a_many: 'R', a_other: 'S' };
    const target = { a_one: 'Eins', a_other: 'Mehr' };
    const records = await recordsAfter({ messages, source, target, targets: { pl: polish } });
    const files = new RememberedFiles(records);
    const unit = unitsNow(SOURCE, source, { files, messages }).get('a_one')!;
    files.setLoaded([], sameLock(records));
    const found = files
      .pairOf(SOURCE)!
      .targets.map((one) => [one.locale, one.states, files.quietStates(one.path, KEYED)(unit)]);
    expect(found).toEqual([
      ['de', 'cc', 'current'],
      ['pl', 'cccc', undefined],
    ]);
  });
});
