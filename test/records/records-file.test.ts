import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  addRecords,
  identityOf,
  openRecords,
  readRecords,
  writeRecords,
} from '../../src/engine/records/records-file.js';
import { RememberedFiles } from '../../src/engine/records/remembered-files.js';
import type { Records } from '../../src/engine/records/records.js';
import { STATE_FILES } from '../../src/state/index.js';
import { compareTexts } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import { recordsAfter, writeIn } from './support.js';

/** Records that lie in the local state, and where. */
function kept(): { records: Records; root: string; state: string; file: string } {
  const { root, ...records } = recordsAfter({ source: { a: 'A' }, target: { a: 'X' } });
  const state = join(root, '.locale-sync');
  writeRecords(state, records);
  return { records, root, state, file: join(state, STATE_FILES.files) };
}

describe('what is remembered', () => {
  test('is read as it was written', () => {
    const { records, state } = kept();
    expect(readRecords(state, 'identity')).toEqual(records);
  });

  test('is added to, and the last record of a source counts', () => {
    const { records, state } = kept();
    const [pair] = records.pairs;
    const newer = { ...pair!, isSettled: !pair!.isSettled };
    const other = { ...pair!, source: 'en/other.json', targets: [] };
    addRecords(state, { ...records, lock: 'newer', pairs: [newer, other], replaced: 1 });
    const both = {
      ...records,
      lock: 'newer',
      replaced: 1,
      pairs: [
        newer,
        {
          ...other,
          stamp: { ...other.stamp, path: other.stamp.path.replace(pair!.source, other.source) },
        },
      ],
    };
    expect(readRecords(state, 'identity')).toEqual(both);
  });

  test('is added to by a later run, while most of it holds', () => {
    const [pair] = kept().records.pairs;
    const pairs = Array.from({ length: 20 }, (_, at) => ({ ...pair!, source: `en/${at}.json` }));
    const records = { identity: 'identity', lock: 'old', pairs };
    const known = new RememberedFiles(records);
    const [first, second, third, ...others] = pairs;
    const newer = { ...first!, isSettled: false };
    const fresh = { ...pair!, source: 'en/new.json' };
    const after = { ...records, lock: 'new', pairs: [newer, second!, third!, ...others, fresh] };
    expect(known.newIn(after)).toEqual({ ...after, pairs: [newer, fresh], replaced: 1 });
    expect(known.newIn({ ...after, pairs: [newer, second!, ...others, fresh] })).toBeUndefined();
    const all = pairs.map((one) => ({ ...one, isSettled: false }));
    expect(known.newIn({ ...after, pairs: all })).toBeUndefined();
    expect(new RememberedFiles({ ...records, replaced: 2 }).newIn(after)).toBeUndefined();
  });

  test('holds up to what was cut off', () => {
    const { records, state, file } = kept();
    addRecords(state, { ...records, lock: 'newer' });
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -1));
    expect(readRecords(state, 'identity')).toEqual(records);
  });

  test('is replaced by the next run', () => {
    const { records, state } = kept();
    writeRecords(state, { ...records, pairs: [] });
    expect(readRecords(state, 'identity')).toEqual({ ...records, pairs: [] });
  });

  test('leaves nothing else in the local state', () => {
    const { state } = kept();
    const names = readdirSync(state).filter((name) => name !== '.gitignore');
    expect(names).toEqual([STATE_FILES.files]);
  });
});

describe('nothing is remembered', () => {
  const damage: Record<string, (text: string) => string> = {
    'is empty': () => '',
    'ends early': (text) => text.slice(0, -1),
    'ends after its first line': (text) => text.slice(0, '{"identity":"identity"'.length),
    'begins late': (text) => text.slice(1),
    'has a record that is no JSON': (text) => text.replace('\n[', '\n('),
    'names no lock': (text) => text.slice(0, text.trimEnd().lastIndexOf('\n') + 1),
    'is another thing': () => 'null',
    'has bytes that are no text': (text) => `\u0000${text}`,
  };

  test.each(Object.keys(damage))('where the file %s', (title) => {
    const { state, file } = kept();
    writeFileSync(file, damage[title]!(readFileSync(file, 'utf8')));
    expect(readRecords(state, 'identity')).toBeUndefined();
  });

  test('where it rests on something else', () => {
    const { state } = kept();
    expect(readRecords(state, 'other')).toBeUndefined();
    expect(readRecords(state, 'ident')).toBeUndefined();
    expect(readRecords(state, '')).toBeUndefined();
  });

  test('where there is no file, or a folder is in its place', () => {
    const { state, file } = kept();
    rmSync(file);
    expect(readRecords(state, 'identity')).toBeUndefined();
    mkdirSync(file);
    expect(readRecords(state, 'identity')).toBeUndefined();
  });
});

test('records that cannot be written are no error: the next run looks at everything', () => {
  const { records, root } = kept();
  writeIn(root, 'taken', '');
  const state = join(root, 'taken');
  expect(() => writeRecords(state, records)).not.toThrow();
  expect(readRecords(state, 'identity')).toBeUndefined();
});

