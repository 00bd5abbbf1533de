import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Inputs } from '../../src/engine/load/inputs.js';
import { writeLock } from '../../src/engine/write/lock.js';
import type { LockContext } from '../../src/engine/write/lock.js';
import type { Problem } from '../../src/model/index.js';
import { contentHash, LOCK_FILE, parseLock } from '../../src/lock/index.js';
import { readNotes, updateNotes } from '../../src/state/index.js';
import { temporaryFolder } from '../state/temporary.js';
import { idOf, lockOf, rowsOf } from '../support/lock-rows.js';
import type { LockRow } from '../support/lock-rows.js';

const WORDS = { pathOf: (name: string) => `en/${name}.json`, machine: () => 'mm' };
const A: LockRow = ['a', 'A', 'X', 'machine'];
const B: LockRow = ['b', 'B', 'Y', 'person'];
const C: LockRow = ['c', 'C', 'Z', 'machine'];

interface Run {
  /** What the lock said when it was read. */
  readonly before: readonly LockRow[];
  /** What the run says of some units. */
  readonly says?: readonly LockRow[];
  /** Units that go. */
  readonly gone?: readonly string[];
  /** What is on the disk when the run writes. Default: what was read. */
  readonly onDisk?: string;
  readonly context?: Partial<LockContext>;
}

interface Result {
  readonly rows: readonly LockRow[];
  readonly text: string | undefined;
  readonly problems: readonly Problem[];
  readonly isKnown: boolean;
  readonly isWriting: boolean;
}

/** A project whose run is about to write its lock. */
function written({ before, says = [], gone = [], onDisk, context = {} }: Run): Result {
  const root = temporaryFolder();
  const state = join(root, '.locale-sync');
  mkdirSync(state);
  const path = join(root, LOCK_FILE);
  const { text } = lockOf(before, WORDS);
  const now = onDisk ?? text;
  if (now !== '') writeFileSync(path, now);
  updateNotes(state, { isWriting: true });
  const facts = lockOf(says, WORDS).facts;
  const changes = new Map([...facts, ...gone.map((key) => [idOf(key, WORDS), []] as const)]);
  const { problems } = writeLock(changes, () => [], {
    root,
    state,
    inputs: new Inputs(root),
    lock: parseLock(text),
    lockHash: text === '' ? 'absent' : contentHash(text),
    lockIsKnown: true,
    wasWriting: false,
    isComplete: true,
    ...context,
  });
  const after = read(path);
  const rows = rowsIn(after);
  const isKnown = readNotes(state).lock === contentHash(after ?? '');
  return { rows, text: after, problems, isKnown, isWriting: readNotes(state).isWriting === true };
}

