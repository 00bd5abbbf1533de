import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readNotes, updateNotes, writeLedger } from '../../src/state/index.js';
import { temporaryFolder } from './temporary.js';

let state: string;
let file: string;

beforeEach(() => {
  state = join(temporaryFolder(), '.locale-sync');
  file = join(state, 'ledger/notes');
});

test('each note is replaced or removed by itself', () => {
  expect(readNotes(state)).toEqual({});
  updateNotes(state, { lock: 'hash', isWriting: true });
  const pushed = { before: 'before', after: 'after' };
  updateNotes(state, { pushed, names: [['terms', 'v1']] });
  updateNotes(state, { isWriting: undefined });
  expect(readNotes(state)).toEqual({ lock: 'hash', pushed, names: [['terms', 'v1']] });
});

test('notes that say the same are not written', () => {
  updateNotes(state, { isWriting: undefined });
  expect(existsSync(file)).toBe(false);
  updateNotes(state, { lock: 'hash' });
  const { ino } = statSync(file);
  updateNotes(state, { lock: 'hash', isWriting: undefined });
  expect(statSync(file).ino).toBe(ino);
});

test('damaged notes are none, and are replaced by the next ones', () => {
  updateNotes(state, { lock: 'hash' });
  const sound = readFileSync(file);
  for (let at = 0; at < sound.length; at += 1) {
    writeFileSync(file, sound.subarray(0, at));
    expect(readNotes(state)).toEqual({});
  }
  updateNotes(state, { lock: 'other' });
  expect(readNotes(state)).toEqual({ lock: 'other' });
});

test.each([
  'null',
  '[',
  '1',
  '{"names":{"terms":"v1"}}',
  '{"names":[["terms",1]]}',
  '{"names":[null]}',
  '{"pushed":null}',
  '{"pushed":{"before":"a"}}',
  '{"pushed":{"before":"a","after":1}}',
])('notes that no run writes are none: %s', (text) => {
  writeLedger(state, 'notes', '', Buffer.from(text));
  expect(readNotes(state)).toEqual({});
});

test('notes that cannot be written are no error', () => {
  mkdirSync(file, { recursive: true });
  updateNotes(state, { lock: 'hash' });
  expect(readNotes(state)).toEqual({});
});
