import { describe, expect, test } from 'vitest';
import { readGlossary } from '../../src/engine/terms/index.js';

const LOCALE = /^[a-z]{2}(?:-[A-Z]{2})?$/;

function read(text: string, file = 'shop.csv') {
  const languageOf = (locale: string): string | undefined =>
    LOCALE.test(locale) ? locale.slice(0, 2) : undefined;
  const didYouMean = (name: string): string => (name === 'xx' ? '; did you mean "de"?' : '');
  return readGlossary(text, { file, source: 'en', languageOf, didYouMean });
}

function terms(text: string, file?: string): unknown {
  const { dictionaries } = read(text, file);
  return Object.fromEntries(
    dictionaries.map(({ target, terms: own }) => [target, Object.fromEntries(own)]),
  );
}

describe('the terms of a glossary file', () => {
  test.each<[string, string, unknown, string?]>([
    [
      'a column per locale',
      'en,de,fr\ncart,Wagen,panier\n',
      { de: { cart: 'Wagen' }, fr: { cart: 'panier' } },
    ],
    ['an empty cell is no entry', 'en,de,fr\ncart,,panier\n', { fr: { cart: 'panier' } }],
    ['empty cells behind the last column', 'en,de\ncart,Wagen,,', { de: { cart: 'Wagen' } }],
    ['a missing cell is none', 'en,fr,de\ncart,panier', { fr: { cart: 'panier' } }],
    ['a note is no locale', 'note,de,en\nsee,Wagen,cart', { de: { cart: 'Wagen' } }],
    ['empty rows', 'en,de\n\n,\ncart,Wagen\r\n', { de: { cart: 'Wagen' } }],
    ['quotes, and a semicolon', 'en;de\n"a ""b""";"c;d"', { de: { 'a "b"': 'c;d' } }],
    ['tabs, with commas inside', 'en\tde\na, b\tc', { de: { 'a, b': 'c' } }, 'shop.tsv'],
    ['a byte order mark', '\ufeffen,de\ncart,Wagen', { de: { cart: 'Wagen' } }],
    ['a source in another case', 'EN,de\ncart,Wagen', { de: { cart: 'Wagen' } }],
    ['a variant of the source', 'de,en-GB\nWagen,cart', { de: { cart: 'Wagen' } }],
    ['variants that agree', 'en,pt-BR,pt-PT\nbus,x,x', { pt: { bus: 'x' } }],
    [
      'a name of every object',
      'en,de\n__proto__,x',
      { de: Object.fromEntries([['__proto__', 'x']]) },
    ],
  ])('%s', (_, text, expected, file) => {
    expect(read(text, file).problems).toEqual([]);
    expect(terms(text, file)).toEqual(expected);
  });
});

describe('what the service would refuse', () => {
  test.each<[string, string, number, number, string]>([
    ['an empty file', '', 1, 1, 'the file is empty'],
    [
      'a language without glossaries',
      'en,ca\ncart,cistella',
      1,
      4,
      'does not support glossaries for "ca"',
    ],
    ['no source column', 'de,fr\na,b', 1, 1, 'no column for the source locale'],
    ['a term twice', 'en,de\ncart,Wagen\nbag,Tüte\ncart,Karren', 4, 1, 'in line 2 already'],
    ['a tab', 'en,de\ncart,a\tb', 2, 6, 'a tab'],
    ['a line break', 'en,de\ncart,"a\nb"', 2, 6, 'a line break'],
    ['a control character', 'en,de\nca\u0001rt,x', 2, 1, 'a control character'],
    ['white space around', 'en,de\ncart,"x "', 2, 6, 'white space'],
    ['a phrase that is too long', `en,de\ncart,${'ä'.repeat(600)}`, 2, 6, '1024 bytes'],
    ['no source phrase', 'en,de\n,Wagen', 2, 1, 'without a source phrase'],
    ['an unknown column', 'en,definition\ncart,x', 1, 4, 'neither a locale nor "note"'],
    ['a column that the service has no glossaries for', 'en,yy\ncart,x', 1, 4, 'remove the column'],
    ['a typo of one that it has', 'en,xx\ncart,x', 1, 4, '"xx"; did you mean "de"?'],
    ['the language of the source', 'en,en-GB\ncart,trolley', 1, 4, 'the source language'],
    ['a column twice', 'en,de,de\ncart,x,x', 1, 7, 'appears twice'],
    ['a column twice, in another case', 'en,de,EN\ncart,x,y', 1, 7, 'appears twice'],
    ['two variants of the source', 'en-GB,en-US,de\na,b,c', 1, 1, 'the source language'],
    ['a cell without a column', 'en,de\nyes please,Ja, bitte', 2, 15, 'contain "," in quotes'],
    ['variants that disagree', 'en,pt-BR,pt-PT\nbus,x,y', 2, 7, 'a single dictionary for both'],
  ])('%s', (_, text, line, column, message) => {
    const [problem] = read(text).problems;
    expect(problem).toMatchObject({ line, column });
    expect(problem?.message).toContain(message);
  });

  test('a dictionary of more than 10 MB', () => {
    const long = 'x'.repeat(1000);
    const rows = Array.from({ length: 10_000 }, (_, i) => `${i}${long},y`);
    const { problems } = read(['en,de', ...rows].join('\n'));
    expect(problems).toMatchObject([{ line: 1, column: 4 }]);
    expect(problems[0]?.message).toContain('the service accepts at most 10000000');
  });

  test('a quote that never closes', () => {
    expect(() => read('en,de\n"cart,x')).toThrow('shop.csv:2:1: a quote that never closes');
  });

  test('a half-merged file, whose sides would else both count', () => {
    const sides = 'en,de\n<<<<<<< ours\ncart,Wagen\n=======\nbag,Tüte\n>>>>>>> theirs\n';
    expect(() => read(sides)).toThrow('shop.csv:2:1: merge conflict markers');
  });

  test('at most twenty problems are named', () => {
    expect(read(`en,de\n${'cart,x\n'.repeat(100)}`).problems).toHaveLength(20);
  });
});
