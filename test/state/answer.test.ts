import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { beforeEach, describe, expect, it } from 'vitest';
import { quickHash } from '../../src/lock/hash.js';
import { readAnswer, Stamps, writeAnswer } from '../../src/state/index.js';
import {
  isRecent,
  isUnchanged,
  readStamped,
  restampFolder,
  settle,
  stampFolder,
  stampWritten,
} from '../../src/state/ledger/stamp.js';
import type { Stamp } from '../../src/state/ledger/stamp.js';
import { esbuildDoors } from '../../scripts/doors.mjs';
import { temporaryFolder } from './temporary.js';

/** Longer than the grain of file times. */
const GRAIN = 80;

let root: string;
let state: string;
let file: string;

beforeEach(() => {
  root = temporaryFolder();
  state = join(root, '.locale-sync');
  mkdirSync(join(root, 'locales'));
  file = join(root, 'locales', 'de.json');
  writeFileSync(file, 'eins');
});

const payload = { ok: true, problems: [{ code: 'review', message: 'ä😀' }] };

function remember(inputs: readonly Stamp[]): boolean {
  return writeAnswer(state, 'sync', { identity: 'v1', inputs: new Stamps(inputs), payload });
}

function remembered(identity: string): unknown {
  return readAnswer(state, 'sync', identity)?.payload;
}

/** Stamps of the answer as written that still carry a hash. */
function hashed(): number {
  const [, , block = ''] = readFileSync(join(state, 'ledger/sync'), 'utf8').split('\n');
  const [, stamps] = JSON.parse(block) as [unknown, Stamp[]];
  return stamps.filter(({ hash }) => hash !== undefined).length;
}

