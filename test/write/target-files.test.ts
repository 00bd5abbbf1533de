import { describe, expect, test } from 'vitest';
import { TargetFiles } from '../../src/engine/write/target-files.js';
import type { Written } from '../../src/engine/units/reporting.js';
import { formatKey } from '../../src/model/index.js';
import { rowsIn } from '../support/plan.js';
import type { LockRow } from '../support/lock-rows.js';
import { Folder } from './folder.js';
import { answer } from './support.js';
import type { Answers } from './support.js';

/** Settles the rows that wait, by these answers; those without one have failed. */
async function run(folder: Folder, answers: Answers, isAnswered = true): Promise<Written> {
  const files = new TargetFiles(folder.context);
  files.add(folder.plan.files);
  for (const row of rowsIn(folder.plan)) {
    if (row.decision.attempt === undefined || !isAnswered) continue;
    const failure = { code: 'service-failed', message: 'no' } as const;
    row.outcome = { state: 'failed', failure };
    answer(row, answers);
    files.settled(row);
  }
  return files.write(folder.plan.files);
}

function writtenKeys({ plan }: Folder): readonly string[] {
  const rows = rowsIn(plan).filter(({ written }) => written !== undefined);
  return rows.map(({ source }) => formatKey(source.expected.key));
}

const INPUT = {
  source: { a: 'A', n: 1 },
  target: '{}',
  targets: { fr: '{ "a": "U", "n": 1 }' },
  files: { home: { source: { b: 'B' }, target: '{}' } },
};

describe('the target files of a run', () => {
  test('are all written; those without a change are not touched', async () => {
    const folder = await Folder.of(INPUT);
    const written = await run(folder, { A: 'X', B: 'Y' });
    expect(written.files).toEqual({ written: 2, unchanged: 1 });
    expect(JSON.parse(folder.read('de/app.json') ?? '')).toEqual({ a: 'X', n: 1 });
    expect(JSON.parse(folder.read('de/home.json') ?? '')).toEqual({ b: 'Y' });
    expect(folder.read('fr/app.json')).toBe(INPUT.targets.fr);
  });

  test('have their texts in the order of the source, whichever answer comes first', async () => {
    const folder = await Folder.of({
      source: { a: 'A', b: 'B', c: 'C', d: 'D' },
      target: '{ "b": "V" }',
      lock: [['b', 'B', 'V', 'machine']],
    });
    const files = new TargetFiles(folder.context);
    files.add(folder.plan.files);
    for (const row of rowsIn(folder.plan).toReversed()) {
      const text = `${row.source.expected.text} in German`;
      row.outcome = { state: 'translated', text, origin: 'machine' };
      files.settled(row);
    }
    await files.write(folder.plan.files);
    const written = JSON.parse(folder.read('de/app.json') ?? '') as object;
    expect(Object.keys(written)).toEqual(['a', 'b', 'c', 'd']);
    expect(writtenKeys(folder)).toEqual(['a', 'c', 'd']);
  });

  test('get what is known where an answer failed or never came', async () => {
    for (const isAnswered of [true, false]) {
      const folder = await Folder.of(INPUT);
      const written = await run(folder, {}, isAnswered);
      expect(JSON.parse(folder.read('de/app.json') ?? '')).toEqual({ n: 1 });
      expect(folder.read('de/home.json')).toBe('{}');
      expect(written.files.written).toBe(1);
    }
  });

  test('never get a proposal', async () => {
    const lock: LockRow[] = [['a', 'Old', 'X', 'person']];
    const folder = await Folder.of({ source: { a: 'A' }, target: '{"a":"X"}', lock });
    await run(folder, { A: 'Y' });
    expect(folder.read('de/app.json')).toBe('{"a":"X"}');
    expect(writtenKeys(folder)).toEqual([]);
  });

  test('fail one by one', async () => {
    const folder = await Folder.of(INPUT);
    folder.put('de/app.json', '{ broken');
    const { files, problems, kept } = await run(folder, { A: 'X', B: 'Y' });
    expect(files.written).toBe(1);
    expect(writtenKeys(folder)).toEqual(['b']);
    expect(problems.map(({ file }) => file)).toEqual(['de/app.json']);
    expect([...kept].map(({ target }) => target.path)).toEqual(['de/app.json']);
  });
});
