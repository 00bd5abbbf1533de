import { describe, expect, it } from 'vitest';
import { EditError, formats } from '../../src/formats/public.js';
import type { Document, Edit } from '../../src/model/index.js';

type Name = keyof typeof formats;

const parse = (format: Name, text: string): Document => formats[format].parse(text);
const edit = (format: Name, text: string, ...edits: Edit[]): string =>
  formats[format].edit(parse(format, text), edits);
const insert = (key: string, after: string | null): Edit => ({
  ...{ op: 'insert', key: [key], text: 'N', after: after === null ? null : [after] },
});
const insertAt = (key: string[], after: string[]): Edit => ({
  op: 'insert',
  key,
  text: 'N',
  after,
});
const remove = (...key: string[]): Edit => ({ op: 'remove', key });

/** What is inserted and removed again was never there. Every one was found by `npm run fuzz`. */
describe('a new value', () => {
  it.each<[Name, string, string, string]>([
    ['json5', "{\n  a: 'x', b: 'y',\n}\n", 'a', "{\n  a: 'x', n: 'N', b: 'y',\n}\n"],
    ['json5', "{\n  a: 'x', }\n", 'a', "{\n  a: 'x', n: 'N',}\n"],
    ['strings', '{ "a" = "1"; }\n', 'a', '{ "a" = "1"; "n" = "N"; }\n'],
    ['strings', '"a"="1";"b"="2";\n', 'a', '"a"="1";"n"="N"; "b"="2";\n'],
    [
      'strings',
      '<plist><dict><key>a</key><string>b</string></dict></plist>\n',
      'a',
      '<plist><dict><key>a</key><string>b</string><key>n</key><string>N</string></dict></plist>\n',
    ],
    [
      'resx',
      '<root><data name="a"><value>A</value></data></root>\n',
      'a',
      '<root><data name="a"><value>A</value></data><data name="n" xml:space="preserve"><value>N</value></data></root>\n',
    ],
  ])('of %s stands in the line of its neighbours: %j', (format, text, after, more) => {
    expect(edit(format, text, insert('n', after))).toBe(more);
    expect(edit(format, more, remove('n'))).toBe(text);
  });
  it.each<[Name, string, string?]>([
    ['properties', '# Licence\n', '# Licence\n\nn=N\n'],
    ['properties', '# Licence', '# Licence\n\nn=N'],
    ['strings', '/* Licence */\n', '/* Licence */\n\n"n" = "N";\n'],
    ['fluent', '# Licence\n', '# Licence\n\nn = N\n'],
    ['toml', '# Licence\n', '# Licence\n\nn = "N"\n'],
    ['android', '<resources>\n  <!-- Licence -->\n</resources>\n'],
  ])('of %s does not take the comment above it along: %j', (format, text, expected) => {
    const more = edit(format, text, insert('n', null));
    if (expected !== undefined) expect(more).toBe(expected);
    expect(edit(format, more, remove('n')).replace(/\n\n/g, '\n')).toBe(text);
  });
});

/** Each of two groups may take the blank lines between them. */
it.each<[string, Edit[], string]>([
  [
    'n: P\nt:\n    l: Q\n\nc: x\n',
    [insertAt(['t', 'a'], ['n']), remove('t', 'l'), remove('c')],
    'n: P\nt:\n    a: "N"\n',
  ],
  [
    'a:\n  s: P\n  r:\n    m: P\n\n  q: x\n',
    [
      ...[insertAt(['a', 'r', 'o'], ['a', 's']), insertAt(['a', 'v'], ['a', 'r', 'm'])],
      ...[remove('a', 'r', 'm'), remove('a', 'q')],
    ],
    'a:\n  s: P\n  r:\n    o: "N"\n  v: "N"\n',
  ],
])('yaml: what comes and what goes never meet: %j', (text, edits, expected) => {
  expect(edit('yaml', text, ...edits)).toBe(expected);
});

