import { describe, expect, it } from 'vitest';
import { csv } from '../../../src/formats/csv/index.js';
import type { Document, Edit, ParseOptions } from '../../../src/model/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws, type LawFile } from '../support/laws.js';
import { readCsv } from './read.js';

const table = `keys,en,de,_notes
HELLO,Hello!,Hallo!,on the first page
LONG,"One, two
and three","Eins, ""zwei""",

BYE,Bye,,
`;

const fixtures: readonly LawFile[] = [
  { name: 'table', text: table, options: { locale: 'de' } },
  { name: 'crlf', text: table.replaceAll('\n', '\r\n'), options: { locale: 'en' } },
  { name: 'bom and tabs', text: '\ufeffid\ten\na\tOne\nb\tTwo\n', options: { locale: 'en' } },
  { name: 'no header', text: '"a b","One"\n"c","Two"' },
  { name: 'semicolons', text: 'a;One\nb;Two\n' },
];
const localeOf = (name: string, text: string): ParseOptions => ({
  locale: text.includes('en_US') ? 'en_US' : (/_([a-z]{2})\.csv$/.exec(name)?.[1] ?? 'en'),
});
const { files, refused } = corpusFiles(csv, localeOf);

describeLaws({
  codec: csv,
  files: [...fixtures, ...files],
  read: readCsv,
  // New targets are made of files of one locale alone.
  derive: false,
});

