import { describe, expect, it } from 'vitest';
import { android } from '../../../src/formats/android/index.js';
import { EditError, keyId, type Edit, type Unit } from '../../../src/model/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws } from '../support/laws.js';
import { fixtures, sample } from './fixtures.js';
import { readAndroid } from './read.js';

const { files, refused } = corpusFiles(android);
const isItem = (unit: Unit): boolean => /^\d+$/.test(unit.key.at(-1) ?? '');

describeLaws({
  codec: android,
  files: [...fixtures, ...files],
  read: readAndroid,
  // A new target has texts alone: see below.
  derive: false,
  // Items of an array go by their place.
  movable: (unit) => !isItem(unit),
});

const parse = (text: string) => android.parse(text, { file: 'f' });
const inFile = (lines: string): string => `<resources>\n${lines}</resources>\n`;

describe('android', () => {
  it('of the corpora are all read, but those that are no resources', () => {
    expect(refused.map(({ name, error }) => `${name} ${error.message}`)).toEqual([]);
  });
  it('texts are what people see, with tags', () => {
    const { units } = parse(sample);
    expect(Object.fromEntries(units.map((unit) => [unit.key.join('.'), unit.text]))).toEqual({
      hello: 'Hello, <xliff:g id="name" example="Ann">%1$s</xliff:g>!',
      quoted: '  two  spaces ',
      escapes: 'It\'s "here"\nand\tthere é & <b>there</b> @ \u00a0',
      lines: 'a text over two lines',
      bold: '<b>Bold</b> and <a href="https://example.com/?a=1&amp;b=2">link</a>',
      html: "<b>Bold</b> & it's <i>it</i>",
      percent: '%d of %d',
      at: '@home',
      empty: '',
      closed: '',
      'device.tablet': 'Your tablet',
      'device.default': 'Your phone',
      'files.one': '%d file',
      'files.other': '%d files',
      'days.0': 'Monday',
      'days.1': '@string/tuesday',
      'days.2': 'Wednesday',
    });
    const byKey = new Map(units.map((unit) => [keyId(unit.key), unit]));
    expect(byKey.get('hello')?.note).toBe('Shown when\nthe app starts');
    expect(byKey.get('files\u0000one')).toMatchObject({
      plural: 'one',
      note: 'How many files\nbehind',
    });
    expect(byKey.get('days\u00001')?.translate).toBe(false);
  });
  it.each([
    ['a', "It's", "It\\'s"],
    ['a', 'say "x"', 'say \\"x\\"'],
    ['a', '@home', '\\@home'],
    ['a', '?', '\\?'],
    ['a', ' a  b', '" a  b"'],
    ['a', 'a\nb\tc\\d', 'a\\nb\\tc\\\\d'],
    ['a', '<b>x</b> & y ]]>', '&lt;b>x&lt;/b> &amp; y ]]&gt;'],
    ['a', '\u0007', '\\u0007'],
    ['b', '<b>x</b> & <i>y</i>', '<b>x</b> &amp; &lt;i>y&lt;/i>'],
    ['c', "<b>it's</b> ]]>", "<![CDATA[<b>it\\'s</b> ]]]]><![CDATA[>]]>"],
    ['d', "it's", '"it\\\'s"'],
    ['f', '<a href="y">"it"</a>', '<![CDATA[<a href="y">\\"it\\"</a>]]>'],
    ['g', '<a href="y">"it"</a>', '&lt;a href="y">\\"it\\"&lt;/a>'],
    ['e', 'a\u00a0…b…', 'a\u00a0&#8230;b&#8230;'],
  ])('in %s, %j is written %s', (name, text, written) => {
    const values = {
      a: 'x',
      b: '<b>bold</b> one',
      c: '<![CDATA[<b>x</b>]]>',
      d: '"in quotes"',
      e: 'and so on&#8230;',
      f: '<![CDATA[<a href="x">it</a>]]>',
      g: '&lt;a href="x">it&lt;/a>',
    };
    const lines = Object.entries(values).map(
      ([key, value]) => `<string name="${key}">${value}</string>\n`,
    );
    const after = android.edit(parse(inFile(lines.join(''))), [{ op: 'set', key: [name], text }]);
    expect(after).toContain(`<string name="${name}">${written}</string>`);
  });
  it('elements that do not close are refused', () => {
    const document = parse(inFile('<string name="a"><b>x</b></string>\n'));
    for (const text of ['<b>x', 'x</b>'])
      expect(() => android.edit(document, [{ op: 'set', key: ['a'], text }])).toThrow(EditError);
  });
  it('a new target has texts alone', () => {
    const document = parse(sample);
    const [hello, ...others] = document.units;
    const target = android.derive(
      document,
      [
        { op: 'set', key: hello!.key, text: hello!.text.replace('Hello', 'Hallo') },
        ...others
          .filter(({ key }) => key[0] !== 'files')
          .map(({ key }) => ({ op: 'remove' as const, key })),
        { op: 'set', key: ['files', 'one'], text: '%d plik' },
        { op: 'set', key: ['files', 'other'], text: '%d pliku' },
        ...(['few', 'many'] as const).map((form, at) => ({
          ...{ op: 'insert' as const, key: ['files', form], text: `%d plik${at}` },
          after: ['files', at === 0 ? 'one' : 'few'],
          from: { document, unit: others.find(({ plural }) => plural === 'other')! },
        })),
      ],
      { locale: 'pl', language: 'pl' },
    );
    expect(target).toBe(`<?xml version="1.0" encoding="utf-8"?>
<!-- Licence -->
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2" xmlns:tools="http://schemas.android.com/tools">
    <!-- Shown when
         the app starts -->
    <string name="hello">Hallo, <xliff:g id="name" example="Ann">%1$s</xliff:g>!</string>
    <eat-comment/>

    <!-- How many files -->
    <plurals name="files">
        <item quantity="one">%d plik</item> <!-- behind -->
        <item quantity="few">%d plik0</item>
        <item quantity="many">%d plik1</item>
        <item quantity="other">%d pliku</item>
    </plurals>
</resources>
`);
  });
  it('new resources stand beside their neighbours, with the attributes of the source', () => {
    const source = parse(sample);
    const target = parse(inFile('    <string name="hello" msgid="1">"Hallo"</string>\n'));
    const units = new Map(source.units.map((unit) => [unit.key.join('.'), unit]));
    const keys = ['bold', 'percent', 'device.tablet', 'files.one', 'files.other', 'days.0'];
    const text = android.edit(
      target,
      keys.map((name, at) => {
        const unit = units.get(name)!;
        const after = at === 0 ? ['hello'] : units.get(keys[at - 1]!)!.key;
        const from = { document: source, unit };
        return { op: 'insert', key: unit.key, text: unit.text, after, from };
      }),
    );
    expect(text).toBe(
      inFile(`    <string name="hello" msgid="1">"Hallo"</string>
    <string name="bold">"<b>Bold</b> and <a href="https://example.com/?a=1&amp;b=2">link</a>"</string>
    <string name="percent" formatted="false">"%d of %d"</string>
    <string name="device" product="tablet">"Your tablet"</string>
    <plurals name="files">
        <item quantity="one">"%d file"</item>
        <item quantity="other">"%d files"</item>
    </plurals>
    <string-array name="days">
        <item>"Monday"</item>
    </string-array>
`),
    );
  });
  it('a reference that moves to the place of a text stays a reference', () => {
    const list = (...items: string[]): string =>
      inFile(
        `<string-array name="a">${items.map((item) => `<item>${item}</item>`).join('')}</string-array>\n`,
      );
    const source = parse(list('New', 'One', '@string/x'));
    const target = parse(list('Eins', '@string/x'));
    const edits = source.units.map((unit, at): Edit => ({
      ...(at < 2 ? { op: 'set' } : { op: 'insert', after: ['a', '1'] }),
      key: unit.key,
      text: ['Neu', 'Eins', '@string/x'][at] ?? '',
      from: { document: source, unit },
    }));
    expect(android.edit(target, edits)).toBe(list('Neu', 'Eins', '@string/x'));
  });
  it.each([
    ['<plurals name="a"><item quantity="one">x</item></plurals>', ['a', 'one'], ['a', 'other']],
    ['<string name="a">x</string><string name="c">x</string>', ['a'], ['b']],
  ])('what is in one line stays there: %s', (lines, after, key) => {
    const document = parse(inFile(lines));
    const source = parse(inFile(lines.replace('"one"', '"other"').replace('name="c"', 'name="b"')));
    const unit = source.units.find((one) => one.key.join() === key.join())!;
    const from = { document: source, unit };
    const text = android.edit(document, [{ op: 'insert', key, text: 'New', after, from }]);
    expect(text.split('\n')).toHaveLength(document.text.split('\n').length);
    const added = parse(text).units.map((unit) => unit.text);
    expect(added).toContain('New');
    expect(added).toHaveLength(document.units.length + 1);
  });
  it.each([
    ['before', '    <!-- c -->\n    x <string name="c">C</string>\n', ''],
    ['behind', '    <string name="c">C</string>\n', '.'],
  ])('a stray text %s a string leaves a new one its own line', (_, rest, stray) => {
    const first = '    <string name="a">A</string>';
    const text = inFile(`${first}${stray}\n${rest}`);
    const insert = { op: 'insert', key: ['b'], text: 'B', after: ['a'] } as const;
    const added = '\n    <string name="b">B</string>';
    expect(android.edit(parse(text), [insert])).toBe(inFile(`${first}${added}${stray}\n${rest}`));
  });
  it('a product, and plurals of the same name, stand beside a string', () => {
    const device = '<string name="a">Phone</string>\n';
    const product = '<string name="a" product="tablet">Tablet</string>\n';
    const plurals = '<plurals name="a">\n    <item quantity="other">x</item>\n</plurals>\n';
    const source = parse(inFile(device + product + plurals));
    const edits = source.units.slice(1).map((unit, at) => {
      const after = source.units[at]!.key;
      const from = { document: source, unit };
      return { op: 'insert' as const, key: unit.key, text: unit.text, after, from };
    });
    expect(android.edit(parse(inFile(device)), edits)).toBe(source.text);
  });
  it.each([
    '<resources></resources>',
    '<resources />',
    '<resources/>',
    '<resources>\n</resources>',
  ])('several come at once into %j', (empty) => {
    const source = parse(
      '<resources>\n    <string name="a">A</string>\n    <string name="b">B</string>\n    <plurals name="c">\n        <item quantity="other">C</item>\n    </plurals>\n</resources>\n',
    );
    const edits = source.units.map((unit): Edit => {
      const from = { document: source, unit };
      return { op: 'insert', key: unit.key, text: unit.text, after: null, from };
    });
    expect(android.edit(parse(`${empty}\n`), edits)).toBe(source.text);
  });
  it('a prefix that the file does not know comes along', () => {
    const source = parse(sample);
    const from = { document: source, unit: source.units[0]! };
    const edit = { op: 'insert', key: ['hello'], text: from.unit.text, after: null, from } as const;
    for (const empty of ['<resources></resources>\n', '<resources />\n'])
      expect(android.edit(parse(empty), [edit])).toBe(
        `<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\n    <string name="hello">${from.unit.text}</string>\n</resources>\n`,
      );
  });
  it.each([
    ['<resource/>', /^f:1:1: <resource>; an Android resource file must begin with <resources>/],
    ['', /^f:1:1: no element; an Android resource file must begin with <resources>/],
    ['<resources>', /^f:1:1: <resources> is never closed/],
    ['<resources><string name="a">x & y</string></resources>', /^f:1:31: "&" alone/],
    ['<resources><string name="a">&nbsp;</string></resources>', /^f:1:29: &nbsp; is not declared/],
    ['<resources><string name="a">\\u12</string></resources>', /^f:1:29: a \\u without four/],
    [
      '<!DOCTYPE resources [<!ENTITY a "x"><!ENTITY b "&b;">]><resources/>',
      /^f:1:1: the entity b refers to itself/,
    ],
  ])('%j is refused', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
  it('names of objects are names like others', () => {
    const { units } = parse(inFile('<string name="__proto__">a</string>\n'));
    expect(units[0]?.key).toEqual(['__proto__']);
  });
});