it.each<[Name, string, Edit[], string]>([
  [
    'properties',
    'a=1\nb=2\nc=3\n',
    [remove('a'), remove('b'), insertAt(['n'], ['a'])],
    'n=N\nc=3\n',
  ],
  [
    'fluent',
    'm = 0\n    .x = 1\nb = 2\nc = 3\n',
    [remove('m', 'x'), remove('b'), insertAt(['n'], ['m'])],
    'm = 0\nn = N\nc = 3\n',
  ],
  [
    'php',
    "<?php\nreturn [\n  'a' => '1',\n  'b' => '2'\n];\n",
    [insertAt(['n'], ['a']), remove('b'), insertAt(['o'], ['b'])],
    "<?php\nreturn [\n  'a' => '1',\n  'n' => 'N',\n  'o' => 'N'\n];\n",
  ],
])('%s: values come beside others that go: %j', (format, text, edits, expected) => {
  expect(edit(format, text, ...edits)).toBe(expected);
});

/** Both belong behind the last line of what is there already. */
it.each<[Name, string, string, string]>([
  [
    'fluent',
    'z =\n    .l = 1\n',
    'z',
    'first = N\nz =\n    .l = 1\n    .new = N\nlast =\n    .new = N\n',
  ],
  [
    'toml',
    '[z]\nl = "1"\n',
    'z',
    '[first]\nnew = "N"\n\n[z]\nl = "1"\nnew = "N"\n\n[last]\nnew = "N"\n',
  ],
])('%s: a new value of what is there stands before what is new as a whole', (...one) => {
  const [format, text, group, expected] = one;
  const first = format === 'fluent' ? ['first'] : ['first', 'new'];
  const added = edit(
    format,
    text,
    { op: 'insert', key: first, text: 'N', after: null },
    { op: 'insert', key: [group, 'new'], text: 'N', after: [group, 'l'] },
    { op: 'insert', key: ['last', 'new'], text: 'N', after: [group, 'new'] },
  );
  expect(added).toBe(expected);
});

describe('blank lines above and below what goes', () => {
  it.each<[Name, string, string]>([
    ['properties', '# c\n\na=1\n\nb=2\n', '# c\n\nb=2\n'],
    ['properties', '# c\r\n\r\na=1\r\n\r\nb=2\r\n', '# c\r\n\r\nb=2\r\n'],
    ['properties', 'b=2\n\na=1\n', 'b=2\n'],
    ['properties', 'a=1\n\n\nb=2\n', 'b=2\n'],
    ['toml', '# c\n\n\n[a]\nother = "1"\n\n[b]\nother = "2"\n', '# c\n\n\n[b]\nother = "2"\n'],
    ['toml', 'a = "1"\n\n[b]\nother = "2"\n', '[b]\nother = "2"\n'],
    // The blank line is the end of a value that goes on.
    ['properties', 'b=2\\\n\na=1\n', 'b=2\\\n\n'],
  ])('of %s become one: %j', (format, text, less) => {
    const key = format === 'toml' && text.includes('[a]') ? ['a', 'other'] : ['a'];
    expect(edit(format, text, remove(...key))).toBe(less);
  });
});

it('comments go with what is below them where lines end in CRLF too', () => {
  const text = "{\n  // of a\n  a: 'x',\n  b: 'y',\n}\n";
  for (const one of [text, text.replaceAll('\n', '\r\n')])
    expect(edit('json5', one, remove('a'))).not.toContain('of a');
});

describe('WebVTT', () => {
  const cue = '00:01.000 --> 00:02.000\nOne.\n';
  it('without cues gets no more blank lines from turn to turn', () => {
    const source = parse('vtt', `WEBVTT\n\n${cue}`);
    const unit = source.units[0]!;
    const none = edit('vtt', source.text, remove(...unit.key));
    expect(none).toBe('WEBVTT\n\n');
    const target = formats.vtt.parse(none, { role: 'target', source });
    const from = { document: source, unit };
    const back: Edit = { op: 'insert', key: unit.key, text: 'One.', after: null, from };
    expect(formats.vtt.edit(target, [back])).toBe(source.text);
  });
  it('keeps a note apart from the cue before it, and notes between cues that all go', () => {
    const text = `WEBVTT\n\n${cue}00:03.000 --> 00:04.000\nTwo.\n\nNOTE end\n`;
    expect(edit('vtt', text, remove('00:03.000'))).toBe(`WEBVTT\n\n${cue}\nNOTE end\n`);
    const both = [remove('00:01.000'), remove('00:03.000')];
    expect(edit('vtt', text, ...both)).toContain('NOTE end');
  });
});

