import { describe, expect, it } from 'vitest';
import type { MessageSyntax } from '../../src/model/index.js';
import { isSound, validate, type MessageContext } from '../../src/text/index.js';
import { context } from './context.js';

const codes = (source: string, target: string, extra: Partial<MessageContext> = {}): string[] =>
  validate(source, target, context(extra)).map((problem) => problem.code);

describe('validate', () => {
  it.each<[MessageSyntax, string, string, string]>([
    ['plain', 'Hello {name}', 'Hallo {nom}', 'missing {name}; {nom} not in the source'],
    ['plain', 'Hello {name}', 'Hallo', 'missing {name}'],
    ['rails', 'See %{b}, %{a}', 'Siehe', 'missing %{b}, %{a}'],
    ['printf', '%d days %s', '%[2]s %[2]d Tage', 'missing %1$d; %2$d not in the source'],
    ['printf', '%s has %d', '%d hat %s', 'missing %1$s, %2$d; %1$d, %2$s not in the source'],
    ['printf', 'All of %d', 'Alle %s', 'missing %d; %s not in the source'],
    ['printf', 'All of <xliff:g id="n">%d</xliff:g>', 'Alle', 'missing %d'],
    [
      'plain',
      'The :attribute must',
      'Das :attribut muss',
      'missing :attribute; :attribut not in the source',
    ],
    ['vue', '@:a.b is on', 'an', 'missing @:a.b'],
    ['plain', '<a href="{url}">x y</a>', '<a href="">x y</a>', 'missing {url}'],
    ['icu', '{d, date} by {n}', '{d} von {n}', 'missing {d,date}; {d} not in the source'],
    [
      'icu',
      'To {n, plural, other {#}}',
      'Zu {m, plural, other {#}}',
      'missing {n}; {m} not in the source',
    ],
  ])('finds placeholders that differ: %s %s', (syntax, source, target, message) => {
    expect(isSound(source, target, context({ syntax, target: 'ja' }))).toEqual({
      code: 'placeholder-mismatch',
      message,
    });
  });

  it.each<[MessageSyntax, string, string]>([
    ['plain', 'Hello { name }', 'Hallo {name}'],
    ['printf', '%s has %d', '%2$d Stück hat %1$s'],
    ['printf', '%d days %s', '%[2]s %[1]d Tage'],
    ['printf', '%i files', '%d Dateien'],
    ['printf', '<xliff:g id="n">%d</xliff:g> files', '%d Dateien'],
    ['printf', '<xliff:g id="n">%1$s of %2$s</xliff:g>', '<xliff:g id="N">%1$s/%2$s</xliff:g>'],
    ['plain', 'Note {x}', 'Hinweis :hier {x}'],
    ['plain', 'It is 100% sure', 'Das ist 100%sicher'],
    ['rails', '%B %d, %Y', '%-d. %B %Y'],
    ['rails', '%b %d', '%b%d日'],
    ['vue', 'no car | one car | {n} cars', 'ein Auto | {count} Autos'],
    ['plain', 'a &nbsp; b', 'a b'],
    ['plain', 'a<br>b', 'a<br/>b'],
    ['icu', '{n, plural, one {<b>#</b> of {x}} other {<b>#</b> of {x}}}', '{x}: <b>{n}</b>'],
    ['icu', '{n, plural, other {#}}', '{n, plural, one {eine} other {#}}'],
  ])('takes as the same: %s %s', (syntax, source, target) => {
    expect(isSound(source, target, context({ syntax }))).toBeUndefined();
  });

  it.each([
    ['<a href="">x</a> y', 'x y', 'missing <a>, </a>'],
    ['<b>x</b> y', '<b>x y', 'missing </b>'],
    ['<0>x</0> <1>y</1>', '<0>x<1></0>y</1>', 'the tags are not nested correctly'],
  ])('finds markup that differs: %s', (source, target, message) => {
    for (const syntax of ['plain', 'icu'] as const) {
      expect(isSound(source, target, context({ syntax }))).toEqual({
        code: 'markup-mismatch',
        message,
      });
    }
  });

  it.each([
    ['<b>x</b> y', 'x y', 'missing <b>, </b>'],
    ['<b>x</b> y', '<i>x</i> y', 'missing <b>, </b>; <i>, </i> not in the source'],
    ['x<br> y', 'x y', 'missing <br>'],
  ])('warns of formatting that differs: %s', (source, target, message) => {
    for (const syntax of ['plain', 'icu'] as const) {
      expect(isSound(source, target, context({ syntax }))).toEqual({
        code: 'markup-mismatch',
        message,
        mild: true,
      });
    }
  });

  it('warns of a placeholder that is repeated in the source only', () => {
    const found = isSound('{{a}} and {{a}}', '{{a}} und', context({ syntax: 'i18next' }));
    expect(found).toEqual({ code: 'placeholder-mismatch', message: 'missing {{a}}', mild: true });
  });

  it('compares inline codes of XLIFF by element and id', () => {
    const at = (target: string) =>
      codes('a <ph id="1" disp="x"/> <pc id="2">b</pc>', target, { inline: 'xliff' });
    expect(at('<pc id="2" type="fmt">b</pc> <ph id="1"/> c')).toEqual([]);
    expect(at('<pc id="3">b</pc> <ph id="1"/> c')).toEqual(['markup-mismatch']);
    expect(at('<pc id="2">b</pc> <mrk id="m">c</mrk>')).toEqual(['markup-mismatch']);
  });

  it('finds ICU syntax errors with their place', () => {
    expect(isSound('a {n} b', 'a {n b', context({ syntax: 'icu' }))).toEqual({
      code: 'icu-syntax',
      message: 'malformed argument at character 3',
    });
    expect(codes('{g, select, a {x} other {y}}', '{g, select, a {x}}', { syntax: 'icu' })).toEqual([
      'icu-syntax',
    ]);
  });

  it('finds plural categories that the target needs for common counts', () => {
    const source = '{n, plural, one {# a} other {# b}}';
    const at = (target: string, text: string) => codes(source, text, { syntax: 'icu', target });
    expect(at('pl', '{n, plural, one {# x} other {# y}}')).toEqual(['plural-categories']);
    expect(at('pl', source)).toEqual(['untranslated']);
    expect(at('fr', '{n, plural, one {# x} other {# y}}')).toEqual([]);
    expect(at('ja', '{n, plural, other {# x}}')).toEqual([]);
    expect(at('de', '{n, plural, =1 {x} other {# y}}')).toEqual([]);
    expect(at('de', '{n, plural, one {x}}')).toEqual(['plural-categories']);
  });

  it('wants the number where several are meant', () => {
    const source = '{n, plural, one {# a} other {# b}}';
    expect(codes(source, '{n, plural, one {ein A} other {A}}', { syntax: 'icu' })).toEqual([
      'placeholder-mismatch',
    ]);
  });

  it.each([
    [' x y', 'u v', ['surrounding-space']],
    [' New text.', 'Neuer Text.', []],
    ['x y: ', 'u v:', ['surrounding-space']],
    ['x, y, ', 'u', ['surrounding-space']],
    [' x y: ', '\u00a0u v:\u202f', []],
    ['x y ', 'u v', []],
    ['x y', ' u v ', []],
    ['x y\n', 'u v', []],
    [' ', 'u v', []],
    [' x y', ' u v', []],
    ['Hello there', 'Hello there', ['untranslated']],
    ['Hello', 'Hello', []],
    ['{{name}} {{b}} OK', '{{name}} {{b}} OK', []],
    ['a b', 'u\u0007v', ['forbidden-characters']],
    ['a b', 'u v\\', ['forbidden-characters']],
    ['in C:\\', 'u C:\\', []],
    ['a b', 'u\ufffd', ['forbidden-characters']],
    ['a b', 'u\u200bv', ['forbidden-characters']],
    ['a\u200bb', 'u\u200bv', []],
    ['a b', 'u \u202e100', ['forbidden-characters']],
    ['a b', 'u \u202d100\u202c', ['forbidden-characters']],
    ['a b', 'u \u2066100', ['forbidden-characters']],
    ['a b', 'u 100\u2069', ['forbidden-characters']],
    ['a b', 'u \u202a100', ['forbidden-characters']],
    ['a b', '\u202bu \u2068100\u2069\u202c', []],
    ['a \u202eb', 'u \u202ev', []],
    ['a \u2068b', 'u \u2068v', []],
    ['a b', 'u fÃ¼r v', ['forbidden-characters']],
    ['a b', 'Itâ€™s u', ['forbidden-characters']],
    ['a b', 'u Ð¿Ñ€Ð¸Ð²ÐµÑ‚', ['forbidden-characters']],
    ['a b', 'u 20Â\u00a0°C', ['forbidden-characters']],
    ['a Ã¼ b', 'u Ã¼ v', []],
    ['a b', '« MANHÃ » É! “IRMÃ” AÑO Ð Øre «CAFÉ» 5 €', []],
    ['a b', 'u\ud83d', ['forbidden-characters']],
    ['a b', 'u 😀\tv\r\nw', []],
    ['a b', 'می\u200cخواهم', []],
  ])('%j → %j: %j', (source, target, expected) => {
    expect(codes(source, target)).toEqual(expected);
  });

  it('does not call a text of the same language untranslated', () => {
    expect(codes('Hello there', 'Hello there', { target: 'en-GB' })).toEqual([]);
  });

  it('lets Thai and Khmer have the zero-width space', () => {
    expect(codes('a b', 'ก\u200bข', { target: 'th' })).toEqual([]);
  });

  it('lets a language from right to left open a direction for the whole text', () => {
    expect(codes('a b', '\u202bא Qt', { target: 'he' })).toEqual([]);
    expect(codes('a b', '\u202bא 100', { target: 'de' })).toEqual(['forbidden-characters']);
    expect(codes('a b', 'א \u202eQt', { target: 'he' })).toEqual(['forbidden-characters']);
  });

  it('measures length in code points', () => {
    expect(codes('a b', '😀😀😀', { maxLength: 3 })).toEqual([]);
    expect(codes('a b', '😀😀😀!', { maxLength: 3 })).toEqual(['too-long']);
  });

  it.each([
    ['what people see, not markup', '<b>Files</b>', '<b>Dateien</b>', []],
    ['what people see', '<b>Files</b>', '<b>Dateiordner</b>', ['too-long']],
    ['no value of a placeholder', '{{ name }}', '{{ name }}!', []],
    [
      'the longest form',
      '{n, plural, other {#}}',
      '{n, plural, other {Verzeichnis #}}',
      ['too-long'],
    ],
    [
      'forms one by one',
      '{n, plural, one {#} other {#}}',
      '{n, plural, one {Datei #} other {Dateien #}}',
      [],
    ],
    ['no more than the author does', 'Much longer', 'Auch viel länger', []],
  ])('measures %s', (_, source, target, found) => {
    const syntax = source.includes('plural') ? 'icu' : 'i18next';
    expect(codes(source, target, { maxLength: 9, syntax })).toEqual(found);
  });
});

describe('a target with more forms between bars than its source', () => {
  const source = 'Use one word.|Use {{ min }} words.';
  const context = { syntax: 'symfony', source: 'en', target: 'ar' } as const;
  const codes = (target: string): readonly string[] =>
    validate(source, target, context).map(({ code }) => code);

  it('may make each from any form of the source', () => {
    const many = '{{ min }} a|one b|two {{ min }}|few {{ min }}|many {{ min }}|other {{ min }}';
    expect(codes(many)).toEqual([]);
  });
  it('has what no form of the source has found', () => {
    expect(codes('a|b|c {{ max }}|d|e|f {{ min }}')).toContain('placeholder-mismatch');
  });
});
