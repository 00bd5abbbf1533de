import { describe, expect, it } from 'vitest';
import { formsOf, prepare, validate } from '../../src/text/index.js';
import { context, translate } from './context.js';

const icu = (target = 'de') => context({ syntax: 'icu', target });
const same = (sent: string): string => sent;

describe('ICU messages', () => {
  it.each([
    'Hello {name}',
    "It''s {name}''s",
    "It's {name}'s car",
    "Write '{name}' or '{'",
    '{n, plural, one {# item} other {# items}}',
    '{n,plural,offset:1 =0{none}one{# item}other{#  items in <b>{box}</b>}}',
    '{n, selectordinal,\n  one {#st place}\n  other {#th place}\n}',
    '{g, select, female {her {n, number, ::currency/EUR}} other {their {d, date, short} <br/>}}',
    '<i>{n, plural, one {<b>#</b> new message} other {<b>#</b> new messages & more}}</i>',
    "{a, select, 2 {two} 1 {one} other {it''s # '#'}}",
  ])('come back as they were: %s', (text) => {
    for (const form of formsOf(text, icu('sv'))) {
      expect(translate(text, icu('sv'), same, form)).toBe(text);
      const problems = validate(text, text, icu('sv'));
      expect(problems.filter((problem) => problem.code !== 'untranslated')).toEqual([]);
    }
  });

  it('are sent arm by arm, each as a whole sentence', () => {
    const text = 'You have {n, plural, one {one new {kind}} other {# new {kind}s}} today';
    expect(prepare(text, icu(), 'element').texts).toEqual([
      'You have one new <x id="0"/> today',
      'You have 3 new <x id="1"/>s today',
    ]);
  });

  it('need no more texts than they have arms', () => {
    const messages = Array.from(
      { length: 60 },
      (_, i) => `{n, plural, =0 {no boxes ${i}x} one {# box ${i}x} other {# boxes ${i}x}}`,
    );
    const texts = messages.flatMap((text) => prepare(text, icu('fr-CA'), 'element').texts);
    const german = messages.flatMap((text) => prepare(text, icu(), 'element').texts);
    expect(german).toHaveLength(180);
    expect(texts).toHaveLength(240);
  });

  it.each([
    ['pl', ['one', 'few', 'many', 'other']],
    ['ar', ['zero', 'one', 'two', 'few', 'many', 'other']],
    ['ja', ['other']],
    ['de', ['one', 'other']],
  ])('have the plural categories of %s', (target, categories) => {
    const text = '{n, plural,\n  one {# file}\n  other {# files}\n}';
    const arms = categories.map((c) => `${c} {# ${c === 'one' ? 'file' : 'files'}}`);
    expect(translate(text, icu(target), same)).toBe(`{n, plural,\n  ${arms.join('\n  ')}\n}`);
  });

  it('have the ordinal categories of the target', () => {
    const text = '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} try';
    expect(translate(text, icu('de'), same)).toBe('{n, selectordinal, other {#th try}}');
    expect(
      translate('{n, selectordinal, other {#. Versuch}}', { ...icu('en'), source: 'de' }, same),
    ).toBe(
      '{n, selectordinal, one {#. Versuch} two {#. Versuch} few {#. Versuch} other {#. Versuch}}',
    );
  });

  it('translate each category with a number of it and put the count back', () => {
    const text = '{n, plural, one {# file} other {# files}}';
    const { texts, tagHandling } = prepare(text, icu('pl'), 'element');
    expect(tagHandling).toBeUndefined();
    const rules = new Intl.PluralRules('pl');
    expect(texts.map((one) => rules.select(Number.parseFloat(one)))).toEqual([
      'one',
      'few',
      'many',
      'other',
    ]);
    const polish: Record<string, string> = {
      one: '# plik',
      few: '# pliki',
      many: '# plików',
      other: '# pliku',
    };
    const back = translate(text, icu('pl'), (sent) => {
      const number = Number.parseFloat(sent);
      return polish[rules.select(number)]!.replace('#', String(number).replace('.', ','));
    });
    expect(back).toBe('{n, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}');
  });

  it('ask for the form with the number that stands beside the choice', () => {
    const text = '{n} {n, plural, one {file} other {files}}';
    expect(prepare(text, icu('pl'), 'element').texts).toEqual([
      '1 file',
      '3 files',
      '5 files',
      '1.5 files',
    ]);
    expect(prepare(text, icu('pl'), 'ignore').texts).toEqual(['file', 'files', 'files', 'files']);
    expect(
      translate(text, icu('de'), (sent) => sent.replace('file', 'Datei').replace('s', 'en')),
    ).toBe('{n} {n, plural, one {Datei} other {Dateien}}');
    expect(translate(text, icu('de'), () => 'Dateien')).toMatch(/^placeholder-mismatch/);
    expect(formsOf(text, icu('de'))).toEqual(['element', 'ignore', 'cut']);
  });

  it('do not add a category that exact arms answer', () => {
    const text = '{n, plural, =0 {none} =1 {one box} other {# boxes}}';
    expect(translate(text, icu('de'), same)).toBe(text);
    expect(translate(text, icu('ru'), same)).toContain('one {# boxes}');
  });

  it.each([
    ['ru', '{n, plural, one {# files} few {# files} many {# files} other {# files}}'],
    ['fr', '{n, plural, one {# files} many {# files} other {# files}}'],
    ['de', '{n, plural, one {one file} other {# files}}'],
  ])('show the number where the form for one holds others: %s', (target, expected) => {
    const text = '{n, plural, one {one file} other {# files}}';
    expect(translate(text, icu(target), same)).toBe(expected);
  });

  it.each([
    ['one {X file} other {X files}', '5 files'],
    ['=1 {One new city} other {X new cities}', '5 new cities'],
    ['=1 {X new box} other {X new boxes}', '5 new boxes'],
    // The code may be a name.
    ['one {X likes your post} other {X like your posts}', 'like your posts'],
    ['one {X is typing} other {X are typing}', 'are typing'],
    ['=1 {Delete the file} other {Delete files in X}', 'Delete files in'],
    ['=1 {A file of X} other {X files of X}', 'files of'],
  ])('take a code for the count only before a noun that changes: %s', (arms, many) => {
    const text = `{VAR_PLURAL, plural, ${arms.replaceAll('X', '<x id="INTERPOLATION"/>')}}`;
    const { texts } = prepare(text, context({ ...icu('pl'), inline: 'xliff' }), 'element');
    expect(texts.map((sent) => sent.replaceAll(/<x[^>]*>/g, '').trim())).toContain(many);
  });

  it.each([
    ['nothing of what only fractions need', '{n, plural, one {#} few {#} many {#} other {#}}', []],
    [
      'nothing of a form beyond',
      '{n, plural, zero {0} =0 {0} one {#} few {#} many {#} other {#}}',
      [],
    ],
    ['what falls back to other, mildly', '{n, plural, one {# a} other {# b}}', [true]],
    ['a plural without other', '{n, plural, one {#} few {#} many {#}}', [undefined]],
  ])('are checked for %s', (_, target, expected) => {
    const problems = validate('{n, plural, one {#} other {#}}', target, icu('pl'));
    expect(problems.map(({ mild }) => mild)).toEqual(expected);
  });

  it('quote what an answer writes as syntax', () => {
    expect(translate('Set of {name}', icu('fr'), () => 'L\'ensemble {vide} d\'<x id="0"/>')).toBe(
      "L'ensemble '{'vide'}' d''{name}",
    );
    expect(
      translate('{n, plural, one {# box} other {# boxes}}', icu('de'), (s) => `${s} #a'`),
    ).toMatch(/^\{n, plural, one \{# box '#'a''\} other/);
  });

  it('that cannot be parsed are protected as plain text', () => {
    const text = 'Press {key to go {name}';
    expect(prepare(text, icu(), 'element').texts).toEqual(['Press {key to go <x id="0"/>']);
    expect(translate(text, icu(), same)).toBe(text);
    expect(validate(text, text, icu('en'))).toEqual([]);
  });

  it('in XLIFF keep the inline codes of the format', () => {
    const text =
      '{VAR, select, a {x <pc id="0" dispStart="&lt;b{">y</pc> z} other {plain &amp; simple}}';
    const ctx = { ...icu(), inline: 'xliff' as const };
    expect(prepare(text, ctx, 'element').texts).toEqual([
      'x <g id="0">y</g> z',
      'plain &amp; simple',
    ]);
    expect(translate(text, ctx, same)).toBe(text);
  });
});
