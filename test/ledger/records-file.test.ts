import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { identityOf, readRecords, writeRecords } from '../../src/engine/ledger/records.js';
import type { Records } from '../../src/engine/ledger/records.js';
import { STATE_FILES } from '../../src/lock/index.js';
import { compareTexts } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import { recordsAfter, writeIn } from './support.js';

/** Records that lie in the local state, and where. */
function kept(): { records: Records; root: string; state: string; file: string } {
  const { root, ...records } = recordsAfter({ source: { a: 'A' }, target: { a: 'X' } });
  const state = join(root, '.locale-sync');
  writeRecords(state, records, { isFirst: true });
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
    const added = { ...records, lock: 'newer', pairs: [newer, other] };
    writeRecords(state, added, { isFirst: false });
    const both = {
      ...records,
      lock: 'newer',
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

  test('holds up to what was cut off', () => {
    const { records, state, file } = kept();
    writeRecords(state, { ...records, lock: 'newer' }, { isFirst: false });
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -1));
    expect(readRecords(state, 'identity')).toEqual(records);
  });

  test('is replaced by the next run', () => {
    const { records, state } = kept();
    writeRecords(state, { ...records, pairs: [] }, { isFirst: true });
    expect(readRecords(state, 'identity')).toEqual({ ...records, pairs: [] });
  });

  test('leaves nothing else in the local state', () => {
    const { state } = kept();
    const names = readdirSync(state, { recursive: true });
    expect(names.sort()).toEqual(['.gitignore', 'ledger', join('ledger', 'files')]);
  });
});

describe('nothing is remembered', () => {
  const damage: Record<string, (text: string) => string> = {
    'is empty': () => '',
    'ends early': (text) => text.slice(0, -1),
    'ends after its first line': (text) => text.slice(0, text.indexOf('\n')),
    'begins late': (text) => text.slice(1),
    'has a record that nobody wrote': (text) => text.replace('\n[', '\n('),
    'has no block': (text) => text.slice(0, text.indexOf('\n') + 1),
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
  expect(() => writeRecords(state, records, { isFirst: true })).not.toThrow();
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
    // Rehearsal texts of one service are no translations for another.
    ['another address of the service', identity({}, '', { url: 'https://other.example' })],
  ])('is another with %s', (_, other) => {
    expect(other).not.toBe(identity());
  });

  test('is the same for the same', () => {
    expect(identity()).toBe(identity());
  });

  test('is the same with another secret of the service', () => {
    expect(identity({}, '', { key: 'secret' })).toBe(identity());
  });
});
