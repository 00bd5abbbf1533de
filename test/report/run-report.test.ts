import { describe, expect, test } from 'vitest';
import { reportOfFailure, reportOfPlan, reportOfRun } from '../../src/engine/report/run-report.js';
import type { RunResult } from '../../src/engine/report/run-report.js';
import type { Report } from '../../src/model/index.js';
import { targetHash } from '../../src/lock/index.js';
import type { LockRow } from '../support/lock-rows.js';
import { rowsIn } from '../support/plan.js';
import { answer, textsOf } from '../write/support.js';
import type { Answers } from '../write/support.js';
import { plannedFor } from './support.js';
import type { PlannedInput } from './support.js';

const LOOKED = { memoryProblems: [], removals: [] };

type Rest = Partial<Pick<RunResult, 'stateProblems' | 'error'>>;

/** The report of a run whose service gave these answers; a text that is not in them has failed. */
async function reportFor(input: PlannedInput, answers: Answers, rest: Rest = {}): Promise<Report> {
  const planned = await plannedFor(input);
  const rows = rowsIn(planned);
  for (const row of rows) {
    if (row.decision.attempt === undefined) continue;
    row.outcome = { state: 'failed', failure: { code: 'service-rejected', message: 'no' } };
    answer(row, answers);
  }
  for (const { row, known } of textsOf(rows, answers)) {
    row.written = { hash: targetHash(known.text), origin: known.origin };
  }
  const run = {
    sent: { requests: 1, texts: Object.keys(answers).length, characters: 9, fatal: undefined },
    written: {
      files: { written: 1, unchanged: 2 },
      removals: [],
      replaced: new Set(),
      kept: new Set(),
      problems: [{ code: 'changed-on-disk', severity: 'warning', message: 'of a file' }],
    },
    stateProblems: [],
    error: undefined,
    ...rest,
  } as unknown as RunResult;
  return reportOfRun(planned, run).report;
}

function codesOf({ problems }: Report): readonly string[] {
  return problems.map(({ code, severity }) => `${severity} ${code}`);
}

const TWO: PlannedInput = { source: { a: 'A', b: 'A', c: 'C' }, target: {} };

describe('the report of a run', () => {
  test('counts what was sent and written, and the duplicates that came', async () => {
    const report = await reportFor(TWO, { A: 'X', C: 'Z' });
    expect(report).toMatchObject({
      ok: true,
      requests: 1,
      characters: 9,
      reused: { duplicates: 1 },
      files: { written: 1, unchanged: 2 },
      locales: { de: { units: 3, current: 3, translated: 3 } },
      error: null,
    });
  });

  test('counts no duplicate of a text that did not come', async () => {
    const report = await reportFor(TWO, { C: 'Z' });
    expect(report).toMatchObject({ ok: false, reused: { duplicates: 0 } });
    expect(report.locales['de']).toMatchObject({ missing: 2, current: 1, translated: 1 });
    expect(codesOf(report)).toEqual([
      'warning changed-on-disk',
      'error service-rejected',
      'error service-rejected',
    ]);
  });

  test('has problems of the files, then of the state, of writing, and of each text', async () => {
    const problems = [{ code: 'empty-file', severity: 'warning', message: 'read' }] as never;
    const stateProblems = [{ code: 'write-failed', severity: 'error', message: 'lock' }] as const;
    const report = await reportFor({ ...TWO, problems }, { A: 'X' }, { stateProblems });
    expect(report.problems.map(({ message }) => message)).toEqual([
      'read',
      'lock',
      'of a file',
      'no',
    ]);
  });

  test('says what ended it; files that cannot be read are an error only of a run that went on', async () => {
    const broken = { ...TWO, broken: ['x.json'] };
    const error = { code: 'interrupted', message: 'fatal' };
    expect((await reportFor(broken, {})).error).toMatchObject({ code: 'invalid-file' });
    expect((await reportFor(broken, {}, { error })).error).toMatchObject(error);
  });
});

describe('the report of a plan', () => {
  const lock: LockRow[] = [['c', 'Old', 'Z', 'person']];

  test('counts files that would be written; a proposal writes none', async () => {
    const input = {
      source: { a: 'A' },
      target: {},
      files: { home: { source: { c: 'C' }, target: { c: 'Z' } } },
      lock: [['home#c', 'Old', 'Z', 'person']],
    } as const;
    const { report } = reportOfPlan(await plannedFor(input), 'plan', LOOKED);
    expect(report).toMatchObject({ requests: 1, texts: 2, files: { written: 1, unchanged: 1 } });
  });

  test('counts a file from which something is only removed', async () => {
    const dropped = { source: { a: 'A' }, target: { a: 'X', c: 'Z' }, lock };
    const { report } = reportOfPlan(await plannedFor(dropped), 'plan', LOOKED);
    expect(report.files).toEqual({ written: 1, unchanged: 0 });
  });

  test('lists every open text where it only looks', async () => {
    const planned = await plannedFor(TWO);
    expect(codesOf(reportOfPlan(planned, 'plan', LOOKED).report)).toEqual([]);
    expect(codesOf(reportOfPlan(planned, 'look', LOOKED).report)).toEqual(
      Array.from({ length: 3 }, () => 'error missing'),
    );
  });

  test('fails for inconsistent texts where the config calls them errors', async () => {
    const lock: LockRow[] = [['b', 'A', 'Y', 'machine']];
    const input = { source: { a: 'A', b: 'A' }, target: { a: 'X', b: 'Y' }, lock };
    for (const [level, ok] of [
      ['warn', true],
      ['error', false],
    ] as const) {
      const planned = await plannedFor({ ...input, rules: { inconsistent: level } });
      expect(reportOfPlan(planned, 'plan', LOOKED).report.ok).toBe(ok);
    }
  });
});

test('a run that ended before anything was done says how the files are', async () => {
  const { comparison, ...planned } = await plannedFor(TWO);
  const compared = { ...planned, locales: comparison.locales };
  const report = reportOfFailure(compared, { code: 'limit-exceeded', message: 'no', hint: 'hint' });
  expect(report).toMatchObject({
    ok: false,
    requests: 0,
    files: { written: 0, unchanged: 1 },
    locales: { de: { missing: 3 } },
    error: { code: 'limit-exceeded' },
  });
});
