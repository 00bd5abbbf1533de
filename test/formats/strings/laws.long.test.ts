import { describe, expect, it } from 'vitest';
import { decode, encode } from '../../../src/formats/public.js';
import { strings } from '../../../src/formats/strings/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws, type LawFile } from '../support/laws.js';
import { readPlistStrings } from '../support/plist-reader.js';
import { readStrings } from './read.js';

const sample = `/*
  Localizable.strings
  Shop
*/

/* Title of the first page */
"title" = "Hello, %@!";

// how many of them
"count" = "%1$ld of %2$ld \\"items\\"\\n"; // shown below
bare.key = word;
"only a key";

'single' = 'it\\'s';
"over lines"
    =
    "one
two";
"tight"="a";"beside" = "b\\U00e9";
`;

const fixtures: readonly LawFile[] = [
  { name: 'sample', text: sample },
  { name: 'crlf and bom', text: `\ufeff${sample.replaceAll('\n', '\r\n')}` },
  { name: 'lone carriage returns', text: sample.replaceAll('\n', '\r') },
  { name: 'no last line end', text: '"a" = "1";\n"b" = "2";' },
  { name: 'in braces', text: '{\n\t"a" = "1";\n\t"b" = "2";\n}\n' },
];
const xml = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
	<key>a</key>
	<string>1 &amp; &lt;2&gt;</string>
	<!-- a note -->
	<key>b</key>
	<string/>
