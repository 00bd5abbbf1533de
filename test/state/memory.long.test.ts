import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryKey } from '../../src/lock/hash.js';
import { openMemory } from '../../src/state/index.js';
import type { Memory } from '../../src/state/index.js';
import type { StoredText } from '../../src/model/index.js';
import { runChild, startChild } from './children.js';
import { temporaryFolder } from './temporary.js';

const key = (name: string | number): string => memoryKey(['en', 'de', String(name)]);
const logOf = (directory: string): string => join(directory, 'memory', 'de.log');

/** Recalls one text. */
function get(memory: Memory, target: string, name: string): string | undefined {
  return memory.recall(target, new Set([name])).get(name);
}

/** Keeps of the entries those that the memory recalls with their texts. */
function recalled(memory: Memory, wanted: readonly StoredText[]): readonly StoredText[] {
  const found = memory.recall('de', new Set(wanted.map(([name]) => name)));
  return wanted.filter(([name, text]) => found.get(name) === text);
}

function stateFolder(): string {
  return join(temporaryFolder(), '.locale-sync');
}

function entries(prefix: string, count: number): StoredText[] {
  return Array.from({ length: count }, (_, i) => [key(`${prefix}${i}`), `${prefix} text ${i}`]);
}

describe('memory', () => {
  it('gives back what was put, at once and when opened again', () => {
    const directory = stateFolder();
    const memory = openMemory(directory);
    expect(get(memory, 'de', key('a'))).toBeUndefined();
    memory.put('de', [
      [key('a'), 'eins'],
      [key('b'), 'zwei\n"drei"\r\u2028 😀 \0'],
    ]);
    for (const opened of [memory, openMemory(directory)]) {
      expect(get(opened, 'de', key('a'))).toBe('eins');
      expect(get(opened, 'de', key('b'))).toBe('zwei\n"drei"\r\u2028 😀 \0');
      expect(get(opened, 'fr', key('a'))).toBeUndefined();
      expect(opened.problems).toEqual([]);
    }
  });

  it('gives back any text', () => {
    const memory = openMemory(stateFolder());
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        memory.put('de', [[key('any'), text]]);
        expect(get(memory, 'de', key('any'))).toBe(text);
      }),
    );
  });

  it('makes no file before something is put, and keeps its folder out of version control', () => {
    const directory = stateFolder();
    const memory = openMemory(directory);
    get(memory, 'de', key('a'));
    memory.put('de', []);
    memory.repair();
    expect(existsSync(directory)).toBe(false);
    memory.put('de', [[key('a'), 'eins']]);
    expect(readFileSync(join(directory, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('lets the last text of a key count', () => {
    const directory = stateFolder();
    const memory = openMemory(directory);
    memory.put('de', [[key('a'), 'eins']]);
    memory.put('de', [
      [key('a'), 'zwei'],
      [key('a'), 'drei'],
    ]);
    expect(get(memory, 'de', key('a'))).toBe('drei');
    expect(get(openMemory(directory), 'de', key('a'))).toBe('drei');
  });

  it('takes in what others appended', () => {
    const directory = stateFolder();
    const [ours, theirs] = [openMemory(directory), openMemory(directory)];
    const keys = new Set(['a', 'b', 'c'].map(key));
    ours.put('de', [[key('a'), 'eins']]);
    expect(theirs.recall('de', keys)).toEqual(new Map([[key('a'), 'eins']]));
    theirs.put('de', [[key('b'), 'zwei']]);
    expect(ours.recall('de', keys)).toEqual(theirs.recall('de', keys));
    ours.put('de', [[key('c'), 'drei']]);
    for (const memory of [ours, theirs]) {
      expect([...memory.recall('de', keys).values()]).toEqual(['eins', 'zwei', 'drei']);
    }
    theirs.put('de', [[key('a'), 'vier']]);
    expect(get(ours, 'de', key('a'))).toBe('vier');
  });

  it('skips any damaged line and keeps every other record', () => {
    const directory = stateFolder();
    openMemory(directory).put('de', entries('x', 20));
    const sound = readFileSync(logOf(directory));
    fc.assert(
      fc.property(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const bytes = Buffer.from(sound);
        bytes[at] = (bytes[at] ?? 0) ^ flip;
        // A file of another version is left alone as a whole.
        if (/^locale-sync memory v(?!1\n)\d+\n/.test(bytes.toString('latin1'))) return;
        writeFileSync(logOf(directory), bytes);
        const memory = openMemory(directory);
        const texts = new Map(entries('x', 20).map(([name, text]) => [name, text]));
        const found = memory.recall('de', new Set(texts.keys()));
        for (const [name, text] of found) expect(text).toBe(texts.get(name));
        expect(found.size).toBeGreaterThanOrEqual(18);
        // Nobody asked for a changed key, and a last line without its end may still be in writing.
        const column = at - sound.lastIndexOf('\n', at - 1) - 1;
        const isSeen = column >= 22 && at < sound.length - 1;
        if (found.size < 20 && isSeen) expect(memory.problems[0]?.code).toBe('memory-unreadable');
        expect(readFileSync(logOf(directory)).equals(bytes)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it('loses only the torn record when the file is cut anywhere, and appends soundly behind it', () => {
    const directory = stateFolder();
    openMemory(directory).put('de', entries('x', 3));
    const sound = readFileSync(logOf(directory));
    for (let end = 0; end < sound.length; end += 1) {
      writeFileSync(logOf(directory), sound.subarray(0, end));
      const memory = openMemory(directory);
      const whole = sound.subarray(0, end).toString().split('\n').length - 2;
      const count = (opened: Memory): number => recalled(opened, entries('x', 3)).length;
      expect(count(memory)).toBe(Math.max(0, whole));
      expect(memory.problems).toEqual([]);
      memory.put('de', [[key('next'), 'next']]);
      const reopened = openMemory(directory);
      expect(get(reopened, 'de', key('next'))).toBe('next');
      expect(count(reopened)).toBeGreaterThanOrEqual(Math.max(0, whole));
    }
  });

  it('leaves a file of another version alone, says so, and goes on in a file of its own', () => {
    const directory = stateFolder();
    mkdirSync(join(directory, 'memory'), { recursive: true });
    const newer = 'locale-sync memory v2\nwhatever\n';
    writeFileSync(logOf(directory), newer);
    const memory = openMemory(directory);
    memory.put('de', [[key('a'), 'eins']]);
    expect(memory.problems.map(({ code }) => code)).toEqual(['memory-unreadable']);
    expect(memory.problems[0]?.message).toContain('v2');
    expect(readFileSync(logOf(directory), 'utf8')).toBe(newer);
    expect(get(openMemory(directory), 'de', key('a'))).toBe('eins');
  });

  it('goes on with what it has when the file is something else altogether', () => {
    const directory = stateFolder();
    mkdirSync(logOf(directory), { recursive: true });
    const memory = openMemory(directory);
    expect(get(memory, 'de', key('a'))).toBeUndefined();
    memory.put('de', [[key('a'), 'eins']]);
    memory.put('de', [[key('b'), 'zwei']]);
    expect(get(memory, 'de', key('a'))).toBe('eins');
    expect(memory.problems.map(({ code }) => code)).toEqual(['memory-unreadable', 'write-failed']);
  });

  it('does not follow links out of the project', () => {
    const root = temporaryFolder();
    const directory = join(root, '.locale-sync');
    const outside = join(temporaryFolder(), 'victim');
    writeFileSync(outside, 'precious\n');
    mkdirSync(join(directory, 'memory'), { recursive: true });
    symlinkSync(outside, logOf(directory));
    const memory = openMemory(directory);
    memory.put('de', [[key('a'), 'eins']]);
    expect(memory.problems.map(({ code }) => code)).toContain('write-failed');
    expect(readFileSync(outside, 'utf8')).toBe('precious\n');

    const linked = join(temporaryFolder(), '.locale-sync');
    symlinkSync(temporaryFolder(), linked);
    const second = openMemory(linked);
    second.put('de', [[key('a'), 'eins']]);
    expect(second.problems.map(({ code }) => code)).toEqual(['write-failed']);
    expect(readdirSync(linked)).toEqual([]);
  });

  it('does not follow links when it keeps a damaged file', () => {
    const directory = join(temporaryFolder(), '.locale-sync');
    const outside = join(temporaryFolder(), 'victim');
    writeFileSync(outside, 'precious\n');
    openMemory(directory).put('de', [[key('a'), 'eins']]);
    appendFileSync(logOf(directory), 'damage\n');
    symlinkSync(outside, `${logOf(directory)}.damaged`);
    const memory = openMemory(directory);
    expect(get(memory, 'de', key('a'))).toBe('eins');
    memory.repair();
    expect(readFileSync(outside, 'utf8')).toBe('precious\n');
    expect(readFileSync(`${logOf(directory)}.damaged`, 'utf8')).toContain('damage\n');
    expect(get(openMemory(directory), 'de', key('a'))).toBe('eins');
  });

  it('keeps hostile target names inside its folder', () => {
    const directory = stateFolder();
    for (const target of ['../../x', '..', '', 'a/b', 'c\\d', 'nul\0', 'x'.repeat(300), '\ud800']) {
      const memory = openMemory(directory);
      memory.put(target, [[key('a'), 'eins']]);
      expect(get(memory, target, key('a'))).toBe('eins');
    }
    expect(readdirSync(directory).sort()).toEqual(['.gitignore', 'memory']);
  });

  it('refuses keys that memoryKey did not make, before anything is written', () => {
    const directory = stateFolder();
    expect(() => openMemory(directory).put('de', [['short', 'x']])).toThrow(RangeError);
    expect(existsSync(directory)).toBe(false);
  });

  it('cleans damage when it rewrites, and keeps the damaged file beside it', () => {
    const directory = stateFolder();
    openMemory(directory).put('de', entries('x', 5));
    appendFileSync(logOf(directory), 'garbage\n');
    const damaged = readFileSync(logOf(directory), 'utf8');
    const memory = openMemory(directory);
    expect(get(memory, 'de', key('x1'))).toBe('x text 1');
    memory.repair();
    expect(readFileSync(`${logOf(directory)}.damaged`, 'utf8')).toBe(damaged);
    const reopened = openMemory(directory);
    expect(get(reopened, 'de', key('x4'))).toBe('x text 4');
    expect(reopened.problems).toEqual([]);
  });
});

describe('memory between processes', () => {
  const writer = `
    import { memoryKey, openMemory } from './state.mjs';
    const [directory, prefix, count, size] = process.argv.slice(2);
    const memory = openMemory(directory);
    for (let i = 0; i < Number(count); i += Number(size)) {
      memory.put('de', Array.from({ length: Number(size) }, (_, j) =>
        [memoryKey(['en', 'de', prefix + (i + j)]), prefix + ' text ' + (i + j)]));
      process.stdout.write(i + Number(size) + '\\n');
    }
    if (memory.problems.length > 0) throw new Error(JSON.stringify(memory.problems));
  `;

  it('keeps all of 10,000 records that two processes append at once', async () => {
    const directory = stateFolder();
    await Promise.all(
      ['x', 'y'].map((prefix) => runChild(writer, [directory, prefix, '10000', '10'])),
    );
    const memory = openMemory(directory);
    for (const prefix of ['x', 'y']) {
      expect(recalled(memory, entries(prefix, 10_000))).toHaveLength(10_000);
    }
    expect(memory.problems).toEqual([]);
  });

  it('holds everything that put had returned for when the process is killed', async () => {
    for (let round = 0; round < 3; round += 1) {
      const directory = stateFolder();
      const child = startChild(writer, [directory, 'x', '1000000', '5']);
      let output = '';
      child.stdout.on('data', (data: Buffer) => {
        output += data.toString();
        if (output.length > 500 * (round + 1)) child.kill('SIGKILL');
      });
      await once(child, 'close');
      const returned = Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1));
      expect(returned).toBeGreaterThan(0);
      const memory = openMemory(directory);
      expect(recalled(memory, entries('x', returned))).toHaveLength(returned);
      expect(memory.problems).toEqual([]);
    }
  });

  it.runIf(process.platform === 'linux')(
    'goes on when the disk takes no more, keeps what it took, and says so once',
    async () => {
      const directory = stateFolder();
      const script = `
        import { memoryKey, openMemory } from './state.mjs';
        const memory = openMemory(process.argv[2]);
        const entries = (i) => [[memoryKey([String(i)]), 'text '.repeat(20) + i]];
        for (let i = 0; i < 1000; i += 1) memory.put('de', entries(i));
        for (let i = 0; i < 1000; i += 1)
        {
          const [[key, text]] = entries(i);
          const found = memory.recall('de', new Set([key]));
          if (found.get(key) !== text) throw new Error('lost ' + i);
        }
        console.log(JSON.stringify(memory.problems.map(({ code }) => code)));
      `;
      // A limit of file size (in units of 512 bytes) cuts a write short like a full disk does.
      const { stdout } = await runChild(script, [directory], { fileSizeLimit: 64 });
      expect(JSON.parse(stdout)).toEqual(['write-failed']);
      const memory = openMemory(directory);
      expect(get(memory, 'de', memoryKey(['100']))).toBe(`${'text '.repeat(20)}100`);
      memory.put('de', [[key('later'), 'later']]);
      expect(get(openMemory(directory), 'de', key('later'))).toBe('later');
    },
  );
});
