import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ArchiveWrite } from '../../src/engine/write/archive.js';
import { TargetFileWrite } from '../../src/engine/write/target-file.js';
import type { FileResult } from '../../src/engine/write/target-file.js';
import { formatKey } from '../../src/model/index.js';
import { targetHash } from '../../src/lock/index.js';
import { decidedRows } from '../../src/engine/units/decided.js';
import type { ComparisonInput } from '../support/comparison.js';
import { rowsIn } from '../support/plan.js';
import type { LockRow } from '../support/lock-rows.js';
import { Folder } from './folder.js';
import { textsOf } from './support.js';
import type { Answers } from './support.js';

const DE = 'de/app.json';

interface Meanwhile {
  readonly answers?: Answers;
  /** Between comparing and making the file. */
  readonly before?: (folder: Folder) => void;
  /** Between making the file and putting it in its place. */
  readonly between?: (folder: Folder) => void;
}

async function write(
  input: ComparisonInput,
  { answers = {}, before, between }: Meanwhile = {},
): Promise<{ folder: Folder; result: FileResult }> {
  const folder = await Folder.of(input);
  const [first] = folder.plan.files;
  before?.(folder);
  const { context } = folder;
  const file = new TargetFileWrite(first!, context, new ArchiveWrite(context));
  await file.prepare(textsOf(decidedRows(first!), answers));
  between?.(folder);
  return { folder, result: await file.write() };
}

function keysOf({ plan }: Folder): readonly string[] {
  const rows = rowsIn(plan).filter(({ written }) => written !== undefined);
  return rows.map(({ source }) => formatKey(source.expected.key));
}

function codesOf({ problems }: FileResult): readonly string[] {
  return problems.map(({ code, severity }) => `${severity} ${code}`);
}

const INPUT = { source: { a: 'A', b: 'B' }, target: '{ "a": "X" }' };
const ANSWERS = { A: 'never', B: 'Y' };

describe('a file that nobody touches meanwhile', () => {
  test('has its texts, and the lock is told what is in it', async () => {
    const { folder, result } = await write(INPUT, { answers: ANSWERS });
    expect(folder.read(DE)).toBe('{ "a": "X", "b": "Y" }');
    expect(result).toMatchObject({ outcome: 'written', keepsObsolete: false, problems: [] });
    const [row] = rowsIn(folder.plan).filter(({ written }) => written !== undefined);
    expect(row?.written).toEqual({ hash: targetHash('Y'), origin: row?.options.origin });
    expect(folder.events).toEqual([{ type: 'written', file: DE, locale: 'de', units: 1 }]);
  });

  test('is in its place only after `write`', async () => {
    const between = (folder: Folder): void => {
      expect(folder.read(DE)).toBe('{ "a": "X" }');
    };
    await write(INPUT, { answers: ANSWERS, between });
  });

  test('is not written where nothing changes', async () => {
    const { folder, result } = await write({ source: { a: 'A' }, target: { a: 'X' } });
    expect(result).toMatchObject({ outcome: 'unchanged', problems: [] });
    expect(folder.events).toEqual([]);
  });

  test('is made with its folder where there was none', async () => {
    const { folder, result } = await write({ source: '{"a":"A"}' }, { answers: { A: 'X' } });
    expect(folder.read(DE)).toBe('{"a":"X"}');
    expect(result.outcome).toBe('written');
  });
});

describe.each(['before', 'between'] as const)('a file that is changed %s', (when) => {
  test('is read again, and keeps what was changed', async () => {
    const change = (folder: Folder): void => folder.put(DE, '{ "a": "mine", "own": "O" }');
    const { folder, result } = await write(INPUT, { answers: ANSWERS, [when]: change });
    expect(JSON.parse(folder.read(DE) ?? '')).toEqual({ a: 'mine', b: 'Y', own: 'O' });
    expect(keysOf(folder)).toEqual(['b']);
    expect(codesOf(result)).toEqual([]);
  });

  test('leaves alone a unit that somebody wrote meanwhile, and says so', async () => {
    const change = (folder: Folder): void => folder.put(DE, '{ "a": "X", "b": "mine" }');
    const { folder, result } = await write(INPUT, { answers: ANSWERS, [when]: change });
    expect(folder.read(DE)).toBe('{ "a": "X", "b": "mine" }');
    expect(keysOf(folder)).toEqual([]);
    expect(codesOf(result)).toEqual(['warning changed-on-disk']);
    expect(result.problems[0]?.message).toContain('1 unit edited in the meantime was not touched');
  });

  test('is made anew where it vanished', async () => {
    const { folder, result } = await write(INPUT, {
      answers: ANSWERS,
      [when]: ({ root }: Folder) => rmSync(join(root, DE)),
    });
    expect(JSON.parse(folder.read(DE) ?? '')).toEqual({ b: 'Y' });
    expect(result.outcome).toBe('written');
  });

  test('is left for the next run where it cannot be read', async () => {
    const change = (folder: Folder): void => folder.put(DE, '{ "a": "X", ');
    const { folder, result } = await write(INPUT, { answers: ANSWERS, [when]: change });
    expect(folder.read(DE)).toBe('{ "a": "X", ');
    expect(result).toMatchObject({ outcome: 'failed', keepsObsolete: true });
    expect(codesOf(result)).toEqual(['error changed-on-disk']);
    expect(keysOf(folder)).toEqual([]);
  });

  test('does not half move texts: what would be overwritten stays', async () => {
    const lock: LockRow[] = [
      ['a', 'A', 'X', 'person'],
      ['b', 'B', 'Y', 'person'],
    ];
    const input = { source: { a: 'B', b: 'A' }, target: '{ "a": "X", "b": "Y" }', lock };
    const change = (folder: Folder): void => folder.put(DE, '{ "a": "X", "b": "mine" }');
    const { folder } = await write(input, { [when]: change });
    expect(folder.read(DE)).toBe('{ "a": "X", "b": "mine" }');
    expect(keysOf(folder)).toEqual([]);
  });
});

test('a file that appears meanwhile is not overwritten', async () => {
  const between = (folder: Folder): void => folder.put(DE, '{ "a": "mine" }');
  const input = { source: { a: 'A', b: 'B' } };
  const { folder } = await write(input, { answers: { A: 'X', B: 'Y' }, between });
  expect(JSON.parse(folder.read(DE) ?? '')).toEqual({ a: 'mine', b: 'Y' });
});

test.skipIf(process.getuid?.() === 0)(
  'a folder that cannot be written to fails its file',
  async () => {
    const lockUp = ({ root }: Folder): void => chmodSync(join(root, 'de'), 0o500);
    const { folder, result } = await write(INPUT, { answers: ANSWERS, before: lockUp });
    chmodSync(join(folder.root, 'de'), 0o700);
    expect(result).toMatchObject({ outcome: 'failed', keepsObsolete: true });
    expect(codesOf(result)).toEqual(['error write-failed']);
    expect(folder.read(DE)).toBe(INPUT.target);
  },
);

test('a folder that leads out of the project fails its file', async () => {
  const { result } = await write(INPUT, {
    answers: ANSWERS,
    before: (folder) => {
      rmSync(join(folder.root, 'de'), { recursive: true });
      folder.put('de', 'a file in place of a folder');
    },
  });
  expect(result.outcome).toBe('failed');
  expect(codesOf(result)).toEqual(['error write-failed']);
});