describe('a remembered answer', () => {
  it('gives the answer back while nothing has changed', async () => {
    await sleep(GRAIN);
    const inputs = [readStamped(file).stamp, stampFolder(join(root, 'locales'))];
    inputs.push(readStamped(join(root, 'not-there')).stamp);
    expect(remember(inputs)).toBe(true);
    expect(hashed()).toBe(0);
    expect(remembered('v1')).toEqual(payload);
    expect(remembered('v1')).toEqual(payload);
  });

  it('knows nothing under another identity, or without a file', () => {
    expect(remembered('v1')).toBeUndefined();
    remember([]);
    expect(remembered('v2')).toBeUndefined();
    expect(remembered('v1')).toEqual(payload);
  });

  const changes: Record<string, () => void> = {
    'a file got other content': () => appendFileSync(file, '!'),
    'a file got content of the same size': () => writeFileSync(file, 'zwei'),
    'a file was removed': () => rmSync(file),
    'a file was replaced by one with equal size and time': () => {
      const { atime, mtime } = statSync(file);
      writeFileSync(`${file}.new`, 'zwei');
      utimesSync(`${file}.new`, atime, mtime);
      renameSync(`${file}.new`, file);
    },
    'a file was changed and its time set back': () => {
      const { atime, mtime } = statSync(file);
      writeFileSync(file, 'zwei');
      utimesSync(file, atime, mtime);
    },
    'a file became a folder': () => {
      rmSync(file);
      mkdirSync(file);
    },
    'a file was added': () => writeFileSync(join(root, 'locales', 'fr.json'), ''),
    'a folder was added': () => mkdirSync(join(root, 'locales', 'fr')),
    'a file that was absent was made': () => writeFileSync(join(root, 'absent'), ''),
    'a folder was removed': () => rmSync(join(root, 'locales'), { recursive: true }),
  };
  for (const [title, change] of Object.entries(changes)) {
    for (const age of ['young', 'old']) {
      it(`forgets the answer when ${title} (${age} files)`, async () => {
        if (age === 'old') await sleep(GRAIN);
        const inputs = [readStamped(file).stamp, stampFolder(join(root, 'locales'))];
        remember([...inputs, readStamped(join(root, 'absent')).stamp]);
        expect(remembered('v1')).toEqual(payload);
        change();
        expect(remembered('v1')).toBeUndefined();
      });
    }
  }

  it('sees a change after reading that bears the same size and times', () => {
    const { stamp } = readStamped(file);
    expect(stamp.hash).toBeDefined();
    writeFileSync(file, 'zwei');
    // What a coarse clock would have recorded: the stamp's times fit the new content as well.
    const { size, mtimeMs, ctimeMs, ino } = statSync(file);
    const unlucky = { ...stamp, size, mtime: mtimeMs, ctime: ctimeMs, inode: ino };
    expect(isUnchanged({ ...unlucky, hash: undefined } as unknown as Stamp)).toBe(true);
    expect(isUnchanged(unlucky)).toBe(false);
    remember([unlucky]);
    expect(remembered('v1')).toBeUndefined();
    expect(settle(unlucky, Date.now() + 60_000)).toBe(unlucky);
  });

  it('sees every change of a file that is written in bursts', () => {
    for (let i = 0; i < 80; i += 1) {
      writeFileSync(file, String(1000 + i));
      const { stamp, content } = readStamped(file);
      expect(content?.toString()).toBe(String(1000 + i));
      remember([stamp]);
      expect(remembered('v1')).toEqual(payload);
      writeFileSync(file, String(5000 + i));
      expect(remembered('v1')).toBeUndefined();
    }
  });

  it.each([
    ['few and small ones again and again, and writes nothing', 10, 2],
    ['large ones once, and trusts their times when they have aged', 3_000_000, 0],
  ])('reads young files: %s', async (_, size, left) => {
    const folder = join(root, 'locales');
    // On a busy machine what was just written may be old already.
    do {
      rmSync(file);
      writeFileSync(file, Buffer.alloc(size, 'a'));
      remember([readStamped(file).stamp, stampFolder(folder)]);
    } while (hashed() < 2);
    await sleep(GRAIN);
    const { ino } = statSync(join(state, 'ledger/sync'));
    expect(remembered('v1')).toEqual(payload);
    expect(hashed()).toBe(left);
    expect(statSync(join(state, 'ledger/sync')).ino === ino).toBe(left > 0);
    expect(remembered('v1')).toEqual(payload);
    appendFileSync(file, '!');
    expect(remembered('v1')).toBeUndefined();
  });

  it('trusts whole seconds only after FAT could have moved on, and never the future', () => {
    const now = 1_800_000_000_000;
    expect(isRecent(now - 2000, now - 60_000.5, now)).toBe(true);
    expect(isRecent(now - 3000, now - 60_000.5, now)).toBe(false);
    expect(isRecent(now - 60.5, now - 60.5, now)).toBe(false);
    expect(isRecent(now - 60.5, now - 20.5, now)).toBe(true);
    expect(isRecent(now + 60_000.5, now - 60_000.5, now)).toBe(true);
  });

  it('takes a file that the run wrote at the content that it wrote', async () => {
    writeFileSync(file, 'neu');
    const own = stampWritten(file, quickHash(Buffer.from('neu')));
    expect(isUnchanged(own)).toBe(true);
    writeFileSync(file, 'alt');
    expect(isUnchanged(stampWritten(file, quickHash(Buffer.from('neu'))))).toBe(false);
    writeFileSync(file, 'neu');
    await sleep(GRAIN);
    remember([own]);
    expect(hashed()).toBe(0);
    expect(remembered('v1')).toEqual(payload);
  });

  it('sees what somebody else wrote between writing and looking', async () => {
    const other = stampWritten(file, quickHash(Buffer.from('zwei')));
    await sleep(GRAIN);
    remember([other]);
    expect(remembered('v1')).toBeUndefined();
  });

  it('lets the run add names of its own to a folder, but nobody else', () => {
    const folder = join(root, 'locales');
    const before = stampFolder(folder);
    writeFileSync(join(folder, 'fr.json'), '');
    expect(isUnchanged(before)).toBe(false);
    expect(isUnchanged(restampFolder(before, ['fr.json']))).toBe(true);
    writeFileSync(join(folder, 'it.json'), '');
    expect(isUnchanged(restampFolder(before, ['fr.json']))).toBe(false);
    expect(isUnchanged(restampFolder(stampFolder(join(root, 'x')), []))).toBe(true);
    const absent = stampFolder(join(root, 'new'));
    mkdirSync(join(root, 'new'));
    writeFileSync(join(root, 'new', 'fr.json'), '');
    expect(isUnchanged(absent)).toBe(false);
    expect(isUnchanged(restampFolder(absent, ['fr.json']))).toBe(true);
    writeFileSync(join(root, 'new', 'it.json'), '');
    expect(isUnchanged(restampFolder(absent, ['fr.json']))).toBe(false);
  });

  it('sees where a link leads to another file', async () => {
    symlinkSync('de.json', join(root, 'locales', 'link.json'));
    await sleep(GRAIN);
    const { stamp } = readStamped(join(root, 'locales', 'link.json'));
    remember([stamp]);
    expect(remembered('v1')).toEqual(payload);
    appendFileSync(file, '!');
    expect(remembered('v1')).toBeUndefined();
  });

  it('never fails on a damaged file, and never gives another answer', () => {
    remember([readStamped(file).stamp]);
    const index = join(state, 'ledger/sync');
    const sound = readFileSync(index);
    for (let at = 0; at < sound.length; at += 1) {
      const bytes = Buffer.from(sound);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(index, bytes);
      expect(remembered('v1')).toBeUndefined();
      writeFileSync(index, sound.subarray(0, at));
      expect(remembered('v1')).toBeUndefined();
    }
    rmSync(index);
    mkdirSync(index);
    expect(remembered('v1')).toBeUndefined();
    expect(remember([])).toBe(false);
  });

  it('is not written where it cannot be, without an error and without litter', () => {
    writeFileSync(state, 'a file in the way');
    expect(remember([])).toBe(false);
    expect(remembered('v1')).toBeUndefined();
    rmSync(state);
    symlinkSync(temporaryFolder(), state);
    expect(remember([])).toBe(false);
    expect(existsSync(join(state, 'ledger/sync'))).toBe(false);
  });

  it('loads no module but the file system', async () => {
    const { metafile } = await build({
      entryPoints: ['src/state/ledger/ledger.ts', 'src/state/ledger/stamps.ts'],
      outdir: 'dist',
      plugins: [esbuildDoors],
      bundle: true,
      platform: 'node',
      format: 'esm',
      write: false,
      metafile: true,
    });
    const imports = Object.values(metafile.inputs).flatMap(({ imports }) => imports);
    const modules = imports.filter(({ external }) => external === true).map(({ path }) => path);
    expect([...new Set(modules)].sort()).toEqual(['node:fs', 'node:path']);
  });
});
