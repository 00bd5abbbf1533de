import { expect, test } from 'vitest';
import { RememberedFiles, factsHash } from '../../src/engine/ledger/remembered-files.js';
import type { PairRecord } from '../../src/engine/ledger/records.js';
import { parseLock } from '../../src/lock/index.js';
import type { ParsedLock } from '../../src/lock/index.js';

const HEADER = parseLockHeader();
const [A, B, OTHER] = ['aaaaaaaaaaa', 'bbbbbbbbbbb', 'ooooooooooo'];
const lineOf = (unit: string, text = 'hhhhhh'): string => `${unit} ssssssss ${text}==de\n`;
const lockOf = (...lines: readonly string[]): ParsedLock => parseLock(HEADER + lines.join(''));

function parseLockHeader(): string {
  return '# locale-sync lock v1: which translation belongs to which source text.\n# Commit this file. Its lines are a set: keep the lines of both sides of a merge.\n';
}

/** A file with the units A and B. */
const pair = (facts: string | undefined): PairRecord => ({
  source: 'en.json',
  stamp: { path: '/en.json', kind: 'file', size: 1, mtime: 1, ctime: 1, inode: 1 },
  tables: [{ ids: [A, B], digests: ['d', 'e'], sources: ['s', 't'] }],
  targets: [],
  isSettled: true,
  catalog: 0,
  facts,
  problems: [],
  excludes: [],
  example: undefined,
});

/** @param lock hash of the lock that the records belong to */
const filesWith = (lock: string): RememberedFiles =>
  new RememberedFiles({ identity: '', lock, pairs: [] });

const before = lockOf(lineOf(A), lineOf(B));
const recorded = pair(factsHash(pair(undefined).tables, before));

test.each([
  ['the same lines', lockOf(lineOf(A), lineOf(B)), true],
  ['another file has more lines', lockOf(lineOf(A), lineOf(B), lineOf(OTHER)), true],
  ['lines in another order', lockOf(lineOf(B), lineOf(A)), true],
  ['windows line ends', parseLock((HEADER + lineOf(A) + lineOf(B)).replaceAll('\n', '\r\n')), true],
  ['another text of a unit', lockOf(lineOf(A), lineOf(B, 'iiiiii')), false],
  ['one line more about a unit', lockOf(lineOf(A), lineOf(A, 'iiiiii'), lineOf(B)), false],
  ['one line less', lockOf(lineOf(A)), false],
  ['no lock', parseLock(''), false],
])('a lock with %s', (_, lock, same) => {
  const files = filesWith('hash before');
  expect(files.hasSameFacts(recorded, { lock, lockHash: 'hash today' })).toBe(same);
});

test('a record that rests on more than its lines holds beside the very same lock only', () => {
  const today = { lock: before, lockHash: 'hash today' };
  expect(filesWith('hash before').hasSameFacts(pair(undefined), today)).toBe(false);
  expect(filesWith('hash today').hasSameFacts(pair(undefined), today)).toBe(true);
});
