import { expect, test } from 'vitest';
import type { MessageSyntax } from '../../src/model/index.js';
import { parametersOf } from '../../src/text/index.js';

const named = (text: string, syntax: MessageSyntax): Record<string, string> =>
  Object.fromEntries(parametersOf(text, { syntax }).named);

test.each<[MessageSyntax, string, Record<string, string>]>([
  ['plain', 'Save', {}],
  ['plain', '{name} has {0}', { name: 'text', 0: 'text' }],
  ['plain', '100 % {{name}}', { name: 'text' }],
  ['i18next', 'Hi {{- name}}', { name: 'text' }],
  ['i18next', '{{value, currency(EUR)}} on {{day, datetime}}', { value: 'number', day: 'date' }],
  ['i18next', '{{user.name}}', { 'user.name': 'text' }],
  ['i18next', 'a {brace} is text, $t(other) is another', {}],
  ['i18next-v3', '__name__', { name: 'text' }],
  ['icu', '{n, plural, one {# of {all}} other {# of {all}}}', { n: 'number', all: 'text' }],
  ['icu', '{who, select, a {A} other {B}} {at, time}', { who: 'text', at: 'date' }],
  ['icu', "'{'no'}' {yes}", { yes: 'text' }],
  ['icu', '{broken', {}],
  ['arb', "it's {name}", { name: 'text' }],
  ['vue', "{name} {'@'} @:other.key", { name: 'text' }],
  ['rails', '%{name} <%= other %>', { name: 'text', other: 'text' }],
  ['polyglot', '%{smart_count} car |||| %{smart_count} cars', { smart_count: 'text' }],
  ['go-i18n', '{{.Name}}', { Name: 'text' }],
  ['laravel', 'Hello :name', { name: 'text' }],
  ['chrome', '$user$', { user: 'text' }],
  ['printf', '%s of %d', {}],
  ['fluent', 'Hello { $name }', { name: 'text' }],
  [
    'fluent',
    '{ $n ->\n    [one] One\n   *[other] { $n } of { $all }\n}',
    { n: 'number', all: 'text' },
  ],
])('%s: %s', (syntax, text, expected) => {
  expect(named(text, syntax)).toEqual(expected);
});

test('a number may choose without a name, and tags are functions to ICU libraries', () => {
  expect(parametersOf('no cars | one car | {n} cars', { syntax: 'vue' }).counts).toBe(true);
  expect(parametersOf('a | b', { syntax: 'i18next' }).counts).toBe(false);
  expect(parametersOf('<b>Hi</b> <br/> <b>you</b>', { syntax: 'icu' }).tags).toEqual(['b', 'br']);
});
