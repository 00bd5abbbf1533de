import { expect, test } from 'vitest';
import { NEXT_STEPS, TO_SEE_ALL_PROBLEMS } from '../../src/cli/print.js';
import type { Problem, Report } from '../../src/model/index.js';
import { makeStyle, problemsText } from '../../src/people/index.js';
import { nextStepText } from '../../src/people/report/status-text.js';

const style = makeStyle({ color: false });
const counts = {
  ...{ units: 9, current: 1, missing: 3, stale: 2, edited: 0 },
  ...{ review: 2, invalid: 1, translated: 0, drifted: 0 },
};

function report(problems: readonly Problem[]): Report {
  return {
    ...{ ok: false, requests: 0, texts: 0, characters: 0, error: null },
    reused: { repository: 0, memory: 0, duplicates: 0 },
    files: { written: 0, unchanged: 0 },
    removed: 0,
    settled: 0,
    locales: { de: counts },
    problems,
  };
}

const some = (code: Problem['code'], count: number): Problem[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ code, severity: 'error', message: 'Is open.', locale: 'de' },
    key: `key${i}`,
  }));

test('the next steps of a check are told in the words of the host', () => {
  const problems = [...some('missing', 3), ...some('stale', 2), ...some('review', 2)];
  expect(nextStepText(report(problems), style, NEXT_STEPS).split('\n')).toEqual([
    'Run `locale-sync sync`: 5 texts to bring up to date.',
    '1 invalid text: fix in the target file, or `locale-sync accept LOCALE:KEY` if it is right.',
    '2 texts to review: fix what is wrong, then `locale-sync sync --accept --keys <keys>`.',
    '',
  ]);
});

test.each([
  [TO_SEE_ALL_PROBLEMS, '… and 5 more errors: missing (see --verbose or --json)'],
  [undefined, '… and 5 more errors: missing'],
])('what is left out is counted, with how to see it: %s', (toSeeAll, last) => {
  const options = toSeeAll === undefined ? {} : { toSeeAll };
  const lines = problemsText(report(some('missing', 30)), style, options)
    .trimEnd()
    .split('\n');
  expect(lines).toHaveLength(26);
  expect(lines.at(-1)).toBe(last);
});