describe('the identity', () => {
  const identity = (input: ComparisonInput = {}, names = '', service: object = {}): string => {
    const { config } = compareTexts({ source: { a: 'A' }, ...input });
    return identityOf({ ...config, service: { ...config.service, ...service } }, names);
  };

  test.each<[string, string]>([
    ['another target', identity({ targets: { fr: {} } })],
    ['another option', identity({ translate: { formality: 'more' } })],
    ['another rule', identity({ rules: { placeholders: 'off' } })],
    ['an excluded key', identity({ exclude: ['a'] })],
    ['another message syntax', identity({ messages: 'plain' })],
    ['names that stand for something else', identity({}, 'terms v2')],
    ['the embedded service', identity({}, '', { url: 'embedded' })],
  ])('is another with %s', (_, other) => {
    expect(other).not.toBe(identity());
  });

  test('is the same for the same', () => {
    expect(identity()).toBe(identity());
  });

  test.each<[string, object]>([
    ['address', { url: 'https://other.example' }],
    ['secret', { key: 'secret' }],
  ])('is the same with another %s of the service', (_, service) => {
    expect(identity({}, '', service)).toBe(identity());
  });
});

describe('records of few files', () => {
  const PAIRS = 20;

  /** Twenty pairs, the third of which is looked at in every run. */
  function many(): { readonly state: string; readonly records: Records } {
    const { records, state } = kept();
    const [pair] = records.pairs;
    const pairs = Array.from({ length: PAIRS }, (_, at) => ({
      ...pair!,
      source: `en/${at}.json`,
      targets: [{ ...pair!.targets[0]!, path: `de/${at}.json` }],
      isSettled: at !== 2,
    }));
    const whole = { ...records, pairs };
    writeRecords(state, whole);
    return { state, records: whole };
  }

  const sourcesOf = (state: string, ...paths: string[]): readonly string[] | undefined =>
    openRecords(state, 'identity')
      .about(paths)
      ?.map(({ source }) => source)
      .sort();

  test('are found by source and target, with those that every run looks at', () => {
    const { state } = many();
    expect(sourcesOf(state)).toEqual(['en/2.json']);
    expect(sourcesOf(state, 'en/7.json')).toEqual(['en/2.json', 'en/7.json']);
    expect(sourcesOf(state, 'de/7.json', 'en/1.json')).toEqual([
      'en/1.json',
      'en/2.json',
      'en/7.json',
    ]);
    expect(sourcesOf(state, 'en/20.json')).toEqual(['en/2.json']);
  });

  test('are found for many paths as for each of them', () => {
    const { state, records } = many();
    const [pair] = records.pairs;
    const targets = [{ ...pair!.targets[0]!, path: 'de/"ä\\".json' }];
    const odd = { ...pair!, source: 'en/"ä\\".json', targets, isSettled: true };
    addRecords(state, { ...records, pairs: [odd, { ...pair!, example: 'newer' }], replaced: 1 });
    const paths = [...records.pairs, odd].flatMap(({ source, targets }) => [
      source,
      ...targets.map(({ path }) => path),
    ]);
    expect(sourcesOf(state, ...paths, 'en/none.json')).toEqual(
      [...records.pairs, odd].map(({ source }) => source).sort(),
    );
    const found = openRecords(state, 'identity').about(
      paths.filter((path) => path.startsWith('de/')),
    );
    expect(found?.find(({ source }) => source === 'en/0.json')?.example).toBe('newer');
    expect(found).toHaveLength(PAIRS + 1);
  });

  test('are the newest ones', () => {
    const { state, records } = many();
    const third = { ...records.pairs[2]!, isSettled: true };
    const first = { ...records.pairs[0]!, example: 'newer' };
    addRecords(state, { ...records, lock: 'newer', pairs: [third, first], replaced: 2 });
    const text = openRecords(state, 'identity');
    expect(text).toMatchObject({ lock: 'newer', replaced: 2 });
    expect([0, PAIRS + 2, PAIRS + 3].map((least) => text.holds(least))).toEqual([
      true,
      true,
      false,
    ]);
    expect(text.about(['de/0.json'])?.map(({ example }) => example)).toEqual(['newer']);
  });

  test('are none beyond a block that was cut off', () => {
    const { state, records } = many();
    const file = join(state, STATE_FILES.files);
    addRecords(state, {
      ...records,
      lock: 'newer',
      pairs: [{ ...records.pairs[0]!, source: 'x.json' }],
    });
    writeFileSync(file, readFileSync(file, 'utf8').trimEnd());
    expect(sourcesOf(state, 'x.json')).toEqual(['en/2.json']);
    expect(openRecords(state, 'identity').lock).toBe(records.lock);
  });

  test('say which source texts are nowhere', () => {
    const { state, records } = many();
    const text = openRecords(state, 'identity');
    expect(text.mayHold(records.pairs[0]!.tables[0]!.sources.slice(0, 8))).toBe(true);
    expect(text.mayHold('-nowhere')).toBe(false);
  });
});
