import { renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { contentHash } from '../../src/state/hash.js';
import { isKnownLock, knownLockHash, noteLock, stageFile } from '../../src/state/files/index.js';
import { readStamped, trusted } from '../../src/state/snapshot/index.js';
import type { Stamp } from '../../src/state/snapshot/index.js';
import { temporaryFolder } from './temporary.js';

const TEXT = 'a lock\n';
const HASH = contentHash(TEXT);

let root: string;
let state: string;
let lock: string;

beforeEach(() => {
  root = temporaryFolder();
  state = join(root, '.locale-sync');
  lock = join(root, 'locale-sync.lock');
});

/** Writes the lock as a run does. */
function written(text = TEXT): Stamp {
  const staged = stageFile(lock, text, { root, state });
  staged.commit();
  return staged.stamp();
}

/** What the lock is known as, to a run that reads it when its times can be trusted. */
function known(): string | undefined {
  return knownLockHash(state, trusted(readStamped(lock).stamp, Date.now() + 10_000));
}

describe('the lock that a run left', () => {
  it('is known by its times', () => {
    noteLock(state, HASH, written());
    expect(known()).toBe(HASH);
    expect(isKnownLock(state, HASH)).toBe(true);
  });

  it.each<[string, () => void]>([
    ['has other bytes', () => writeFileSync(lock, 'another lock\n')],
    [
      'has other bytes of the same size and time',
      () => {
        const { atime, mtime, ctimeMs } = statSync(lock);
        while (Date.now() < ctimeMs + 20);
        writeFileSync(lock, 'b lock\n');
        utimesSync(lock, atime, mtime);
      },
    ],
    [
      'is another file',
      () => {
        writeFileSync(`${lock}.own`, TEXT);
        renameSync(`${lock}.own`, lock);
      },
    ],
    ['was noted without its times', () => noteLock(state, HASH)],
    ['has a note that is damaged', () => writeFileSync(join(state, 'lock/known'), `["${HASH}"`)],
  ])('has to be read where it %s', (_, meanwhile) => {
    noteLock(state, HASH, written());
    meanwhile();
    expect(known()).toBeUndefined();
  });

  it('is not known by times that another change could have', () => {
    const young = { ...written(), hash: 'so young' };
    noteLock(state, HASH, young);
    expect(knownLockHash(state, young)).toBeUndefined();
    expect(known()).toBeUndefined();
    expect(isKnownLock(state, HASH)).toBe(true);
  });
});
