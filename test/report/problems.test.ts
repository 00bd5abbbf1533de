import { expect, test } from 'vitest';
import { EMPTY_REPORT } from '../../src/model/index.js';
import type { Problem, Report } from '../../src/model/index.js';
import {
  annotationsOf,
  githubAnnotations,
  makeStyle,
  problemsText,
} from '../../src/people/index.js';

const style = makeStyle({ color: false, width: 80 });

function failed(locale: string, key: string, message: string): Problem {
  return {
    code: 'service-failed',
    severity: 'error',
    file: 'en.json',
    line: 1,
    locale,
    key,
    message,
  };
}

function report(problems: readonly Problem[], error: Report['error'] = null): Report {
  return { ...EMPTY_REPORT, ok: false, problems, error };
}

const DOWN = 'POST /v2/translate answered 503';

test('a failure that many texts of a locale share is one line with their number', () => {
  const problems = [
    failed('de', 'a', `${DOWN} (request 1)`),
    failed('de', 'b', `${DOWN} (request 2)`),
    failed('fr', 'a', `${DOWN} (request 3)`),
  ];
  const text = problemsText(report(problems), style);
  expect(text).toContain('de a and 1 more');
  expect(text.trim().split('\n')).toHaveLength(2);
  expect(problemsText(report(problems), style, { all: true }).trim().split('\n')).toHaveLength(3);
  expect(
    githubAnnotations(annotationsOf(report(problems)))
      .trim()
      .split('\n'),
  ).toHaveLength(2);
});

test('the failure that ended the run is left to its own message', () => {
  const error = { code: 'server', message: `${DOWN} (request 9)` };
  expect(problemsText(report([failed('de', 'a', `${DOWN} (request 1)`)], error), style)).toBe('');
});

test('other problems are never folded', () => {
  const invalid = (key: string): Problem => ({
    ...failed('de', key, 'The placeholder {name} is missing.'),
    code: 'placeholder-mismatch',
  });
  const text = problemsText(report([invalid('a'), invalid('b')]), style);
  expect(text.trim().split('\n')).toHaveLength(2);
});
