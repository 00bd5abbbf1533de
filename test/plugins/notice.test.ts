import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failureNotice, reportNotice } from '../../plugins/core/notice.js';
import type { Settings } from '../../plugins/core/options.js';
import { isConcernedBy } from '../../plugins/core/outcome.js';
import type { Outcome } from '../../plugins/core/outcome.js';
import { commandLine, repairOf } from '../../plugins/core/repair.js';
import type { Problem, ProblemCode, Report } from '../../src/index.js';

const root = process.cwd();
const settings: Settings = {
  ...{ mode: 'check', folder: root, config: undefined, locales: undefined, include: undefined },
  ...{ debounce: 10, proposalDelay: 2000, extract: false, marks: false },
};

const problem = (code: ProblemCode, more: Partial<Problem> = {}): Problem => ({
  ...{ code, severity: 'error', message: 'Is open.', locale: 'de', key: 'cart.total' },
  ...more,
});

function report(problems: readonly Problem[]): Report {
  return {
    ...{
      ok: false,
      requests: 0,
      texts: 0,
      characters: 0,
      locales: {},
      settled: 0,
      problems,
      error: null,
    },
    reused: { repository: 0, memory: 0, duplicates: 0 },
    files: { written: 0, unchanged: 0 },
    removed: 0,
  };
}

test.each<readonly [ProblemCode, Partial<Problem>, string]>([
  ['missing', {}, 'sync'],
  ['stale', {}, 'sync'],
  ['service-failed', {}, 'sync'],
  ['write-failed', {}, 'sync'],
  ['review', {}, 'review'],
  ['placeholder-mismatch', {}, 'fix-text'],
])('what repairs %s %j: %s', (code, more, action) => {
  expect(repairOf(problem(code, more)).action).toBe(action);
});

test('an error that repeats a listed problem is said once', () => {
  const broken = problem('invalid-file', { file: 'en.json', line: 3, message: 'No value here.' });
  const error = {
    code: 'invalid-file',
    message: 'en.json was left alone. en.json:3:1: No value here.',
  };
  const where = { settings, root };
  const said = reportNotice({ ...report([broken]), error }, where)?.text ?? '';
  expect(said.split('No value here.')).toHaveLength(2);
  expect(said).toContain('en.json:3:1');
  const other = { code: 'no-key', message: 'No key is set.' };
  expect(reportNotice({ ...report([broken]), error: other }, where)?.text).toContain(
    'No key is set.',
  );
});

test('a problem of a whole file is repaired in the file', () => {
  const whole = { code: 'invalid-file', severity: 'error', message: 'No JSON.' } as const;
  expect(repairOf(whole)).toEqual({ action: 'fix-file' });
});

test.each([
  ['in the folder of the config', root, undefined, 'locale-sync check'],
  ['in another folder', join(root, 'shop'), undefined, 'locale-sync check --cwd shop'],
  ['with spaces', join(root, 'my shop'), undefined, "locale-sync check --cwd 'my shop'"],
  ['with a quote', join(root, "it's"), undefined, "locale-sync check --cwd 'it'\\''s'"],
  ['with a config by name', join(root, 'x'), 'x/a.yaml', 'locale-sync check --config x/a.yaml'],
])('a command that can be pasted, %s', (_, folder, config, line) => {
  const where = { root: folder, settings: { ...settings, config } };
  expect(commandLine(['check'], where)).toBe(line);
});

describe('a notice', () => {
  test('lists errors with one repair above it', () => {
    const problems = [
      problem('missing', { file: 'locales/en.json', line: 3, column: 5 }),
      problem('missing', { locale: 'fr' }),
      problem('untranslated', { severity: 'warning' }),
      problem('review', { key: 'cart.empty' }),
    ];
    expect(reportNotice(report(problems), { root, settings })).toEqual({
      ...{ isOpen: true, hasOpen: true },
      severity: 'error',
      place: { file: join(root, 'locales/en.json'), line: 3, column: 5 },
      text: `locale-sync: 3 problems in de, fr

locales/en.json:3:5: missing [de] cart.total: Is open.
missing [fr] cart.total: Is open.
  repair: locale-sync sync --locale de,fr

review [de] cart.empty: Is open.
  repair: locale-sync sync --locale de --keys cart.empty --accept   (or --retranslate edited for a new translation)`,
    });
  });

  test('of warnings alone is a warning', () => {
    const warnings = [problem('untranslated', { severity: 'warning' })];
    const notice = reportNotice(report(warnings), { root, settings });
    expect(notice).toMatchObject({ severity: 'warning' });
    expect(notice?.text).toMatch(/^locale-sync: 1 warning in de\n/);
  });

  test('lists 20 problems and counts the others', () => {
    const problems = Array.from({ length: 25 }, (_, i) => problem('missing', { key: `k${i}` }));
    const text = reportNotice(report(problems), { root, settings })?.text ?? '';
    expect(text.match(/: Is open/g)).toHaveLength(20);
    expect(text).toContain('… and 5 more: locale-sync check');
  });

  test('is not needed where nothing is open', () => {
    expect(reportNotice(report([]), { root, settings })).toBeUndefined();
  });

  test('of a failure has its hint', () => {
    const error = { code: 'not-found', message: 'no config found', hint: 'Write one.' };
    expect(failureNotice(error, { place: {}, root })).toEqual({
      ...{ isOpen: false, hasOpen: false },
      severity: 'error',
      text: 'locale-sync failed\n\nno config found\nWrite one.',
    });
  });
});

const outcome: Outcome = {
  ...{
    report: report([]),
    error: undefined,
    root,
    notice: undefined,
    dev: { alarm: undefined, line: undefined },
    catalogs: [],
    inputs: [],
  },
  files: ['/shop/en.json'],
  folders: ['/shop'],
};

test.each([
  ['a file of its own', outcome, '/shop/en.json', true],
  ['a new file in a folder of its own', outcome, '/shop/fr.json', true],
  ['a file elsewhere', outcome, '/other/fr.json', false],
  ['any catalog before the first run', undefined, '/other/fr.json', true],
  ['any config before the first run', undefined, '/service.config.mjs', true],
  ['code before the first run', undefined, '/src/main.js', false],
  ['any catalog after a run without a report', { ...outcome, report: undefined }, '/a.srt', true],
])('a change that may concern an outcome: %s', (_, last, path, expected) => {
  expect(isConcernedBy(last, path)).toBe(expected);
});