describe('a table with a column for each locale', () => {
  const edited = (text: string, edits: readonly Edit[], locale = 'fr'): string => {
    const source = csv.parse(text, { role: 'source', locale: 'en' });
    return csv.edit(csv.parse(text, { role: 'target', locale, source }), edits);
  };
  const set = (key: string, text: string): Edit => ({ op: 'set', key: [key], text });

  it('gives the texts of one locale, and notes', () => {
    const { units } = csv.parse(table, { role: 'target', locale: 'de' });
    expect(units.map(({ key, text, note }) => [key[0], text, note])).toEqual([
      ['HELLO', 'Hallo!', 'on the first page'],
      ['LONG', 'Eins, "zwei"', undefined],
      ['BYE', '', undefined],
    ]);
  });
  it('gets a column behind the last for a locale that has none, in every row', () => {
    expect(edited('keys,en\nA,One\n\nB,Two\nC,Three\n', [set('A', 'Un'), set('C', 'a,b')])).toBe(
      'keys,en,fr\nA,One,Un\n\nB,Two,\nC,Three,"a,b"\n',
    );
  });
  it('leaves rows alone that do not have all cells: comments, headings, what was cut short', () => {
    const table = 'key,en,notes\n# menu,of the app\nMENU\nA,One\nB,Two,second\n';
    expect(edited(table, [set('B', 'Deux')])).toBe(
      'key,en,notes,fr\n# menu,of the app\nMENU\nA,One\nB,Two,second,Deux\n',
    );
    expect(edited(table, [set('A', 'Un')])).toBe(
      'key,en,notes,fr\n# menu,of the app\nMENU\nA,One,,Un\nB,Two,second,\n',
    );
  });
  it('finds locales in names such as those of Unity, and names a new column alike', () => {
    const unity = 'Key,Id,English(en),"Chinese (Simplified)(zh-Hans)"\nA,1,One,\n';
    expect(edited(unity, [set('A', 'Yi')], 'zh-Hans')).toBe(unity.replace(',One,', ',One,Yi'));
    expect(edited(unity, [set('A', 'Un')])).toBe(
      'Key,Id,English(en),"Chinese (Simplified)(zh-Hans)",French(fr)\nA,1,One,,Un\n',
    );
  });
  it.each([
    [
      'keys,en,de,DE\na,1,2,3\n',
      ['1:12 The columns "de" and "DE" are for the same locale; the first one is used.'],
    ],
    ['keys,en,de,de_AT\na,1,2,3\n', []],
  ])('%j has a column for each locale once, or a warning', (text, expected) => {
    const { problems } = csv.parse(text, { locale: 'de' });
    expect(problems.map(({ line, column, message }) => `${line}:${column} ${message}`)).toEqual(
      expected,
    );
  });
  it.each([
    ['"A","a"\n"B\n  more","bé\n"C","c"\n  mehr"\n"D","d"\n', ['3:9']],
    ['"A","a\n"B","b"\n', ['1:5']],
    ['"A","a\nb"\n"B","5"" disk"\n"C","the ""end"""\n', []],
    ['"A","x" or "y"\n"B",5" disk\n', []],
  ])('%j has a warning where a quote closes in another cell: %j', (text, places) => {
    const { problems } = csv.parse(text, { locale: 'de' });
    expect(problems.map(({ line, column }) => `${line}:${column}`)).toEqual(places);
  });
  it('leaves a text alone whose quote closes in another cell', () => {
    const text = '"A","a\n"B","b"\n';
    expect(() => csv.edit(csv.parse(text), [set('A', 'ä')])).toThrow('closes in another cell');
  });
  it('fills rows that end too early', () => {
    expect(edited('keys,en,de,fr\nA,One\n', [set('A', 'Un')])).toBe('keys,en,de,fr\nA,One,,Un\n');
  });
  it('quotes what would separate cells otherwise, where no header says what does', () => {
    const edits = [set('a', ','), set('b', 'x;y')];
    const text = csv.edit(csv.parse('a;One\nb;Two\n'), edits);
    expect(text).toBe('a;","\nb;"x;y"\n');
    expect(csv.parse(text).units.map((unit) => unit.text)).toEqual([',', 'x;y']);
  });
  it('quotes no quotes where the file does not', () => {
    expect(edited('key\ten\tfr\nA\tThe "one"\t\n', [set('A', 'L’"un"')])).toBe(
      'key\ten\tfr\nA\tThe "one"\tL’"un"\n',
    );
  });
  it('has no text where a cell has blanks alone, unless they are in quotes', () => {
    const blank = 'key,en,fr\nA,One,  \nB, ,x\nC,Two,"  "\n';
    const texts = (locale: string): string[] =>
      csv.parse(blank, { role: 'target', locale }).units.map((unit) => unit.text);
    expect(texts('fr')).toEqual(['', 'x', '  ']);
    expect(texts('en')).toEqual(['One', '', 'Two']);
    expect(edited(blank, [set('A', 'Un')])).toBe(blank.replace('One,  ', 'One,Un'));
  });
  it('quotes as the row does', () => {
    expect(edited('"","en","fr"\r\n"A","One",""\r\n', [set('A', 'Un')])).toBe(
      '"","en","fr"\r\n"A","One","Un"\r\n',
    );
  });
  it('without a column for its source is refused with the columns that it has', () => {
    expect(() =>
      csv.parse('key,de,fr\na,b,c\n', { role: 'source', locale: 'en', file: 'f' }),
    ).toThrow('f:1:1: no column for "en"; the columns in the first row are "key", "de", "fr".');
  });
});

