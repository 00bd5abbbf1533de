import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { identityOf, readRecords, writeRecords } from '../../src/engine/ledger/records.js';
import type { Records } from '../../src/engine/ledger/records.js';
import { STATE_FILES } from '../../src/lock/index.js';
import { readAnswer, writeLedger } from '../../src/state/index.js';
import { compareTexts } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import { recordsAfter, writeIn } from './support.js';

/** Records that lie in the local state, and where. */
async function kept(): Promise<{ records: Records; root: string; state: string; file: string }> {
  const { root, ...records } = await recordsAfter({ source: { a: 'A' }, target: { a: 'X' } });
  const state = join(root, '.locale-sync');
  writeRecords(state, records, { isFirst: true });
  return { records, root, state, file: join(state, STATE_FILES.files) };
}

describe('what is remembered', () => {
  test('is read as it was written', async () => {
    const { records, state } = await kept();
    expect(readRecords(state, 'identity')).toEqual(records);
  });

  test('is added to, and the last record of a source counts', async () => {
    const { records, state } = await kept();
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

  test('holds up to what was cut off', async () => {
    const { records, state, file } = await kept();
    writeRecords(state, { ...records, lock: 'newer' }, { isFirst: false });
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -1));
    expect(readRecords(state, 'identity')).toEqual(records);
  });

  test('is replaced by the next run', async () => {
    const { records, state } = await kept();
    writeRecords(state, { ...records, pairs: [] }, { isFirst: true });
    expect(readRecords(state, 'identity')).toEqual({ ...records, pairs: [] });
  });

  test('leaves nothing else in the local state', async () => {
    const { state } = await kept();
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
    'has a record that nobody wrote': (text) => text.replace('"pairs":[', '"pairs":('),
    'has no block': (text) => text.slice(0, text.indexOf('\n') + 1),
    'is another thing': () => 'null',
    'has bytes that are no text': (text) => `\u0000${text}`,
  };

  test.each(Object.keys(damage))('where the file %s', async (title) => {
    const { state, file } = await kept();
    writeFileSync(file, damage[title]!(readFileSync(file, 'utf8')));
    expect(readRecords(state, 'identity')).toBeUndefined();
  });

  // As it was before the ledger became plain JSON: a line for the payload or the lock, then rows.
  test.each(['"lock"\n', '"lock"\n[1,0,"en.json",["file",1,2,3,4],[],[],"facts",null]\n'])(
    'where the records are of the former form: %j',
    async (block) => {
      const { state } = await kept();
      writeLedger(state, 'files', 'identity', Buffer.from(block));
      expect(readRecords(state, 'identity')).toBeUndefined();
    },
  );

  test.each(['null\n[0,[]]\n', '{"error":null}\n[1,[[0,{"hash":"h"}]]]\n\0\0/p'])(
    'where the answer is of the former form: %j',
    async (block) => {
      const { state } = await kept();
      writeLedger(state, 'sync', 'identity', Buffer.from(block));
      expect(readAnswer(state, 'sync', 'identity')).toBeUndefined();
    },
  );

  test('where it rests on something else', async () => {
    const { state } = await kept();
    expect(readRecords(state, 'other')).toBeUndefined();
    expect(readRecords(state, 'ident')).toBeUndefined();
    expect(readRecords(state, '')).toBeUndefined();
  });

  test('where there is no file, or a folder is in its place', async () => {
    const { state, file } = await kept();
    rmSync(file);
    expect(readRecords(state, 'identity')).toBeUndefined();
    mkdirSync(file);
    expect(readRecords(state, 'identity')).toBeUndefined();
  });
});

test('records that cannot be written are no error: the next run looks at everything', async () => {
  const { records, root } = await kept();
  writeIn(root, 'taken', '');
  const state = join(root, 'taken');
  expect(() => writeRecords(state, records, { isFirst: true })).not.toThrow();
  expect(readRecords(state, 'identity')).toBeUndefined();
});

describe('the identity', async () => {
  const identity = async (
    input: ComparisonInput = {},
    names = '',
    service: object = {},
  ): Promise<string> => {
    const { config } = await compareTexts({ source: { a: 'A' }, ...input });
    return identityOf({ ...config, service: { ...config.service, ...service } }, names);
  };

  test.each<[string, string]>([
    ['another target', await identity({ targets: { fr: {} } })],
    ['another option', await identity({ translate: { formality: 'more' } })],
    ['another rule', await identity({ rules: { placeholders: 'off' } })],
    ['an excluded key', await identity({ exclude: ['a'] })],
    ['another message syntax', await identity({ messages: 'plain' })],
    ['names that stand for something else', await identity({}, 'terms v2')],
    ['the embedded service', await identity({}, '', { url: 'embedded' })],
    // Rehearsal texts of one service are no translations for another.
    ['another address of the service', await identity({}, '', { url: 'https://other.example' })],
  ])('is another with %s', async (_, other) => {
    expect(other).not.toBe(await identity());
  });

  test('is the same for the same', async () => {
    expect(await identity()).toBe(await identity());
  });

  test('is the same with another secret of the service', async () => {
    expect(await identity({}, '', { key: 'secret' })).toBe(await identity());
  });
});
