import { expect, test } from 'vitest';
import type { Problem, Report } from '../../src/model/index.js';
import { markdownText } from '../../src/people/report/markdown-text.js';
import { CHARACTERS, COMMANDS, commandsIn, steeringIn } from '../support/outside-text.js';

const counts = { units: 3, current: 1, missing: 2, stale: 0, edited: 0, review: 0, invalid: 0 };

function report(problems: readonly Problem[], error: Report['error'] = null): Report {
  return {
    ok: false,
    requests: 1,
    texts: 2,
    characters: 1234,
    reused: { repository: 5, memory: 0, duplicates: 0 },
    removed: 0,
    settled: 0,
    files: { written: 0, unchanged: 0 },
    locales: { de: { ...counts, translated: 0, drifted: 0 } },
    problems,
    error,
  };
}

const missing = (key: string): Problem => ({
  ...{ code: 'missing', severity: 'error', file: 'en.json', line: 2, column: 8, locale: 'de' },
  ...{ key, message: 'No translation in de.json.' },
});

test('a report as Markdown', () => {
  expect(markdownText(report([missing('a')]), { command: 'plan' })).toBe(`\
## locale-sync plan: something is left to do

| locale | done | units | current | missing |
| --- | ---: | ---: | ---: | ---: |
| \`de\` | 33 % | 3 | 1 | 2 |

2 texts · 1 request · 1,234 characters to be billed · reused for free: 5 from the repository

### 1 error: 1 missing

| where | what | unit | message |
| --- | --- | --- | --- |
| \`en.json:2:8\` | missing | \`de\` \`a\` | \`No translation in de.json.\` |
`);
});

test('what ended the run is said', () => {
  const error = { code: 'quota', message: 'The <b>limit</b>\n@all', hint: 'Wait.' };
  expect(markdownText({ ...report([], error), locales: {} }, { command: 'sync' })).toContain(
    '### Error\n\n`The <b>limit</b>`\n\n`@all`\n\n`Wait.`\n',
  );
});

test('long lists are cut', () => {
  const problems = Array.from({ length: 300 }, (_, index) => missing(`k${index}`));
  const text = markdownText(report(problems), { command: 'check' });
  expect(text).toContain('### 300 errors: 300 missing');
  expect(text).toContain('… and 200 more; --verbose or --json lists all.\n');
  expect(markdownText(report(problems), { command: 'check', all: true })).toContain('k299');
});

test('whatever a name, a key or a message holds, the page has the same shape', () => {
  const shape = (text: string): string => text.replaceAll(/`[^`\n]*`/g, 'X');
  const plain = markdownText(report([missing('a')]), { command: 'check' });
  for (const hostile of [...CHARACTERS, ...COMMANDS, '`', '|', '\\', '<b>', '@a', '', ' ']) {
    const problem = { ...missing(hostile), file: hostile, message: hostile, locale: hostile };
    const text = markdownText(report([problem]), { command: 'check' });
    expect(shape(text)).toBe(shape(plain));
    expect(steeringIn(text)).toEqual([]);
    expect(commandsIn(text)).toEqual([]);
  }
});

test('lists make room where there is little', () => {
  const problems = Array.from({ length: 300 }, (_, index) => missing(`k${index}`));
  const options = { command: 'check', all: true };
  const all = markdownText(report(problems), options);
  const some = markdownText(report(problems), { ...options, room: all.length - 1 });
  expect(some).toContain('… and 200 more');
  const none = markdownText(report(problems), { ...options, room: some.length - 1 });
  expect(none).toContain('### 300 errors: 300 missing\n\n… and 300 more');
  expect(none).not.toContain('k1`');
  expect(markdownText(report(problems), { ...options, room: 10 })).toBe('');
});