</dict>
</plist>
`;
const { files, refused } = corpusFiles(strings);

describeLaws({
  codec: strings,
  files: [...fixtures, ...files],
  read: readStrings,
  // A key that stands there again is removed at both places.
  movable: ({ key }, { problems }) => !problems.some((one) => one.key === key.join('.')),
});

describe('a property list in XML under the same ending', () => {
  const lists = [
    { name: 'lines', text: xml },
    { name: 'one line', text: xml.replace(/\s*\n\s*/g, '') },
  ];
  describeLaws({ codec: strings, files: lists, read: readPlistStrings });
});

describe('strings', () => {
  it('of the corpora are all read, but a binary property list', () => {
    expect(refused.map(({ error }) => error.detail)).toEqual(
      refused.map(() => expect.stringContaining('plutil') as string),
    );
    expect(refused.length).toBeLessThan(2);
  });
  it('comments above a pair and beside it are its note', () => {
    const { units } = strings.parse(sample);
    expect(units.map(({ key, text, note }) => [key[0], text, note])).toEqual([
      ['title', 'Hello, %@!', 'Title of the first page'],
      ['count', '%1$ld of %2$ld "items"\n', 'how many of them\nshown below'],
      ['bare.key', 'word', undefined],
      ['only a key', 'only a key', undefined],
      ['single', "it's", undefined],
      ['over lines', 'one\ntwo', undefined],
      ['tight', 'a', undefined],
      ['beside', 'b\u00e9', undefined],
    ]);
  });
  it.each([
    ['/* No comment provided by engineer. */\n"a" = "b";', undefined],
    ['// "old" = "text";\n"a" = "b";', undefined],
    ['/* of the file */\n\n"a" = "b";', undefined],
    ['/*\n * two\n * lines\n */\n"a" = "b";', 'two\nlines'],
    ['"z" = ""; // of z\n"a" = "b";', undefined],
  ])('%j has this note: %j', (text, note) => {
    expect(strings.parse(text).units.at(-1)?.note).toBe(note);
  });
  it.each([
    ['"\\U00e9 \\u00e9 \\351 \\141"', 'é é Ø a'],
    [`"\\a\\b\\f\\v\\t\\r\\q\\'"`, "\x07\b\f\v\t\rq'"],
    [`'say "no"'`, 'say "no"'],
    ['$word/with:signs-1.0', '$word/with:signs-1.0'],
  ])('%s is the text %j', (raw, text) => {
    expect(strings.parse(`a = ${raw};`).units[0]?.text).toBe(text);
  });
  it('new pairs look as their neighbours', () => {
    const source = strings.parse('/* Note */\n"x" = "X";\n');
    const from = { document: source, unit: source.units[0]! };
    const apart = strings.parse(
      '/* a */\n"a" = "1";\n\n/* b */\n"b" = "2";\n\n/* c */\n"c"="3";\n',
    );
    const edit = { op: 'insert', key: ['x'], text: 'say "x"', after: ['b'], from } as const;
    const text = strings.edit(apart, [edit]);
    expect(text.split('"2";\n')[1]).toBe(
      '\n/* Note */\n"x" = "say \\"x\\"";\n\n/* c */\n"c"="3";\n',
    );
    expect(strings.edit(strings.parse(text), [{ op: 'remove', key: ['x'] }])).toBe(apart.text);
    const two = strings.parse('/* File: a.m:1 */\n/* Note */\n"x" = "X";\n');
    const other = { document: two, unit: two.units[0]! };
    expect(strings.edit(apart, [{ ...edit, from: other }]).split('"2";\n')[1]).toBe(
      '\n/* File: a.m:1 */\n/* Note */\n"x" = "say \\"x\\"";\n\n/* c */\n"c"="3";\n',
    );
    const small = strings.parse('"a"="\\u00e9";\n"b"="2";\n');
    expect(strings.edit(small, [{ ...edit, text: 'ü' }])).toBe(`${small.text}"x"="\\u00fc";\n`);
    const tight = strings.parse('  "a"="\\U00e9";\n  "b"="2";\n');
    expect(strings.edit(tight, [{ ...edit, text: 'ü' }])).toBe(`${tight.text}  "x"="\\U00fc";\n`);
  });
  it.each([
    '<plist version="1.0">\n<dict/>\n</plist>\n',
    '<plist version="1.0">\n<dict />\n</plist>\n',
  ])('a property list without pairs has room for several: %j', (text) => {
    const edits = [
      { op: 'insert', key: ['a'], text: 'A', after: null },
      { op: 'insert', key: ['b'], text: 'B & C', after: ['a'] },
    ] as const;
    const pairs =
      '\t<key>a</key>\n\t<string>A</string>\n\t<key>b</key>\n\t<string>B &amp; C</string>\n';
    expect(strings.edit(strings.parse(text), edits)).toBe(
      `<plist version="1.0">\n<dict>\n${pairs}</dict>\n</plist>\n`,
    );
  });
  it.each([
    ['"a"', '1:4: expected ";" after the key, or "=", found the end of the file'],
    ['"a" = "x"\n"b" = "y";', '2:1: expected ";" after the value, found'],
    ['"a = "b";', '1:7: expected ";" after the key'],
    ['"a" = (x);', '1:7: expected a text for "a": lists and data are not supported'],
    ['"a" = ;', '1:7: expected a text in quotes, found ";"'],
    ['/* x', '1:1: the comment that starts here is never closed'],
    ['"a" = "x', '1:7: the text that starts here is never closed'],
    ['"a" = "\\U12";', '1:8: a \\U without four hexadecimal digits'],
    ['{ a = b;', '1:9: expected a key-value pair or "}"'],
    ['{"a":"b"}', '1:5: expected ";" after the key, or "=", found ":"'],
    ['<plist><dict><key>a</key><integer>1</integer></dict></plist>', '1:26: expected a <string>'],
    ['<plist><array/></plist>', '1:8: expected a <string>'],
  ])('%j is refused at %s', (text, message) => {
    expect(() => strings.parse(text, { file: 'f' })).toThrow(`f:${message}`);
  });
  it('a binary property list is refused with what to do', () => {
    const bytes = Buffer.from('bplist00\xd1\x01\x02', 'latin1');
    expect(() => decode(bytes, 'a.strings')).toThrow('plutil -convert xml1');
  });
  it('UTF-16 with and without BOM is read and written back', () => {
    for (const bom of ['', '\ufeff']) {
      const bytes = encode(`${bom}"a" = "ü";\n`, 'utf-16be');
      const { text, encoding } = decode(bytes, 'a.strings');
      const edited = strings.edit(strings.parse(text), [{ op: 'set', key: ['a'], text: 'ł' }]);
      expect(decode(encode(edited, encoding), 'a.strings').text).toBe(`${bom}"a" = "ł";\n`);
    }
  });
});
