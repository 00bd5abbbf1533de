import { DOMParser } from '@xmldom/xmldom';
import type { Element } from '@xmldom/xmldom';
import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import type { Problem, Report } from '../../src/model/index.js';
import {
  annotationsOf,
  codeQualityText,
  githubAnnotations,
  junitText,
  sarifText,
} from '../../src/people/report/forms.js';
import type { Finished } from '../../src/people/report/forms.js';
import { emptyReport } from '../../src/cli/failure.js';
import { CHARACTERS, COMMANDS, commandsIn, steeringIn } from '../support/outside-text.js';

const OPTIONS = { command: 'check', folder: 'apps/web', config: 'service.config.yaml' };
const VERSION = { ...OPTIONS, version: '1.2.3' };

const counts = {
  ...{ units: 3, current: 1, missing: 2, stale: 0, edited: 0, review: 0, invalid: 0 },
  ...{ translated: 0, drifted: 0 },
};

const missing = (key: string, more: Partial<Problem> = {}): Problem => ({
  ...{ code: 'missing', severity: 'error', file: 'l/en.json', line: 2, column: 8, locale: 'de' },
  ...{ key, message: `No translation of ${key}.` },
  ...more,
});

function finished(problems: readonly Problem[], error: Report['error'] = null): Finished {
  const empty = emptyReport({ code: 'internal', message: '' });
  const report: Report = { ...empty, problems, error, locales: { de: counts, fr: counts } };
  return { report, findings: annotationsOf(report) };
}

const ERROR = { code: 'quota', message: 'Used up.' };
const FINDINGS = finished(
  [missing('a'), missing('b', { severity: 'warning' }), missing('a', { code: 'untranslated' })],
  ERROR,
);

test('GitLab: one object a finding, at its line', () => {
  const issues = JSON.parse(codeQualityText(FINDINGS, OPTIONS)) as unknown[];
  expect(issues[0]).toEqual({
    type: 'issue',
    check_name: 'missing',
    description: 'de a: No translation of a.',
    fingerprint: expect.stringMatching(/^[\da-f]{40}$/) as string,
    severity: 'major',
    location: { path: 'apps/web/l/en.json', lines: { begin: 2 } },
  });
  expect(issues.at(-1)).toMatchObject({
    check_name: 'quota',
    location: { path: 'apps/web/service.config.yaml', lines: { begin: 1 } },
  });
  expect(issues).toHaveLength(4);
});

test('fingerprints stay where lines move, and no two are alike', () => {
  const names = (problems: readonly Problem[]): readonly string[] =>
    (JSON.parse(codeQualityText(finished(problems), OPTIONS)) as { fingerprint: string }[]).map(
      ({ fingerprint }) => fingerprint,
    );
  expect(names([missing('a', { line: 9 })])).toEqual(names([missing('a')]));
  expect(new Set(names([missing('a'), missing('a'), missing('b')])).size).toBe(3);
});

test('SARIF 2.1.0: rules, places and a run that ended early', () => {
  const log = JSON.parse(sarifText(FINDINGS, VERSION)) as Log;
  expect(log.version).toBe('2.1.0');
  const [run] = log.runs;
  expect(run?.tool.driver).toMatchObject({ name: 'locale-sync', version: '1.2.3' });
  expect(run?.tool.driver.rules?.map(({ id }) => id)).toEqual(['missing', 'quota', 'untranslated']);
  expect(run?.invocations).toEqual([{ executionSuccessful: false }]);
  expect(run?.results?.[0]).toMatchObject({
    ruleId: 'missing',
    ruleIndex: 0,
    level: 'error',
    message: { text: 'de a: No translation of a.' },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'apps/web/l/en.json', uriBaseId: '%SRCROOT%' },
          region: { startLine: 2, startColumn: 8 },
        },
        logicalLocations: [{ fullyQualifiedName: 'a' }],
      },
    ],
  });
});

test('SARIF names files by addresses', () => {
  const odd = finished([missing('a', { file: 'l/100 %/ü#?\ud800.json' })]);
  const log = JSON.parse(sarifText(odd, VERSION)) as Log;
  const place = log.runs[0]?.results?.[0]?.locations?.[0]?.physicalLocation?.artifactLocation;
  expect(place?.uri).toBe('apps/web/l/100%20%25/%C3%BC%23%3F%EF%BF%BD.json');
});

function elements(xml: string, name: string): Element[] {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  return Array.from(document.getElementsByTagName(name));
}

test('JUnit: a suite for each locale, a case for each unit', () => {
  const xml = junitText(FINDINGS, OPTIONS);
  const suites = elements(xml, 'testsuite');
  const facts = suites.map((suite) =>
    ['name', 'tests', 'failures'].map((name) => suite.getAttribute(name)),
  );
  expect(facts).toEqual([
    ['de', '2', '1'],
    ['fr', '1', '0'],
    ['project', '1', '1'],
  ]);
  const [a, b, fr] = elements(xml, 'testcase');
  expect(a?.getAttribute('classname')).toBe('apps/web/l/en.json');
  expect(a?.getElementsByTagName('failure')).toHaveLength(1);
  expect(a?.textContent).toContain('l/en.json:2:8 untranslated: No translation of a.');
  expect(b?.getElementsByTagName('system-out')).toHaveLength(1);
  expect(fr?.getAttribute('name')).toBe('fr: 3 texts');
  expect(elements(xml, 'testsuites')[0]?.getAttribute('failures')).toBe('2');
});

test('JUnit: what is left out fails too', () => {
  const many = finished(Array.from({ length: 1500 }, (_, at) => missing(`k${at}`)));
  const xml = junitText(many, OPTIONS);
  expect(elements(xml, 'testcase').length).toBe(1002);
  expect(xml).toContain('name="500 more"');
  expect(xml).toContain('tests="1001" failures="1001"');
});

test('GitHub: at most 10, errors on changed lines first, and the number of the rest', () => {
  const problems = [
    ...Array.from({ length: 20 }, (_, at) => missing(`k${at}`, { line: at + 1 })),
    missing('w', { severity: 'warning', line: 30 }),
    missing('x', { line: 31, code: 'untranslated' }),
  ];
  const { findings } = finished(problems);
  const isChanged = (_: string, line: number): boolean => line === 5 || line >= 30;
  const lines = githubAnnotations(findings, { isChanged }).trim().split('\n');
  expect(lines).toHaveLength(10);
  expect(lines.slice(0, 3).map((line) => /line=(\d+)/.exec(line)?.[1])).toEqual(['5', '31', '30']);
  expect(lines.at(-1)).toContain('… and 13 more');
  expect(githubAnnotations(findings.slice(0, 10)).trim().split('\n')).toHaveLength(10);
});

test.each([
  ['code quality', (one: Finished) => codeQualityText(one, OPTIONS)],
  ['SARIF', (one: Finished) => sarifText(one, VERSION)],
  ['JUnit', (one: Finished) => junitText(one, OPTIONS)],
])('%s holds names and texts as data', (_, form) => {
  for (const text of [...CHARACTERS, ...COMMANDS, '</failure>', ']]>', '&x;', '\ufffe', '"']) {
    const file = `l/${text}.json`;
    const written = form(finished([missing(text, { file, message: `a${text}b` })]));
    expect(steeringIn(written.replaceAll('\t', ''))).toEqual([]);
    expect(commandsIn(written)).toEqual([]);
    if (written.startsWith('<')) expect(elements(written, 'failure')).toHaveLength(1);
    else JSON.parse(written);
  }
});