describe('CSV', () => {
  const set = (key: string): Edit => ({ op: 'set', key: [key], text: 'N' });
  it('headings stay headings where a locale gets its column', () => {
    const text = 'keys,en\nHeading\nA,One\n';
    const source = formats.csv.parse(text, { role: 'source', locale: 'en' });
    const target = formats.csv.parse(text, { role: 'target', locale: 'de', source });
    expect(formats.csv.edit(target, [set('A')])).toBe('keys,en,de\nHeading\nA,One,N\n');
  });
  it('an empty cell in quotes keeps them, for blanks stand around it', () => {
    expect(edit('csv', 'k; ""; x\na; ""; y\n', set('a'))).toBe('k; ""; x\na; "N"; y\n');
  });
  it.each([
    ['source,target\nOne,\n', 'is in the key column'],
    ['k,x\n"K,"Tanks" x\nb",y\n', 'a quote in the middle of another cell'],
    ['keys,x,en\nA,"One, two"; "more\n\ned"\n', 'a quote in the middle of another cell'],
  ])('%j: what would be read as something else is refused', (text, message) => {
    const { units } = parse('csv', text);
    const edits = units.map(({ key }): Edit => ({ op: 'set', key, text: 'N' }));
    const refusals = edits.flatMap((one) => {
      try {
        const after = parse('csv', edit('csv', text, one));
        expect(after.units.map(({ key }) => key)).toEqual(units.map(({ key }) => key));
        return [];
      } catch (error) {
        if (!(error instanceof EditError)) throw error;
        return [error.message];
      }
    });
    expect(refusals.join()).toContain(message);
  });
});

it('Qt: a translation with plural forms is not overwritten where its message says none', () => {
  const text =
    '<TS version="2.1" language="de"><context><name>A</name><message><source>s</source><translation><numerusform>x</numerusform></translation></message></context></TS>\n';
  const { units } = formats.qt.parse(text, { role: 'target' });
  expect(() => edit('qt', text, { op: 'set', key: units[0]!.key, text: 'N' })).toThrow(EditError);
});

it('JSON: blank lines before a comma set no new member apart', () => {
  const text = '{\n  "a": "A"\n\n,\n  "c": "C"\n}\n';
  const more = edit('json', text, { op: 'insert', key: ['b'], text: 'B', after: ['a'] });
  expect(more).toBe(text.replace(',\n', ',\n  "b": "B",\n'));
  expect(edit('json', more, { op: 'remove', key: ['b'] })).toBe(text);
});

describe('Fluent, in which a carriage return alone ends no line', () => {
  const remove = (...key: string[]): Edit => ({ op: 'remove', key });
  it('what goes takes no carriage return along, behind which a line would be an attribute', () => {
    const text = 'a = A\n\nb = B\n\r .c = C\n\nd = D\n';
    const less = edit('fluent', text, remove('b'));
    expect(less).toBe('a = A\n\n\r .c = C\n\nd = D\n');
    expect(parse('fluent', less).units.map(({ key }) => key)).toEqual([['a'], ['d']]);
  });
  it('a new attribute leaves no blank line, whatever carriage returns are above', () => {
    const text = 'a\rb = A\nc = C\nd = D\n';
    const insert: Edit = { op: 'insert', key: ['c', 'e'], text: 'E', after: ['c'] };
    const more = edit('fluent', text, insert);
    expect(more).toBe('a\rb = A\nc = C\n    .e = E\nd = D\n');
    expect(edit('fluent', more, remove('c', 'e'))).toBe(text);
  });
  it('a line of them that indents a text is replaced with it', () => {
    const after = edit('fluent', 'a =\n  A\n \r\r\nb = B\n', { op: 'set', key: ['a'], text: 'N' });
    expect(after).toBe('a =\n  N\r\nb = B\n');
  });
  it('a message behind the first of a file is set apart as the others are', () => {
    const insert: Edit = { op: 'insert', key: ['b'], text: 'B', after: ['a'] };
    const text = 'a = A\n\nc = C\n';
    expect(edit('fluent', text, insert)).toBe('a = A\n\nb = B\n\nc = C\n');
    const stray = 'a = A\n---\n\nc = C\n';
    expect(edit('fluent', edit('fluent', stray, insert), remove('b'))).toBe(stray);
  });
});

it('Fluent: a carriage return before a text is replaced with it', () => {
  const text = 'a = b\n    .c =\r    D\n';
  const after = edit('fluent', text, { op: 'set', key: ['a', 'c'], text: 'N' });
  expect(parse('fluent', after).units.at(-1)?.text).toBe('N');
});
