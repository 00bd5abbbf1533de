import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ini } from '../../../src/formats/ini/index.js';
import { EditError, keyId, type Edit } from '../../../src/model/index.js';
import { describeLaws, hostileTexts, type LawFile } from '../support/laws.js';
import { readIni } from './read.js';

const sample = `; Greetings
; of the first page
hello = Hello, %s!
bye: It's over

[menu]
open    = Open
close   = Close it \\n now
; old = Old
wide = one
    two

[menu.help] ; a note
about = About
`;
const joomla = `; Joomla! Project
COM_A="A <a href=\\"x\\">link</a>"
COM_B="Say "_QQ_"yes"_QQ_" now"
COM_C="" ; empty
COM_D="One
two"
`;
const fixtures: readonly LawFile[] = [
  { name: 'sample', text: sample },
  { name: 'crlf and bom', text: `\ufeff${sample.replaceAll('\n', '\r\n')}` },
  { name: 'Joomla', text: joomla },
  { name: 'no last line end', text: '[a]\nb=1\nc=2' },
  { name: 'an indented file', text: '[a]\n\tb = 1\n\tc = 2\n' },
];
/** What fits into a line without quotes. */
const texts = hostileTexts
  .map((text) => text.replace(/[\n\r].*/s, '').trim())
  .filter((text) => !/^["']$/.test(text));

describeLaws({
  codec: ini,
  files: fixtures,
  read: readIni,
  texts,
  arbitrary: fc
    .string({ unit: 'grapheme' })
    .map((text) => text.replace(/["\\\p{Cc}\u2028\u2029]/gu, '').trim()),
});

const parse = (text: string) => ini.parse(text, { file: 'f' });
const set = (text: string, key: readonly string[], value: string): string =>
  ini.edit(parse(text), [{ op: 'set', key, text: value }]);

describe('INI', () => {
  it.each([
    ['a=1', [['a', '1']]],
    ['', []],
    ['; only a comment', []],
    [
      '[__proto__]\nconstructor=b\n__proto__=c',
      [
        ['__proto__\0constructor', 'b'],
        ['__proto__\0__proto__', 'c'],
      ],
    ],
    [
      'a:b=c\nurl: http://x=y\nx:y',
      [
        ['a:b', 'c'],
        ['url', 'http://x=y'],
        ['x', 'y'],
      ],
    ],
    [
      'a="b" and "c"\nd="e" ; f\ng=h ; i',
      [
        ['a', '"b" and "c"'],
        ['d', 'e'],
        ['g', 'h ; i'],
      ],
    ],
    [
      'a = b\n  c\n  d = e\n',
      [
        ['a', 'b\nc'],
        ['d', 'e'],
      ],
    ],
    ['[x] = y', [['[x]', 'y']]],
    [
      'a="open\nb="x"',
      [
        ['a', '"open'],
        ['b', 'x'],
      ],
    ],
    ['a="C:\\\\x\\n\\"y\\\\"', [['a', 'C:\\\\x\\n"y\\']]],
  ])('%j has these texts', (text, expected) => {
    expect(parse(text).units.map((unit) => [keyId(unit.key), unit.text])).toEqual(expected);
  });
  it('a line that is no pair stays and is named', () => {
    const { units, problems } = parse('a=1\nnothing\n[b]\nmore\n');
    expect(units).toHaveLength(1);
    expect(problems).toMatchObject([
      {
        code: 'invalid-unit',
        line: 2,
        message: expect.stringContaining('translated, like 1 more.') as string,
      },
    ]);
  });
  it.each([
    [joomla, ['COM_A'], 'a "b" \\', 'COM_A="a "_QQ_"b"_QQ_" \\\\"'],
    [joomla, ['COM_D'], 'a\nb', 'COM_D="a\nb"'],
    [sample, ['menu', 'wide'], 'a\nb\nc', 'wide = a\n    b\n    c\n'],
  ])('%#: a text is written as the file has them', (text, key, value, expected) => {
    const edited = set(text, key, value);
    expect(edited).toContain(expected);
    expect(parse(edited).units.find((unit) => keyId(unit.key) === keyId(key))?.text).toBe(value);
  });
  it.each(['a\n\nb', ' a', '"a"', 'a\n; b', 'a\nb = c'])(
    '%j does not fit without quotes',
    (value) => {
      expect(() => set(sample, ['hello'], value)).toThrow(EditError);
    },
  );
  it('new pairs and sections come to their places', () => {
    const edits: Edit[] = [
      { op: 'insert', key: ['new', 'b'], text: 'B', after: ['menu', 'wide'] },
      { op: 'insert', key: ['new', 'c'], text: 'C', after: ['new', 'b'] },
      { op: 'insert', key: ['menu', 'last'], text: 'L', after: ['menu', 'wide'] },
      { op: 'insert', key: ['top'], text: 'T', after: ['menu', 'open'] },
    ];
    const expected = sample
      .replace('over\n', 'over\ntop: T\n')
      .replace('    two\n', '    two\nlast = L\n\n[new]\nb = B\nc = C\n');
    expect(ini.edit(parse(sample), edits)).toBe(expected);
    expect(ini.edit(parse(sample), edits.toReversed())).toBe(expected);
    expect(ini.edit(parse(''), edits.map((edit) => ({ ...edit, after: null })) as Edit[])).toBe(
      'top = T\n\n[menu]\nlast = L\n\n[new]\nb = B\nc = C\n',
    );
  });
  it('an empty target has the quotes of its source', () => {
    const target = ini.parse('', { source: parse(joomla) });
    const edit: Edit = { op: 'insert', key: ['X'], text: 'say "x"', after: null };
    expect(ini.edit(target, [edit])).toBe('X="say "_QQ_"x"_QQ_""\n');
  });
});
