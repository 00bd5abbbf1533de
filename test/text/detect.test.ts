import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/index.js';
import type { FormatName } from '../../src/model/index.js';
import { detectSyntax } from '../../src/text/index.js';
import { unit } from './corpus.js';

const detect = (format: FormatName, texts: Record<string, string>): string =>
  detectSyntax(
    Object.entries(texts).map(([key, text]) => unit(key.split('.'), text)),
    formats[format].capabilities,
  ).syntax;

describe('detectSyntax', () => {
  it.each<[string, FormatName, Record<string, string>]>([
    ['plain', 'json', { a: 'Hello {name}', b: "It's 100% {sure}" }],
    ['plain', 'json', { a: 'Choose {one, of, these}' }],
    ['icu', 'json', { a: 'x', b: '{n, plural, one {#} other {#}}' }],
    ['icu', 'yaml', { a: '{g,select,a{x}other{y}}' }],
    ['icu', 'json', { a: 'On {day, date, short}' }],
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
