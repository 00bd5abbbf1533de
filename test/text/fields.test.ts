import { expect, test } from 'vitest';
import type { MessageSyntax } from '../../src/model/index.js';
import { joined } from '../../src/people/review/page/typing.js';
import { codesOf, fieldsOf } from '../../src/text/index.js';

const context = (syntax: MessageSyntax, target = 'pl') => ({ syntax, source: 'en', target });

/** Form, numbers and text of each field; what never changes as it is. */
const shown = (parts: ReturnType<typeof fieldsOf>): unknown =>
  parts?.map((part) =>
    typeof part === 'string'
      ? part
      : `${part.form} ${part.numbers.join()}${part.isOptional === true ? '?' : ''}: ${part.text}`,
  );

test.each<[MessageSyntax, string, string, unknown]>([
  [
    'icu',
    'Get {n, plural, one {# file} other {# files}} now',
    'Pobierz {n, plural, one {# plik} other {# plików}} teraz',
    [
      ' : Pobierz ',
      '{n, plural, ',
      'one 1: # plik',
      'few 2,3,4,22,23?: ',
      'many 0,5,6,7,8?: ',
      'other : # plików',
      '}',
      ' :  teraz',
    ],
  ],
  [
    'icu',
    '{n, plural, =0 {none} other {{x}}}',
    '{n, plural, =0 {nic} other {{x}}}',
    [
      '{n, plural, ',
      '=0 0: nic',
      'one 1?: ',
      'few 2,3,4,22,23?: ',
      'many 0,5,6,7,8?: ',
      'other : {x}',
      '}',
    ],
  ],
  ['icu', 'Two {a, plural, other {x}} {b, plural, other {y}}', 'x', undefined],
  ['icu', '{n, plural, other {x', '{n, plural, other {x', undefined],
  [
    'laravel',
    ':count apple|:count apples',
    'jedno|:count jabłka|:count jabłek',
    ['', 'one 1: jedno', 'few 2,3,4,22,23: :count jabłka', 'other 0,5,6,7,8: :count jabłek', ''],
  ],
  ['i18next', 'no | forms', 'bez | form', undefined],
  ['plain', 'x', 'y', undefined],
])('%s: fields of %s', (syntax, source, target, expected) => {
  const fields = fieldsOf({ source, target }, context(syntax));
  expect(shown(fields)).toEqual(expected);
  if (fields !== undefined) expect(joined(fields)).toBe(target);
});

test('a text without a translation has the empty fields of its language', () => {
  const source = '{n, plural, one {# file} other {# files}}';
  const fields = fieldsOf({ source, target: '' }, context('icu', 'ja'));
  expect(shown(fields)).toEqual(['{n, plural, ', 'one : ', 'other 0,1,2,3,4: ', '}']);
});

test('the form of a unit is its only field', () => {
  const plural = { category: 'few', ordinal: false } as const;
  const fields = fieldsOf(
    { source: '{{count}} files', target: '' },
    { ...context('i18next'), plural },
  );
  expect(shown(fields)).toEqual(['few 2,3,4,22,23: ']);
});

test.each<[MessageSyntax, string, readonly unknown[]]>([
  [
    'i18next',
    'Hi <b>{{name}}</b>, $t(x) and {{name}}',
    [{ text: '<b>', close: '</b>' }, { text: '{{name}}' }, { text: '$t(x)' }],
  ],
  [
    'icu',
    '{n, plural, one {# <i>x</i>} other {#}}',
    [{ text: '#' }, { text: '<i>', close: '</i>' }],
  ],
  ['printf', '%1$s is 100 %', [{ text: '%1$s' }]],
  ['plain', 'no codes', []],
])('%s: codes of %s', (syntax, text, expected) => {
  expect(codesOf(text, context(syntax))).toEqual(expected);
});
