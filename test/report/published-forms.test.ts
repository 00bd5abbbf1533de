import { readFileSync } from 'node:fs';
import { DOMParser } from '@xmldom/xmldom';
import type { Element } from '@xmldom/xmldom';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Problem, Report } from '../../src/model/index.js';
import {
  annotationsOf,
  codeQualityText,
  junitText,
  sarifText,
} from '../../src/people/report/forms.js';
import type { Finished } from '../../src/people/report/forms.js';
import { emptyReport } from '../../src/cli/failure.js';

const OPTIONS = { command: 'check', folder: 'apps/web', config: 'service.config.yaml' };

const counts = {
  ...{ units: 3, current: 1, missing: 2, stale: 0, edited: 0, review: 0, invalid: 0 },
  ...{ translated: 0, drifted: 0 },
};

function finished(problems: readonly Problem[], error: Report['error'] = null): Finished {
  const empty = emptyReport({ code: 'internal', message: '' });
  const report: Report = { ...empty, problems, error, locales: { de: counts, fr: counts } };
  return { report, findings: annotationsOf(report) };
}

const MISSING: Problem = {
  ...{ code: 'missing', severity: 'error', file: 'l/ü ?#%.json', line: 2, column: 8 },
  ...{ locale: 'de', key: 'a\0b', message: 'No <b>translation</b> ]]> & \u0001.' },
};
const PLAIN: Problem = { code: 'orphan-file', severity: 'error', message: 'No file.' };
const WARNING: Problem = { ...MISSING, code: 'inconsistent', severity: 'warning', line: 1 };

const CASES: readonly (readonly [what: string, Finished])[] = [
  ['findings', finished([MISSING, MISSING, WARNING, PLAIN])],
  ['nothing', finished([])],
  ['an error', finished([], { code: 'quota', message: 'Used up.', hint: 'Wait.' })],
];

const read = (name: string): object =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')) as object;

describe('SARIF fits its published schema', () => {
  const formats = {
    uri: (text: string) => URL.canParse(text),
    'uri-reference': (text: string) =>
      URL.canParse(text, 'https://h/') && !/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/.test(text),
  };
  const validate = new Ajv({ strict: false, formats }).compile(read('sarif-2.1.0.json'));
  test.each(CASES)('%s', (_, one) => {
    const log: unknown = JSON.parse(sarifText(one, { ...OPTIONS, version: '1.2.3' }));
    expect(validate(log) ? [] : validate.errors).toEqual([]);
  });
});

/** What junit-10.xsd of Jenkins' xunit-plugin lets be in what, and which attributes must be there. */
const JUNIT: Readonly<
  Record<string, { in: string; attributes: readonly string[]; required: readonly string[] }>
> = {
  testsuites: {
    in: 'testsuite',
    attributes: ['name', 'time', 'tests', 'failures', 'errors'],
    required: [],
  },
  testsuite: {
    in: 'testsuite properties testcase system-out system-err',
    attributes: ['name', 'tests', 'failures', 'errors', 'time', 'skipped', 'timestamp', 'file'],
    required: ['name', 'tests', 'failures', 'errors'],
  },
  testcase: {
    in: 'skipped error failure system-out system-err',
    attributes: ['name', 'time', 'classname', 'group'],
    required: ['name'],
  },
  failure: { in: '', attributes: ['type', 'message'], required: [] },
  'system-out': { in: '', attributes: [], required: [] },
};

function junitProblems(element: Element): readonly string[] {
  const { tagName: name } = element;
  const rule = JUNIT[name];
  if (rule === undefined) return [`no element ${name}`];
  const attributes = Array.from(element.attributes).map((one) => one.name);
  const children = Array.from(element.childNodes).filter(
    (node): node is Element => node.nodeType === element.ELEMENT_NODE,
  );
  return [
    ...attributes.filter((one) => !rule.attributes.includes(one)).map((one) => `${name}@${one}`),
    ...rule.required
      .filter((one) => !attributes.includes(one))
      .map((one) => `${name} lacks ${one}`),
    ...children
      .filter(({ tagName }) => !rule.in.split(' ').includes(tagName))
      .map(({ tagName }) => `${tagName} in ${name}`),
    ...children.flatMap(junitProblems),
  ];
}

test.each(CASES)('JUnit fits its common schema: %s', (_, one) => {
  const xml = junitText(one, OPTIONS);
  const { documentElement } = new DOMParser().parseFromString(xml, 'text/xml');
  expect(documentElement && junitProblems(documentElement)).toEqual([]);
});

test.each(CASES)('code quality has what GitLab requires: %s', (_, one) => {
  // docs.gitlab.com/ci/testing/code_quality: the form of a report.
  const issue = {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    properties: {
      description: { type: 'string', minLength: 1 },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', minLength: 1 },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string', pattern: '^[^./]' },
          lines: {
            type: 'object',
            required: ['begin'],
            properties: { begin: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  };
  const validate = new Ajv().compile({ type: 'array', items: issue });
  const issues = JSON.parse(codeQualityText(one, OPTIONS)) as { fingerprint: string }[];
  expect(validate(issues) ? [] : validate.errors).toEqual([]);
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
});
