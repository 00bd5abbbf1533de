import { describe, expect, test } from 'vitest';
import { editGlossary, newGlossary, readGlossary } from '../../src/engine/terms/index.js';

const LOCALE = /^[a-z]{2}(?:-[A-Z]{2})?$/;

const columns = (file: string) => ({
  file,
  source: 'en',
  languageOf: (locale: string): string | undefined =>
    LOCALE.test(locale) ? locale.slice(0, 2) : undefined,
});

type Edits = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

function edited(text: string, edits: Edits, file = 'shop.csv'): string {
  const map = new Map(
    Object.entries(edits).map(([language, terms]) => [
      language,
      new Map(Object.entries(terms).map(([source, target]) => [source, target ?? undefined])),
    ]),
  );
  return editGlossary(text, map, { ...columns(file), nameOf: (language) => language });
}

describe('an edited glossary file', () => {
  test.each<[string, string, Edits, string, string?]>([
    ['nothing', 'en,de\ncart,x\n', {}, 'en,de\ncart,x\n'],
    ['a cell', 'en,de\ncart,x\nbag,y\n', { de: { cart: 'z' } }, 'en,de\ncart,z\nbag,y\n'],
    ['in quotes', 'en,de\n"cart","x"\n', { de: { cart: 'z' } }, 'en,de\n"cart","z"\n'],
    ['with the separator', 'en;de\ncart;x', { de: { cart: 'a;b' } }, 'en;de\ncart;"a;b"'],
    ['in a TSV', 'en\tde\ncart\tx', { de: { cart: 'a, b' } }, 'en\tde\ncart\ta, b', 'shop.tsv'],
    ['a missing cell', 'en,de,fr\ncart,x\n', { fr: { cart: 'y' } }, 'en,de,fr\ncart,x,y\n'],
    ['variants', 'en,pt-BR,pt-PT\nbus,x,x\n', { pt: { bus: 'y' } }, 'en,pt-BR,pt-PT\nbus,y,y\n'],
    ['one of them', 'en,pt-BR,pt-PT\nbus,,x\n', { pt: { bus: 'y' } }, 'en,pt-BR,pt-PT\nbus,,y\n'],
    ['a term that goes', 'en,de,fr\ncart,x,y\n', { de: { cart: null } }, 'en,de,fr\ncart,,y\n'],
    [
      'its row too',
      'en,de,note\ncart,x,n\nbag,y,\n',
      { de: { cart: null } },
      'en,de,note\nbag,y,\n',
    ],
    [
      'a new column',
      'en,de\ncart,x\n\nbag,y\n',
      { fr: { bag: 'z' } },
      'en,de,fr\ncart,x,\n\nbag,y,z\n',
    ],
    ['a new row', 'en,de\ncart,x\nbag,y\n', { de: { arm: 'z' } }, 'en,de\ncart,x\nbag,y\narm,z\n'],
    [
      'among sorted ones',
      'en,de\nArm,x\ncart,y\n',
      { de: { bag: 'z' } },
      'en,de\nArm,x\nbag,z\ncart,y\n',
    ],
    [
      'several',
      'en,de\na,x\ne,y\n',
      { de: { d: '2', b: '1', f: '3' } },
      'en,de\na,x\nb,1\nd,2\ne,y\nf,3\n',
    ],
    [
      'without a last line end',
      'en,de\r\ncart,x',
      { de: { bag: 'y' } },
      'en,de\r\ncart,x\r\nbag,y',
    ],
    ['a lone CR', 'en,de\rcart,x\r', { de: { bag: 'y' } }, 'en,de\rcart,x\rbag,y\r'],
    ['into a file of a header', 'en,de', { de: { bag: 'y' } }, 'en,de\nbag,y'],
    [
      'for a row behind',
      'note,de,en\nn,x,cart\n',
      { fr: { cart: 'y' } },
      'note,de,en,fr\nn,x,cart,y\n',
    ],
  ])('has %s', (_, before, edits, after, file) => {
    expect(edited(before, edits, file)).toBe(after);
  });

  test('takes 10,000 new terms in a sorted file', () => {
    const rows = (from: number) =>
      Array.from({ length: 10_000 }, (_, i) => `t${String(i * 2 + from).padStart(6, '0')}`);
    const text = `en,de\n${rows(0).join(',x\n')},x\n`;
    const added = Object.fromEntries(rows(1).map((one) => [one, 'y']));
    const { dictionaries, problems } = readGlossary(edited(text, { de: added }), columns('a.csv'));
    expect(problems).toEqual([]);
    const phrases = [...(dictionaries[0]?.terms.keys() ?? [])];
    expect(phrases).toHaveLength(20_000);
    expect(phrases).toEqual([...phrases].sort());
  });
});

test('a new file has a column per locale and a row per phrase', () => {
  const terms = { de: new Map([['a, b', 'c']]), fr: new Map([['d', '"e"']]) };
  const file = newGlossary({
    file: 'x.csv',
    source: 'en',
    columns: [
      { locale: 'de', terms: terms.de },
      { locale: 'fr-CA', terms: terms.fr },
    ],
  });
  expect(file).toBe('en,de,fr-CA\n"a, b",c,\nd,,"""e"""\n');
});
