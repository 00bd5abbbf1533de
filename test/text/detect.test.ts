import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/public.js';
import type { KnownFormat } from '../../src/formats/endings.js';
import type { MessageSyntax } from '../../src/model/index.js';
import { detectSyntax } from '../../src/text/index.js';
import { unit } from './corpus.js';

const detect = (format: KnownFormat, texts: Record<string, string>): string =>
  detectSyntax(
    Object.entries(texts).map(([key, text]) => unit(key.split('.'), text)),
    formats[format].capabilities,
  ).syntax;

describe('detectSyntax', () => {
  it.each<[string, KnownFormat, Record<string, string>]>([
    ['plain', 'json', { a: 'Hello {name}', b: "It's 100% {sure}" }],
    ['plain', 'json', { a: 'Choose {one, of, these}' }],
    ['icu', 'json', { a: 'x', b: '{n, plural, one {#} other {#}}' }],
    ['icu', 'yaml', { a: '{g,select,a{x}other{y}}' }],
    ['icu', 'json', { a: 'On {day, date, short}' }],
    ['chrome', 'json', { 'a.message': 'Hello $1', 'b.message': 'Disable {x}' }],
    ['mediawiki', 'json', { 'a.message': 'Hello $1', b: 'Disable {x}' }],
    ['i18next', 'json', { a: 'Hello {{name}}' }],
    ['i18next', 'json', { a: '{{n, number}} of {{d, date}}' }],
    ['i18next', 'json', { a: 'See $t(b)' }],
    ['i18next', 'json', { item_one: 'item', item_other: 'items' }],
    ['plain', 'json', { reason_other: 'Other', phase_one: 'First' }],
    ['rails', 'yaml', { a: 'Hello %{name}' }],
    ['rails', 'yaml', { 'a.one': 'x', 'a.other': 'y' }],
    ['plain', 'yaml', { 'a.one': 'x', 'a.other': 'y', 'a.third': 'z' }],
    ['rails', 'json', { a: '%{x}', 'b.one': 'x', 'b.other': 'y' }],
    ['vue', 'json', { a: 'Go to @:app.name' }],
    ['vue', 'json', { a: 'car | {n} cars' }],
    ['vue', 'json', { a: "me{'@'}example.org" }],
    ['plain', 'json', { a: 'Home | Shop', b: 'mail me@example.org' }],
    ['printf', 'json', { a: '%s of %2$d' }],
    ['plain', 'json', { a: '50% of 100%' }],
    ['plain', 'json', { a: 'Cannot read {0}' }],
    ['icu', 'properties', { a: 'Cannot read {0}' }],
    ['icu', 'properties', { a: '{0} {0,choice,0#days|1#day|1<days}' }],
    ['plain', 'properties', { a: "Cannot read '{0}'", b: 'Page {0}' }],
    ['icu', 'properties', { a: "Cannot read '{0}'", b: "Can''t read {0}" }],
    ['csharp-format', 'resx', { a: 'Cannot read {0:N2}' }],
    ['plain', 'resx', { a: 'Cannot read {name}' }],
    ['plain', 'srt', { a: '{n, plural, other {#}}' }],
    ['plain', 'xliff', { a: 'Hello {{name}} %s' }],
    ['icu', 'xliff', { a: '{VAR_PLURAL, plural, =1 {x} other {y}}' }],
  ])('%s: %s %j', (expected, format, texts) => {
    expect(detect(format, texts)).toBe(expected);
  });

  it('leaves the attributes of inline codes aside', () => {
    const text = '{V, plural, =0 {now} other {<ph id="0" disp="{{minutes}}"/> ago}}';
    const units = [unit(['a'], text, { inline: 'xliff' })];
    expect(detectSyntax(units, formats.xliff.capabilities).syntax).toBe('icu');
  });

  it('looks at text only', () => {
    const units = [unit(['a'], '{{x}}', { kind: 'raw' })];
    expect(detectSyntax(units, formats.json.capabilities).syntax).toBe('plain');
  });
});

const file = (texts: Record<string, string>, stated?: MessageSyntax): Record<string, string> => {
  const units = Object.entries(texts).map(([key, text]) => unit([key], text));
  const { syntax, exceptions } = detectSyntax(units, formats.json.capabilities, stated);
  return Object.fromEntries([
    ['file', syntax],
    ...units.flatMap((one) => {
      const own = exceptions.get(one);
      return own === undefined ? [] : [[one.key[0], own]];
    }),
  ]) as Record<string, string>;
};

const PLURAL = '{n, plural, one {# file} other {# files}} selected';

describe('texts in another syntax than their file', () => {
  it.each<[Record<string, string>, Record<string, string>]>([
    [{ a: PLURAL, b: 'On {d, date}', c: 'use {{x}}' }, { file: 'icu' }],
    [{ a: PLURAL, b: '{n, plural, other {{{name}} and #}}' }, { file: 'icu' }],
    [
      { a: 'Hi {{x}}', b: 'a {{y}}', c: 'b {{z}}', d: 'c {{z}}', e: PLURAL },
      { file: 'i18next', e: 'icu' },
    ],
    [
      { a: 'Hi {{x}}', b: 'a {{y}}', c: 'b {{z}}', d: 'c {{z}}', e: '{n, plural, one {' },
      { file: 'i18next' },
    ],
    [{ a: '{{PLURAL:$1|a|b}}', b: 'Of $1', c: '{{SITENAME}}' }, { file: 'mediawiki' }],
    [{ a: 'One|]1,Inf[ %count%', b: 'Hi %name%' }, { file: 'symfony' }],
    [{ a: '{0} None|[1,*] :count', b: 'x' }, { file: 'laravel' }],
    [{ a: 'One pear|:count pears', b: 'x' }, { file: 'laravel' }],
    [{ a: '%{smart_count} a |||| %{smart_count} b', b: '%{x}' }, { file: 'polyglot' }],
    [{ a: '{{n}} {[plural(n) one: a, other: b ]}', b: '{{x}}' }, { file: 'etherpad' }],
    [{ a: '{{.Name}} and {{ .Other }}' }, { file: 'go-i18n' }],
    [{ a: '{%x%} in {{y}}' }, { file: 'angular-translate' }],
    [{ a: 'x', a_plural: 'y', b: '{{x}}' }, { file: 'i18next-v3' }],
    [{ a: 'In [[global:home]]', b: '%1 of %2' }, { file: 'nodebb' }],
    [{ a: 'For $name$', b: '$1' }, { file: 'chrome' }],
    [{ a: 'Use __bold__ words', b: PLURAL }, { file: 'icu' }],
  ])('%j', (texts, expected) => {
    expect(file(texts)).toEqual(expected);
  });

  it('takes what the shape of the file tells', () => {
    expect(file({ a: PLURAL, b: "It's" }, 'arb')).toEqual({ file: 'arb' });
    expect(file({ a: PLURAL, b: '$1' }, 'chrome')).toEqual({ file: 'chrome', a: 'icu' });
  });
});