describe('key, source and target', () => {
  const text = 'id,source,target\na,One,Eins\nb,Two,\n';
  const source = csv.parse('id,source,target\na,Uno,\nc,"Three, 3",\n', { role: 'source' });
  const [a, c] = source.units.map((unit) => ({ document: source, unit }));
  const parseTarget = (of: string): Document =>
    csv.parse(of, { role: 'target', locale: 'de', source });

  it('a new file keeps the source texts, and gets its own in the other column', () => {
    const edits = [
      { op: 'set', key: ['a'], text: 'Eins', from: a! } as const,
      { op: 'set', key: ['c'], text: 'Drei', from: c! } as const,
    ];
    expect(csv.derive(source, edits, { locale: 'de', language: 'de' })).toBe(
      'id,source,target\na,Uno,Eins\nc,"Three, 3",Drei\n',
    );
  });
  it('a row gets the source text of today, even where its own text stays', () => {
    const target = parseTarget(text);
    expect(target.units.map((unit) => unit.source)).toEqual(['One', 'Two']);
    const edits = [
      { op: 'set', key: ['a'], text: 'Eins', from: a! } as const,
      { op: 'insert', key: ['c'], text: 'Drei', after: ['a'], from: c! } as const,
    ];
    expect(csv.edit(target, edits)).toBe(
      'id,source,target\na,Uno,Eins\nc,"Three, 3",Drei\nb,Two,\n',
    );
  });
  it('without a column of keys goes by the source texts', () => {
    const pairs = csv.parse('target,source\n,One\n', { role: 'source' });
    expect(pairs.units).toMatchObject([{ key: ['One'], text: 'One' }]);
    const edit = { op: 'set', key: ['One'], text: 'Eins' } as const;
    expect(csv.derive(pairs, [edit], { locale: 'de', language: 'de' })).toBe(
      'target,source\nEins,One\n',
    );
  });
  it.each([
    ['source', ['One', 'Two']],
    ['target', ['Eins', '']],
  ] as const)('as a %s', (role, texts) => {
    expect(csv.parse(text, { role, locale: 'de' }).units.map((unit) => unit.text)).toEqual(texts);
  });
});

it.each(['key,text\n', 'Id;Value\n', 'KEY\tMessage\tcontext\n'])(
  '%j names the columns of a file for each locale',
  (head) => {
    const delimiter = /[,;\t]/.exec(head)?.[0] ?? '';
    const text = `${head}a${delimiter}One\n`;
    expect(csv.parse(text).units).toMatchObject([{ key: ['a'], text: 'One' }]);
    const set: Edit = { op: 'set', key: ['a'], text: 'Eins' };
    expect(csv.derive(csv.parse(text), [set], { locale: 'de', language: 'de' })).toBe(
      `${head}a${delimiter}Eins\n`,
    );
  },
);

it.each([
  ['key;text\r\na;One\r\n', 'key;text\na;Eins\n'],
  ['"id"\t"en"\n"a"\t"One"\n', '"id"\t"de"\na\tEins\n'],
  ['a;One\n', 'a;Eins\n'],
])('an empty target gets the first row and the delimiter of %j', (text, expected) => {
  const source = csv.parse(text, { role: 'source', locale: 'en' });
  const target = csv.parse('', { role: 'target', locale: 'de', source });
  const edit: Edit = { op: 'insert', key: ['a'], text: 'Eins', after: null };
  expect(csv.edit(target, [edit])).toBe(expected);
  const again = csv.parse(expected, { role: 'target', locale: 'de', source });
  expect(again.units).toMatchObject([{ key: ['a'], text: 'Eins' }]);
});

it.each([
  ['\ufeffsep=;\r\nkey;en;de\r\na;x,y;\r\n', '\ufeffsep=;\r\nkey;en;de\r\na;x,y;Eins\r\n'],
  ['sep=,\nkey,en\na,One\n', 'sep=,\nkey,en,de\na,One,Eins\n'],
  ['key|en|de\na|One|\n', 'key|en|de\na|One|Eins\n'],
])('%j says what separates its cells', (text, expected) => {
  const source = csv.parse(text, { role: 'source', locale: 'en' });
  const target = csv.parse(text, { role: 'target', locale: 'de', source });
  expect(csv.edit(target, [{ op: 'set', key: ['a'], text: 'Eins' }])).toBe(expected);
});

describe('csv', () => {
  it('of the corpora is all read', () => {
    expect(refused.map(({ name, error }) => `${name}: ${error.message}`)).toEqual([]);
  });
  it.each([
    ['a,"b\nc', '1:3'],
    ['a,b\n"c', '2:1'],
  ])('%j is refused at %s', (text, place) => {
    expect(() => csv.parse(text, { file: 'f' })).toThrow(`f:${place}: a quote that never closes`);
  });
  it('reads __proto__, and nothing in an empty file', () => {
    expect(csv.parse('__proto__,x\n').units).toMatchObject([{ key: ['__proto__'], text: 'x' }]);
    expect(csv.parse('').units).toEqual([]);
  });
});
