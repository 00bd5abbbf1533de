import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import {
  parseFormula,
  namesOf,
  parseForms,
  sorted,
  usualForms,
  type PluralForms,
} from '../../../src/formats/kit/plural-forms.js';

function formsOf(value: string): PluralForms {
  const forms = parseForms(value);
  if (forms === 'template' || 'broken' in forms) throw new TypeError(`${value} has no forms`);
  return forms;
}

test.each([
  ['n', 5, 5],
  ['n != 1', 1, 0],
  ['n==1 ? 0 : n==2 ? 1 : 2', 2, 1],
  ['n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2', 21, 0],
  ['!(n - 2) * 3 + n / 2', 2, 4],
  ['n == 0 || 5 / n == 5 ? 1 : 0', 0, 1],
])('%s of %i', (expression, n, expected) => {
  expect(parseFormula(expression)?.(n)).toBe(expected);
});

test.each([
  '',
  'n +',
  '(n',
  'm',
  'n = 1',
  'n ? 1',
  '1 2',
  '!'.repeat(5000),
  '('.repeat(900),
  'n; n',
])('%j is not a valid formula', (expression) => {
  expect(parseFormula(expression)).toBeUndefined();
});

test.each([
  ['nplurals=INTEGER; plural=EXPRESSION;', 'template'],
  ['nplurals=2; plural=n % 0;', { broken: 'selects no form for 0, because it divides by zero' }],
  ['nplurals=2; plural=n;', { broken: 'selects form 2 for 2, but says nplurals=2' }],
  ['nplurals=0; plural=0;', { broken: 'cannot be read' }],
  ['nplurals=2', { broken: 'cannot be read' }],
])('%s is %j', (value, expected) => {
  expect(parseForms(value)).toEqual(expected);
});

test.each([
  ['pl', '', 'one few many'],
  ['fil', '', 'one other'],
  ['fil', 'nplurals=2; plural=(n > 1);', 'one other'],
  [
    'pl',
    'nplurals=4; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : n!=1 ? 2 : 3);',
    'one few many other',
  ],
  ['ja', '', 'other'],
  ['ja', 'nplurals=2; plural=(n != 1);', 'one other'],
  ['he', '', 'one other'],
  [
    'he',
    'nplurals=4; plural=(n == 1 && n % 1 == 0) ? 0 : (n == 2 && n % 1 == 0) ? 1: (n % 10 == 0 && n % 1 == 0 && n > 10) ? 2 : 3;',
    'one two many other',
  ],
  ['lv', '', 'one other zero'],
  ['ar', '', 'zero one two few many other'],
  [
    'fr',
    'nplurals=3; plural=(n == 0 || n == 1) ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2;',
    'one many other',
  ],
  ['pt', '', 'one other'],
  ['xx', 'nplurals=3; plural=(n == 0 ? 0 : n == 1 ? 1 : 2);', 'zero one other'],
])('forms of %s with "%s" are %s', (locale, header, expected) => {
  const forms = header === '' ? usualForms(locale) : formsOf(header);
  const names = namesOf(forms, locale);
  expect(names.join(' ')).toBe(expected);
  expect(sorted(names)).toHaveLength(names.length);
});

test.each([
  ['ru', 'nplurals=3; plural=(n != 1);', ['one', 'many', undefined]],
  ['de', 'nplurals=4; plural=n > 1;', ['one', 'other', undefined, undefined]],
  ['fr', 'nplurals=3; plural=(n > 1) + (n > 999999);', ['one', 'other', 'many']],
])('a form that no number of %s has in "%s" has no name', (locale, header, expected) => {
  expect(namesOf(formsOf(header), locale)).toEqual(expected);
});

test.each(['constructor', '__proto__', 'valueOf', 'no language'])(
  'a header may say that its language is %s',
  (name) => {
    expect(usualForms(name)).toMatchObject({ count: expect.any(Number) as number });
  },
);

describe.skipIf(!existsSync('/usr/bin/msginit'))('as msginit writes them', () => {
  const template =
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"\n';
  it.each(
    'de fr pt pt_BR pl ru uk be sr hr cs sk sl ro lt lv ga ja ko vi he hu tr el bg da nl sv it es et fi'.split(
      ' ',
    ),
  )('%s', (locale) => {
    const args = ['--no-translator', '--no-wrap', '-i', '-', '-o', '-', '-l', locale];
    const made = execFileSync('msginit', args, {
      input: template,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    expect(usualForms(locale).text).toBe(/Plural-Forms: (.*)\\n"/.exec(made.toString())?.[1]);
  });
});
