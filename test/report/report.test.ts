import { describe, expect, test } from 'vitest';
import { buildReport, oddTexts, withOddTexts } from '../../src/engine/report/report.js';
import { emptyCounts } from '../../src/engine/report/tally.js';
import type { FileTally } from '../../src/engine/units/reporting.js';
import type { FileComparison } from '../../src/engine/units/row.js';
import type { LocaleCounts, Problem, Report, RuleLevel } from '../../src/model/index.js';
import { targetHash } from '../../src/lock/index.js';
import { compareTexts } from '../support/comparison.js';
import { planFor, rowAt } from '../support/plan.js';

function tally(
  locale: string,
  counts: Partial<LocaleCounts>,
  problems: readonly Problem[] = [],
): FileTally {
  return {
    path: `${locale}.json`,
    locale,
    counts: { ...emptyCounts(), ...counts },
    settled: 0,
    problems,
  };
}

const REST: Partial<Report> = {
  requests: 1,
  texts: 2,
  characters: 3,
  reused: { repository: 1, memory: 2, duplicates: 3 },
  files: { written: 1, unchanged: 0 },
};

function reportOf({ tallies = [], ...rest }: Input): Report {
  return buildReport(tallies, { ...REST, ...rest });
}

type Input = Partial<Report> & { readonly tallies?: readonly FileTally[] };

const WARNING: Problem = { code: 'too-long', severity: 'warning', message: 'w' };
const ERROR: Problem = { code: 'too-long', severity: 'error', message: 'e' };

const NOW = { view: 'now', accepts: () => false, isMeant: () => true } as const;

describe('a report', () => {
  test('adds up the files of each locale, in the order in which these come', () => {
    const tallies = [
      tally('fr', { units: 1, current: 1 }),
      tally('de', { units: 2, current: 1, edited: 1 }),
      tally('fr', { units: 3, current: 3, drifted: 2 }),
    ];
    const { locales } = reportOf({ tallies });
    expect(Object.keys(locales)).toEqual(['fr', 'de']);
    expect(locales['fr']).toEqual({ ...emptyCounts(), units: 4, current: 4, drifted: 2 });
  });

  test('lists problems of the run before those of files', () => {
    const tallies = [tally('de', {}, [ERROR])];
    expect(reportOf({ tallies, problems: [WARNING] }).problems).toEqual([WARNING, ERROR]);
  });

  test.each<[boolean, string, Input]>([
    [
      true,
      'all is current or edited',
      { tallies: [tally('de', { current: 1, edited: 1, drifted: 1 })] },
    ],
    [true, 'something only warns', { problems: [WARNING] }],
    [false, 'something is an error', { problems: [ERROR] }],
    [false, 'the run failed', { error: { code: 'interrupted', message: 'no' } }],
    [false, 'a text is missing', { tallies: [tally('de', { missing: 1 })] }],
    [false, 'a text is stale', { tallies: [tally('de', { stale: 1 })] }],
    [false, 'a text is for review', { tallies: [tally('de', { review: 1 })] }],
    [false, 'a text is invalid', { tallies: [tally('de', { invalid: 1 })] }],
  ])('is ok: %s, where %s', (ok, _, rest) => {
    expect(reportOf(rest).ok).toBe(ok);
  });

  test('has no error as null', () => {
    expect(reportOf({}).error).toBeNull();
  });
});

describe('texts that differ from the usual one', async () => {
  const comparison = await compareTexts({
    source: { a: 'A', b: 'A', c: 'A' },
    target: { a: 'X', b: 'Y', c: 'X' },
    lock: [['b', 'A', 'Y', 'other']],
  });
  const files = comparison.locales.flatMap((locale) => locale.files);
  const leveled = (inconsistent: RuleLevel): readonly FileComparison[] =>
    files.map((file) => ({ ...file, rules: { ...file.rules, inconsistent } }));

  test.each([
    ['off', []],
    ['warn', ['warn']],
    ['error', ['error']],
  ] as const)('are reported as the config says: %s', (level, severities) => {
    const found = oddTexts(leveled(level));
    expect(found.map(({ finding }) => finding.level)).toEqual(severities);
  });

  test('say what the usual one is, and where they are', () => {
    const odd = oddTexts(leveled('warn'));
    expect(withOddTexts(reportOf({}), odd, NOW).problems).toMatchObject([
      {
        code: 'inconsistent',
        key: 'b',
        file: 'de/app.json',
        message: 'Elsewhere, the same source text is translated as "X".',
      },
    ]);
  });

  test('are not reported where the run replaced them', () => {
    const row = rowAt(planFor(comparison, { selection: { retranslate: 'drifted' } }), 'b');
    row.written = { hash: targetHash('X'), origin: 'mm' };
    expect(oddTexts(leveled('warn'))).toEqual([]);
  });
});