function rowsIn(text = ''): readonly LockRow[] {
  const names = { keys: ['a', 'b', 'c'], texts: ['A', 'B', 'C', 'X', 'Y', 'Z'] };
  return rowsOf(parseLock(text).facts, names, WORDS);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

describe('the lock', () => {
  test('says what changed beside what it said', () => {
    const found = written({ before: [A], says: [B] });
    expect(found).toMatchObject({ rows: [A, B], problems: [], isKnown: true, isWriting: false });
  });

  test('says nothing anymore of units that went', () => {
    expect(written({ before: [A, B], gone: ['a'] }).rows).toEqual([B]);
  });

  test('is not made where there is nothing to say', () => {
    const found = written({ before: [] });
    expect(found).toMatchObject({ text: undefined, problems: [], isWriting: false });
  });

  test('of a newer version stays as it is', () => {
    const newer = lockOf([A], WORDS).text.replace('lock v1', 'lock v9');
    const found = written({
      before: [],
      says: [B],
      onDisk: newer,
      context: { lock: parseLock(newer) },
    });
    expect(found.text).toBe(newer);
  });

  test('after a narrowed run beside a lock that may be older is not known to be in step', () => {
    const narrowed = { isComplete: false, lockIsKnown: false };
    expect(written({ before: [A], says: [B], context: narrowed }).isKnown).toBe(false);
    const known = { isComplete: false, lockIsKnown: true };
    expect(written({ before: [A], says: [B], context: known }).isKnown).toBe(true);
  });

  test('after a narrowed run keeps the mark of one that was killed', () => {
    const context = { isComplete: false, wasWriting: true };
    expect(written({ before: [A], says: [B], context }).isWriting).toBe(true);
    const complete = { isComplete: true, wasWriting: true };
    expect(written({ before: [A], says: [B], context: complete }).isWriting).toBe(false);
  });
});

describe('a lock that changed meanwhile', () => {
  const changed = (rows: readonly LockRow[]): string => lockOf(rows, WORDS).text;

  test('keeps what others wrote, and is not known to be in step', () => {
    const found = written({ before: [A], says: [B], onDisk: changed([A, C]) });
    expect(found).toMatchObject({ rows: [A, B, C], problems: [], isKnown: false });
  });

  test('keeps what the run found of a unit that is gone from it: it may be half written', () => {
    expect(written({ before: [A, C], says: [B], onDisk: changed([A]) }).rows).toEqual([A, B, C]);
  });

  test('loses what the run saw go', () => {
    const found = written({ before: [A, B], gone: ['a'], onDisk: changed([A, B, C]) });
    expect(found.rows).toEqual([B, C]);
  });

  test('to one of a newer version stays as it is, and that is reported', () => {
    const newer = changed([A, C]).replace('lock v1', 'lock v9');
    const found = written({ before: [A], says: [B], onDisk: newer });
    expect(found.text).toBe(newer);
    expect(found.problems).toMatchObject([{ code: 'lock-newer', file: LOCK_FILE }]);
  });
});

describe('a lock that the run read when its times could be trusted', () => {
  const sameTimes = (path: string, text: string): void => {
    const { atime, mtime } = statSync(path);
    writeFileSync(path, text);
    utimesSync(path, atime, mtime);
  };
  // As long as the lock of A, to the byte.
  const OTHER = lockOf([C], WORDS).text;

  test.each<[string, readonly LockRow[], (path: string) => void]>([
    ['says what changed where nobody wrote it', [A, B], () => undefined],
    ['keeps what others wrote', [A, B, C], (path) => sameTimes(path, OTHER)],
    [
      'keeps what others put in its place',
      [A, B, C],
      (path) => {
        writeFileSync(`${path}.new`, OTHER);
        renameSync(`${path}.new`, path);
      },
    ],
    ['is made again where it is gone', [A, B], (path) => rmSync(path)],
  ])('%s', async (_, rows, happens) => {
    const root = temporaryFolder();
    const state = join(root, '.locale-sync');
    mkdirSync(state);
    const path = join(root, LOCK_FILE);
    const { text } = lockOf([A], WORDS);
    expect(OTHER.length).toBe(text.length);
    writeFileSync(path, text);
    await sleep(80);
    const inputs = new Inputs(root);
    inputs.read(LOCK_FILE);
    expect(inputs.stampOf(LOCK_FILE)).not.toHaveProperty('hash');
    happens(path);
    const { problems } = writeLock(lockOf([B], WORDS).facts, () => [], {
      ...{ root, state, inputs, lock: parseLock(text), lockHash: contentHash(text) },
      ...{ lockIsKnown: true, wasWriting: false, isComplete: true },
    });
    expect(problems).toEqual([]);
    expect(rowsIn(read(path))).toEqual(rows);
  });
});

test('a lock that cannot be written is reported, and the mark of the run stays', () => {
  const root = temporaryFolder();
  const state = join(root, '.locale-sync');
  mkdirSync(join(root, LOCK_FILE), { recursive: true });
  mkdirSync(state);
  updateNotes(state, { isWriting: true });
  const context = {
    root,
    state,
    inputs: new Inputs(root),
    lock: parseLock(''),
    lockHash: 'absent',
  };
  const flags = { lockIsKnown: true, wasWriting: false, isComplete: true };
  const { problems } = writeLock(lockOf([A], WORDS).facts, () => [], { ...context, ...flags });
  expect(problems).toMatchObject([{ severity: 'error', file: LOCK_FILE }]);
  expect(readNotes(state).isWriting).toBe(true);
});
