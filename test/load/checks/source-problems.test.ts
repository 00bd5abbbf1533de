import { expect, test } from 'vitest';
import { sourceProblems } from '../../../src/engine/load/load.js';
import type { RuleLevels } from '../../../src/model/index.js';
import { catalogOf, pairOf } from '../support.js';

const RULES = { 'icu-syntax': 'error' } as RuleLevels;
const BROKEN = '{n, plural, one {# file}';

test.each([
  { name: 'a sound text', text: '{n, plural, one {# file} other {# files}}', places: [] },
  { name: 'a plural that does not end', text: BROKEN, places: ['en.json:3:7 a.key'] },
  { name: 'a brace that is no message', text: 'Use { and }', places: [] },
  { name: 'an excluded key', text: BROKEN, excludedKeys: ['a.*'], places: [] },
  { name: 'the rule is off', text: BROKEN, rules: { 'icu-syntax': 'off' }, places: [] },
  { name: 'not a text', text: 7, places: [] },
])('$name', ({ text, excludedKeys = [], rules = RULES, places }) => {
  const source = JSON.stringify({ a: { key: text } }).replaceAll('{"', '{\n"');
  const pair = pairOf('en.json', source, {
    catalog: catalogOf('{locale}.json', { excludedKeys, messages: 'icu' }),
  });
  const found = sourceProblems({ rules: rules as RuleLevels }, [pair]);
  const lines = found.map(({ file, line, column, key }) => `${file}:${line}:${column} ${key}`);
  expect(lines).toEqual(places);
  expect(found.map(({ code, severity }) => `${code} ${severity}`)).toEqual(
    places.map(() => 'icu-syntax warning'),
  );
});
