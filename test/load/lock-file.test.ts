import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Inputs } from '../../src/engine/load/inputs.js';
import { loadLock } from '../../src/engine/load/lock-file.js';
import type { LoadedLock } from '../../src/engine/load/lock-file.js';
import { contentHash, LOCK_FILE } from '../../src/lock/index.js';
import { updateNotes } from '../../src/state/index.js';
import { temporaryFolder } from '../state/temporary.js';
import { lockOf } from '../support/lock-rows.js';

const WORDS = { pathOf: () => 'en/app.json', machine: () => 'mm' };
const TEXT = lockOf([['a', 'A', 'X', 'machine']], WORDS).text;

/** @param prepare what is on the disk */
function loaded(prepare: (root: string, state: string) => void): LoadedLock {
  const root = temporaryFolder();
  const state = join(root, '.locale-sync');
  mkdirSync(state);
  prepare(root, state);
  return loadLock({ root, locks: 'one' }, new Inputs(root));
}

const write = (text: string) => (root: string) => writeFileSync(join(root, LOCK_FILE), text);

describe('a lock', () => {
  test('that is not there says nothing', () => {
    const { lock, lockHash } = loaded(() => undefined);
    expect(lock.facts.size).toBe(0);
    expect(lockHash).toBe('absent');
  });

  test('is known by its bytes', () => {
    const { lock, lockHash } = loaded(write(TEXT));
    expect(lock.facts.size).toBe(1);
    expect(lockHash).toBe(contentHash(TEXT));
  });

  test('that no run here left may be older than the files', () => {
    expect(loaded(write(TEXT)).lockIsKnown).toBe(false);
  });

  test('that is a folder ends the run', () => {
    const folder = (root: string): void => mkdirSync(join(root, LOCK_FILE));
    expect(() => loaded(folder)).toThrow(expect.objectContaining({ code: 'lock-unusable' }));
  });
});

test.each([
  ['a run that was killed while it wrote', true],
  ['no run', false],
])('%s left its mark: %s', (_, expected) => {
  const prepare = (_root: string, state: string): void => {
    if (expected) updateNotes(state, { isWriting: true });
  };
  expect(loaded(prepare).wasWriting).toBe(expected);
});
