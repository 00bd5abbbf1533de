import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const CONFIG = `version: 1
service: { url: embedded }
source: en
targets: [de, fr]
catalogs:
  - files: locales/{locale}.json
`;
/** One sentence, so it cannot be cut. */
const LARGE = 'Word '.repeat(30_000).trim();

function project(texts: Readonly<Record<string, string>>): Project {
  const source = JSON.stringify(texts, null, 2);
  return new Project({ 'service.config.yaml': CONFIG, 'locales/en.json': source }, 'too-large');
}

const problem = (locale: string, key: string): object =>
  expect.objectContaining({
    code: 'text-too-large',
    severity: 'error',
    file: 'locales/en.json',
    locale,
    key,
  }) as object;

test.each([
  ['plain', LARGE],
  ['with a placeholder', `${LARGE} {{name}}`],
  ['in one arm of a plural', `{n, plural, one {# ${LARGE}} other {# words}}`],
])('a text that no request has room for is reported by every command: %s', async (_, text) => {
  const stage = project({ a: text, b: text });
  const wanted = ['de', 'fr'].flatMap((locale) => [problem(locale, 'a'), problem(locale, 'b')]);
  for (const command of ['plan', 'check', 'sync', 'sync', 'check', 'plan']) {
    const { code, requests, problems } = await stage.report([command]);
    expect(code).toBe(command === 'plan' ? 0 : 1);
    // What surrounds it would be paid for in vain.
    expect(requests).toBe(0);
    expect(problems).toEqual(expect.arrayContaining(wanted));
  }
  const chosen = await stage.report(['sync', '--retranslate', 'all', '--keys', 'a']);
  expect(chosen.code).toBe(1);
  expect(chosen.problems).toEqual(expect.arrayContaining([problem('de', 'a'), problem('fr', 'a')]));
});
