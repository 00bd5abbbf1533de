import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { formsOf, prepare, validate } from '../../src/text/index.js';
import { context, translate } from './context.js';

const icu = (target: string) => context({ syntax: 'icu', target });
const same = (sent: string): string => sent;
const sent = (text: string, target: string): readonly string[] =>
  prepare(text, icu(target), 'element').texts;

describe('an arm in the middle of a sentence', () => {
  it.each([
    [
      'You have {n, plural, one {# file} other {# files}} selected',
      ['You have 1 file selected', 'You have 3 files selected'],
      '{n, plural, one {You have # file selected} other {You have # files selected}}',
    ],
    [
      '{n} file{n, plural, one {} other {s}}',
      ['1 file', '3 files'],
      '{n, plural, one {{n} file} other {{n} files}}',
    ],
    [
      'Sure? You have {n, plural, one {# file} other {# files}} here. It is final.',
      ['Sure?', 'You have 1 file here.', 'You have 3 files here.', 'It is final.'],
      'Sure? {n, plural, one {You have # file here.} other {You have # files here.}} It is final.',
    ],
    [
      'There {n, plural, one {is} other {are}} {n, plural, =0 {no files} one {# file} other {# files}}',
      ['There are no files', 'There is 1 file', 'There are 3 files'],
      '{n, plural, =0 {There are no files} one {There is # file} other {There are # files}}',
    ],
    [
      '{g, select, male {He} other {They}} {n, plural, one {owns #} other {own #}}',
      ['He owns 1', 'He own 3', 'They owns 1', 'They own 3'],
      '{g, select, male {{n, plural, one {He owns #} other {He own #}}} other {{n, plural, one {They owns #} other {They own #}}}}',
    ],
    [
      '{n, plural, one {# file} other {# files}} in {m, plural, =0 {no box} one {a box} other {# boxes}}',
      [
        '1 file in no box',
        '1 file in a box',
        '1 file in 3 boxes',
        '3 files in no box',
        '3 files in a box',
        '3 files in 5 boxes',
      ],
      '{n, plural, one {{m, plural, =0 {{n, number} file in no box} one {{n, number} file in a box} other {{n, number} file in # boxes}}} other {{m, plural, =0 {{n, number} files in no box} one {{n, number} files in a box} other {{n, number} files in # boxes}}}}',
    ],
    [
      "It''s l''{n, plural, one {# thing} other {# things}} now",
      ["It's l'1 thing now", "It's l'3 things now"],
      "{n, plural, one {It''s l''# thing now} other {It''s l''# things now}}",
    ],
  ])('goes out with the rest of it: %s', (text, texts, result) => {
    expect(sent(text, 'de')).toEqual(texts);
    expect(translate(text, icu('de'), same)).toBe(result);
    expect(validate(text, result, icu('de'))).toEqual([]);
  });

  it.each([
    '({n, plural, one {# file} other {# files}})',
    '{name}: {n, plural, one {# file} other {# files}}',
    '<b>{n, plural, one {# file} other {# files}}</b>',
    '{h, plural, one {# hour} other {# hours}} {m, plural, one {# minute} other {# minutes}}',
  ])('stays where nothing beside it is of its sentence: %s', (text) => {
    expect(translate(text, icu('de'), same)).toBe(text);
    expect(prepare(text, icu('de'), 'element').context).toBeUndefined();
  });

  it.each([
    ['{n, plural, one {# file} other {# files}} in {m, plural, one {# box} other {# boxes}}', 'pl'],
    ['Number #1 of {n, plural, one {# file} other {# files}}', 'de'],
    [
      '{n, plural, offset:1 one {# guest} other {# guests}} for {m, plural, one {a} other {b}}',
      'de',
    ],
  ])('goes out alone, with the message as context, where that cannot be: %s', (text, target) => {
    expect(prepare(text, icu(target), 'element').context).toBe(text);
    expect(translate(text, icu('de'), same)).not.toMatch(/-mismatch/);
  });

  it('says the number where its form holds others, whatever number stands beside it', () => {
    const text =
      '{m, plural, one {one file} other {# files}} in {n, plural, one {# box} other {# boxes}}';
    expect(sent(text, 'fr')[0]).toMatch(/^0 files in /);
  });

  it('is sent once where it says the same', () => {
    const text = '{n, plural, one {This is} other {These are}} {kind, select, a {it} other {it}}';
    expect(new Set(sent(text, 'de')).size).toBe(2);
  });
});

const WORDS = fc.constantFrom(
  'You have',
  'left',
  'in <b>the</b> bag',
  '{name} owns',
  "it''s",
  'ok.',
);
const ARMS = fc.constantFrom(
  'one {# file} other {# files}',
  'one {one file} other {# files}',
  '=0 {nothing} one {# file} other {# files of {name}}',
);
const CHOICE = fc.oneof(
  fc.tuple(fc.constantFrom('n', 'm'), ARMS).map(([name, arms]) => `{${name}, plural, ${arms}}`),
  fc.constant('{g, select, male {he} other {they}}'),
  fc.constant('{v, plural, one {is} other {are}}'),
);
const MESSAGE = fc
  .array(fc.oneof(WORDS, CHOICE), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(' '));

it('every target can be formatted for every count, and shows it where the source does', () => {
  const locales = ['ar', 'cs', 'cy', 'de', 'fr', 'he', 'ja', 'lt', 'lv', 'pl', 'ru', 'sl'];
  const say = (text: string, locale: string, values: Record<string, unknown>): string =>
    String(
      new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).format(values as never),
    );
  fc.assert(
    fc.property(MESSAGE, fc.constantFrom(...locales), (text, locale) => {
      const ctx = icu(locale);
      for (const how of formsOf(text, ctx)) {
        const target = translate(text, ctx, same, how);
        expect(validate(text, target, ctx).filter(({ code }) => code !== 'untranslated')).toEqual(
          [],
        );
        for (const n of [0, 1, 2, 3, 5, 11, 21, 1.5]) {
          const values = { n, m: n, v: n, g: 'male', name: 'Ann' };
          const said = say(target, locale, values);
          const shown = new Intl.NumberFormat(locale).format(n);
          const wants = say(text, 'en', values).includes(String(n)) && n !== 1;
          if (wants) expect(said).toContain(shown);
        }
      }
    }),
    { numRuns: 200 },
  );
});
