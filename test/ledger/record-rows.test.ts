import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecords, writeRecords } from '../../src/engine/ledger/records.js';
import type { PairRecord, TargetRecord } from '../../src/engine/ledger/records.js';
import type { Problem } from '../../src/model/index.js';
import { temporaryFolder } from '../state/temporary.js';

const ROOT = temporaryFolder();
const stamp = { kind: 'file', size: 12, mtime: 3.25, ctime: 4.5, inode: 5 } as const;
const counts = {
  units: 9,
  current: 1,
  missing: 2,
  stale: 3,
  edited: 4,
  review: 5,
  invalid: 6,
  translated: 0,
  drifted: 7,
};
const problem: Problem = { code: 'review', severity: 'error', message: 'It is kept.', line: 3 };

const target = (path: string, rest: Partial<TargetRecord> = {}): TargetRecord => ({
  path,
  locale: 'de',
  stamp: { ...stamp, path: join(ROOT, path) },
  table: 0,
  states: 'c?',
  counts,
  settled: 8,
  problems: [],
  ...rest,
});

const pair = (rest: Partial<PairRecord> = {}): PairRecord => ({
  source: 'l/en.json',
  stamp: { ...stamp, path: join(ROOT, 'l/en.json') },
  tables: [{ digests: ['d', 'e'], ids: ['i', 'j'], sources: ['s', 't'] }],
  targets: [target('l/de.json')],
  isSettled: false,
  catalog: 0,
  problems: [],
  excludes: [],
  example: undefined,
  ...rest,
});

test.each([
  ['a plain one', pair()],
  ['a settled one', pair({ isSettled: true, example: 'a.b' })],
  ['one with warnings', pair({ problems: [problem], excludes: ['a.*'] })],
  ['one with a text in review', pair({ targets: [target('l/de.json', { problems: [problem] })] })],
  [
    'one with a young and an absent file',
    pair({
      targets: [
        target('l/de.json', { stamp: { ...stamp, path: join(ROOT, 'l/de.json'), hash: 'hash' } }),
        target('l/fr.json', { stamp: { ...stamp, path: join(ROOT, 'l/fr.json'), kind: 'absent' } }),
      ],
    }),
  ],
])('%s is read as it was written', (_, record) => {
  const records = { identity: 'identity', lock: 'lock', pairs: [record] };
  const state = join(ROOT, '.locale-sync');
  writeRecords(state, records, { isFirst: true });
  expect(readRecords(state, 'identity')).toEqual(records);
});
