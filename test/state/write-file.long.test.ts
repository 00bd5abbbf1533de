import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { contentHash, memoryKey, quickHash } from '../../src/lock/hash.js';
import {
  cleanTemp,
  stageFile,
  WriteError,
  writeFileAtomic,
  isUnchanged,
  openMemory,
} from '../../src/state/index.js';
import type { WriteOptions } from '../../src/state/files/write-file.js';
import { runChild, startChild } from './children.js';
import type { Child } from './children.js';
import { temporaryFolder } from './temporary.js';
import { hintOf } from '../support/hint.js';

let root: string;
let options: WriteOptions;

beforeEach(() => {
  root = temporaryFolder();
  options = { root, state: join(root, '.locale-sync') };
});

const read = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Everything below the root, besides the tool's own folder. */
function files(): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('.locale-sync'))
    .sort();
}

function litter(): string[] {
  const temporary = join(root, '.locale-sync', 'tmp');
  return existsSync(temporary) ? readdirSync(temporary) : [];
}

function failure(run: () => unknown): WriteError {
  try {
    run();
  } catch (error) {
    if (error instanceof WriteError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Changes content, and sets the time back. Its `ctime` shows it, once the clock has moved on. */
function changeUnseen(file: string): void {
  const { atime, mtime, ctimeMs } = statSync(file);
  while (Date.now() < ctimeMs + 20);
  writeFileSync(file, 'odl');
  utimesSync(file, atime, mtime);
}

describe('writeFileAtomic', () => {
  it('makes a new file and its folders, by absolute and relative path', () => {
    expect(writeFileAtomic(join(root, 'a/b/de.json'), '{}\n', options)).toBe('written');
    expect(writeFileAtomic('c/fr.json', '{ }', { ...options, expect: 'absent' })).toBe('written');
    expect(read('a/b/de.json')).toBe('{}\n');
    expect(read('c/fr.json')).toBe('{ }');
    expect(files()).toEqual(['a', 'a/b', 'a/b/de.json', 'c', 'c/fr.json']);
    expect(statSync(join(root, 'c/fr.json')).nlink).toBe(1);
    expect(litter()).toEqual([]);
  });

  it('writes text as UTF-8 and bytes as they are', () => {
    writeFileAtomic('a', '\uFEFFä😀\r\n', options);
    writeFileAtomic('b', Uint8Array.of(0xff, 0, 0xfe), options);
    expect(read('a')).toBe('\uFEFFä😀\r\n');
    expect([...readFileSync(join(root, 'b'))]).toEqual([0xff, 0, 0xfe]);
  });

  it('never writes equal bytes', () => {
    const file = join(root, 'de.json');
    writeFileSync(file, 'same');
    chmodSync(file, 0o444);
    utimesSync(file, 1000, 1000);
    const before = statSync(file);
    expect(writeFileAtomic(file, 'same', { ...options, expect: contentHash('other') })).toBe(
      'unchanged',
    );
    const after = statSync(file);
    expect([after.ino, after.mtimeMs, after.ctimeMs]).toEqual([
      before.ino,
      before.mtimeMs,
      before.ctimeMs,
    ]);
    expect(existsSync(join(root, '.locale-sync'))).toBe(false);
  });

  it('keeps the mode of the file that it replaces', () => {
    writeFileSync(join(root, 'de.json'), 'old');
    chmodSync(join(root, 'de.json'), 0o664);
    writeFileAtomic('de.json', 'new', options);
    expect(statSync(join(root, 'de.json')).mode & 0o7777).toBe(0o664);
  });

  it.runIf(process.getuid?.() === 0)('keeps the owner of the file that it replaces', () => {
    writeFileSync(join(root, 'de.json'), 'old');
    chownSync(join(root, 'de.json'), 1234, 2345);
    writeFileAtomic('de.json', 'new', options);
    const { uid, gid } = statSync(join(root, 'de.json'));
    expect([uid, gid]).toEqual([1234, 2345]);
  });

  it('leaves a file alone that is not what was read', () => {
    writeFileSync(join(root, 'de.json'), 'edited');
    for (const expected of [contentHash('read'), 'absent']) {
      const error = failure(() =>
        writeFileAtomic('de.json', 'new', { ...options, expect: expected }),
      );
      expect(error.code).toBe('changed-on-disk');
      expect(error.message).toContain('de.json');
      expect(hintOf(error)).toContain('again');
    }
    expect(read('de.json')).toBe('edited');
    expect(writeFileAtomic('de.json', 'new', { ...options, expect: contentHash('edited') })).toBe(
      'written',
    );
    const gone = { ...options, expect: contentHash('was there') };
    expect(failure(() => writeFileAtomic('fr.json', 'new', gone)).code).toBe('changed-on-disk');
    expect(files()).toEqual(['de.json']);
    expect(litter()).toEqual([]);
  });

  describe('knows what it wrote by its content', () => {
    const write = (text: string) => {
      const staged = stageFile(join(root, 'de.json'), text, options);
      expect(staged.commit()).toBe('written');
      return staged;
    };

    it('by its hash', () => {
      const stamp = write('new').stamp();
      expect(stamp).toMatchObject({ kind: 'file', size: 3, hash: quickHash('new') });
      expect(isUnchanged(stamp)).toBe(true);
    });

    it('and so sees every later change at once', () => {
      for (let i = 0; i < 200; i += 1) {
        const stamp = write(String(i).padStart(3)).stamp();
        writeFileSync(join(root, 'de.json'), 'odd');
        expect(isUnchanged(stamp)).toBe(false);
      }
    });

    it('and so does not take a change before the look for its own', () => {
      for (let i = 0; i < 200; i += 1) {
        const staged = write(String(i).padStart(3));
        writeFileSync(join(root, 'de.json'), 'odd');
        expect(isUnchanged(staged.stamp())).toBe(false);
      }
    });

    it('where the state folder cannot be used', () => {
      writeFileSync(join(root, '.locale-sync'), 'a file in the way');
      expect(isUnchanged(write('new').stamp())).toBe(true);
    });
  });

  describe('with the hash of what was read', () => {
    const write = (text: string, meanwhile: (file: string) => void): string => {
      const file = join(root, 'de.json');
      writeFileSync(file, 'old');
      const expect = contentHash('old');
      meanwhile(file);
      return writeFileAtomic('de.json', text, { ...options, expect });
    };

    it('replaces a file that still looks like it', () => {
      expect(write('newer', () => undefined)).toBe('written');
      expect(read('de.json')).toBe('newer');
      expect(write('new', () => undefined)).toBe('written');
      expect(read('de.json')).toBe('new');
    });

    it.each<[string, (file: string) => void]>([
      ['has other content', (file) => writeFileSync(file, 'edited')],
      ['has the same size and time', changeUnseen],
      [
        'is another file',
        (file) => {
          rmSync(file);
          writeFileSync(`${file}.own`, 'odl');
          renameSync(`${file}.own`, file);
        },
      ],
      ['is gone', (file) => rmSync(file)],
    ])('leaves a file alone that %s', (_, meanwhile) => {
      expect(failure(() => write('new', meanwhile)).code).toBe('changed-on-disk');
      expect(litter()).toEqual([]);
    });
  });

  it('writes through links inside the root and keeps them', () => {
    mkdirSync(join(root, 'real'));
    writeFileSync(join(root, 'real/de.json'), 'old');
    symlinkSync('real', join(root, 'folder'));
    symlinkSync('../real/de.json', join(root, 'real/link.json'));
    writeFileAtomic('folder/link.json', 'new', options);
    writeFileAtomic('folder/fr.json', 'neuf', options);
    expect(read('real/de.json')).toBe('new');
    expect(readlinkSync(join(root, 'real/link.json'))).toBe('../real/de.json');
    expect(read('real/fr.json')).toBe('neuf');
  });

  it('refuses paths and links that leave the root, dangling ones too', () => {
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'victim'), 'precious');
    symlinkSync(join(outside, 'victim'), join(root, 'file'));
    symlinkSync(outside, join(root, 'folder'));
    symlinkSync(join(outside, 'not-there'), join(root, 'dangling'));
    symlinkSync('loop', join(root, 'loop'));
    const paths = [
      '../x',
      join(outside, 'victim'),
      'file',
      'folder/victim',
      'folder/a/b',
      'a/../../x',
    ];
    for (const path of paths) {
      expect(failure(() => writeFileAtomic(path, 'new', options)).code).toBe('outside-root');
    }
    for (const path of ['dangling', 'loop']) {
      expect(failure(() => writeFileAtomic(path, 'new', options)).code).toBe('failed');
    }
    expect(readdirSync(outside)).toEqual(['victim']);
    expect(readFileSync(join(outside, 'victim'), 'utf8')).toBe('precious');
    expect(litter()).toEqual([]);
  });

  it('refuses what is no file', () => {
    mkdirSync(join(root, 'de.json'));
    writeFileSync(join(root, 'file'), '');
    expect(failure(() => writeFileAtomic('de.json', 'new', options)).code).toBe('not-a-file');
    expect(failure(() => writeFileAtomic('file/de.json', 'new', options)).code).toBe('failed');
    expect(files()).toEqual(['de.json', 'file']);
  });

  it('does not replace a write-protected file, with the next step in the message', () => {
    writeFileSync(join(root, 'de.json'), 'old');
    chmodSync(join(root, 'de.json'), 0o444);
    const error = failure(() => writeFileAtomic('de.json', 'new', options));
    expect(error.code).toBe('read-only');
    expect(hintOf(error)).toMatch(/^Make it writable; the next run tries again/);
    expect(read('de.json')).toBe('old');
    expect(litter()).toEqual([]);
  });

  it('writes beside the file where the state folder cannot be used, and leaves nothing there', () => {
    writeFileSync(join(root, '.locale-sync'), 'a file');
    writeFileSync(join(root, '.locale-sync-1-1.tmp'), 'left by a killed run');
    writeFileAtomic('de.json', 'new', options);
    expect(read('de.json')).toBe('new');
    expect(readdirSync(root).sort()).toEqual(['.locale-sync', 'de.json']);
  });

  it.runIf(process.getuid?.() === 0)(
    'reports a read-only folder and leaves it as it was',
    async () => {
      mkdirSync(join(root, 'locales'));
      writeFileSync(join(root, 'locales/de.json'), 'old');
      const script = `
      import { writeFileAtomic } from './state.mjs';
      const [root, path] = process.argv.slice(2);
      try { writeFileAtomic(path, 'new', { root, state: root + '/.locale-sync' }); }
      catch (error) { console.log(error.name, error.code); }
    `;
      chmodSync(root, 0o755);
      for (const path of ['locales/de.json', 'locales/fr.json', 'new/fr.json']) {
        const { stdout } = await runChild(script, [root, path], { uid: 65_534 });
        expect(stdout).toBe('WriteError read-only\n');
      }
      expect(files()).toEqual(['locales', 'locales/de.json']);
      expect(read('locales/de.json')).toBe('old');
    },
  );

  it.runIf(process.platform === 'linux')(
    'leaves the old file and no litter when the disk is full',
    async () => {
      writeFileSync(join(root, 'de.json'), 'old');
      const script = `
        import { writeFileAtomic } from './state.mjs';
        const [root] = process.argv.slice(2);
        try { writeFileAtomic('de.json', 'x'.repeat(100_000), { root, state: root + '/.locale-sync' }); }
        catch (error) { console.log(error.code, error.hint.text.startsWith('Raise the limit for file sizes; ')); }
      `;
      const { stdout } = await runChild(script, [root], { fileSizeLimit: 64 });
      expect(stdout).toBe('disk-full true\n');
      expect(read('de.json')).toBe('old');
      expect(litter()).toEqual([]);
    },
  );
});

/** Kills a child at a random moment after it printed something. */
async function killedWithin(child: Child, milliseconds: number): Promise<void> {
  const closed = once(child, 'close');
  await once(child.stdout, 'data');
  await sleep(Math.random() * milliseconds);
  child.kill('SIGKILL');
  await closed;
}

describe('a killed process', () => {
  const script = `
    import { writeFileAtomic } from './state.mjs';
    const [root] = process.argv.slice(2);
    console.log('ready');
    for (let i = 0; ; i += 1)
      for (const name of ['a/de.json', 'a/fr.json'])
        writeFileAtomic(name, JSON.stringify(Array(20_000).fill(i)), { root, state: root + '/.locale-sync' });
  `;

  it('leaves every file whole and litter only where it is cleaned', async () => {
    for (let round = 0; round < 8; round += 1) {
      await killedWithin(startChild(script, [root]), 40);
      for (const name of files().filter((file) => file.endsWith('.json'))) {
        const values = JSON.parse(read(name)) as number[];
        expect(values).toHaveLength(20_000);
        expect(new Set(values).size).toBe(1);
      }
      expect(files().every((name) => ['a', 'a/de.json', 'a/fr.json'].includes(name))).toBe(true);
      cleanTemp(join(root, '.locale-sync'));
      expect(litter()).toEqual([]);
    }
  });

  it('has in its memory whatever a file shows, as the memory is written first', async () => {
    const translating = `
      import { memoryKey, openMemory, writeFileAtomic } from './state.mjs';
      const [root] = process.argv.slice(2);
      const state = root + '/.locale-sync';
      const memory = openMemory(state);
      console.log('ready');
      for (let i = 0; ; i += 1) {
        memory.put('de', [[memoryKey([String(i)]), 'text ' + i]]);
        writeFileAtomic('de.json', String(i), { root, state, durability: 'process-end' });
      }
    `;
    for (let round = 0; round < 4; round += 1) {
      await killedWithin(startChild(translating, [root]), 40);
      const memory = openMemory(options.state);
      if (!existsSync(join(root, 'de.json'))) continue;
      const entries = Array.from({ length: Number(read('de.json')) + 1 }, (_, i) => {
        return [memoryKey([String(i)]), `text ${i}`] as const;
      });
      const texts = new Map(entries);
      expect(memory.recall('de', new Set(texts.keys()))).toEqual(texts);
    }
  });
});
