import { load, YAML11_SCHEMA } from 'js-yaml';
import fc from 'fast-check';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { yaml } from '../../../src/formats/yaml/index.js';
import type { Edit } from '../../../src/model/index.js';

/** Sets one key of a file. */
function set(text: string, key: string, value: string): string {
  const edit: Edit = { op: 'set', key: key.split('.'), text: value };
  return yaml.edit(yaml.parse(text), [edit]);
}

describe('the style of a value', () => {
  it('stays plain where the text allows it', () => {
    expect(set('a: Hello\n', 'a', 'Hallo, du: schön #1')).toBe('a: "Hallo, du: schön #1"\n');
    for (const text of [
      'Hallo, Welt!',
      'a:b',
      'x#y',
      '-foo',
      'It\'s "fine"',
      '10 Tage',
      '5 %',
      'Ja',
    ])
      expect(set('a: Hello # c\n', 'a', text)).toBe(`a: ${text} # c\n`);
  });

  it.each([
    ...['yes', 'No', 'ON', 'off', 'y', 'N', 'true', 'NULL', '~', '', '=', '<<'],
    ...[
      '1',
      '-1',
      '1_000',
      '1,000',
      '0o7',
      '0777',
      '0x1F',
      '0b10',
      '1.5',
      '.5',
      '1e3',
      '.inf',
      '.NaN',
    ],
    ...['12:30', '1:20:30.5', '2026-11-21', '2026-11-21T10:00:00Z', '2026-11-21 10:00:00 +1'],
    ...[
      ': x',
      'a: b',
      'a #b',
      'ends:',
      '#a',
      '- a',
      '-',
      '---',
      '? a',
      '[a',
      '{a',
      '*a',
      '&a',
      '!a',
      '%a',
    ],
    ...['|', '> a', '@a', '`a', ' a', 'a ', '"a', "'a", ',a', ':sym'],
  ])('%j is quoted where a plain value stood', (text) => {
    const result = set('a: Hello\n', 'a', text);
    expect(result).toBe(`a: ${JSON.stringify(text)}\n`);
    expect(parse(result, { version: '1.1' })).toEqual({ a: text });
    expect(load(result, { schema: YAML11_SCHEMA })).toEqual({ a: text });
  });

  it('takes the quotes that the file prefers', () => {
    expect(set("a: Hello\nb: 'x'\n", 'a', 'no')).toBe("a: 'no'\nb: 'x'\n");
    expect(set('a: Hello\nb: "x"\n', 'a', 'no')).toBe('a: "no"\nb: "x"\n');
    expect(set("a: Hello\nb: 'x'\n", 'a', "it's: so")).toBe("a: 'it''s: so'\nb: 'x'\n");
  });

  it('keeps single and double quotes, and leaves single ones only for what they cannot hold', () => {
    expect(set("a: 'x'\n", 'a', "it's")).toBe("a: 'it''s'\n");
    expect(set("a: 'x'\n", 'a', 'a\nb')).toBe('a: "a\\nb"\n');
    expect(set('a: "x"\n', 'a', 'say "a\\b"')).toBe('a: "say \\"a\\\\b\\""\n');
  });

  it('keeps a Ruby symbol plain, but makes none', () => {
    expect(set('a: :year\n', 'a', ':month')).toBe('a: :month\n');
    expect(set('a: year\n', 'a', ':month')).toBe('a: ":month"\n');
  });

  it('escapes what the file escapes', () => {
    expect(set('a: "caf\\xE9"\n', 'a', 'é€😀')).toBe('a: "\\xE9\\u20AC\\U0001F600"\n');
    expect(set('a: "caf\\u00e9"\n', 'a', 'ü€😀')).toBe('a: "\\u00fc\\u20ac\\U0001f600"\n');
    expect(set('a: "1\\u20AC"\n', 'a', 'ü€')).toBe('a: "\\xFC\\u20AC"\n');
    expect(set('a: "caf\\xE9 é"\n', 'a', 'é€😀')).toBe('a: "é€😀"\n');
  });

  it('escapes no letters where a file escapes only what nobody would see', () => {
    const nbsp = String.fromCodePoint(0xa0);
    const byHand = 'a: "Wait\\u2026"\nb: >\n  x\n';
    expect(set(byHand, 'b', 'schön\n')).toBe('a: "Wait\\u2026"\nb: >\n  schön\n');
    expect(set(byHand, 'a', 'Schön…')).toBe('a: "Schön\\u2026"\nb: >\n  x\n');
    const file = 'a: "1\\u00A0km"\nb: x\n';
    expect(set(file, 'b', 'schön')).toBe('a: "1\\u00A0km"\nb: schön\n');
    expect(set(file, 'a', `für${nbsp}1`)).toBe('a: "für\\u00A01"\nb: x\n');
    expect(set(file, 'b', `für${nbsp}1`)).toBe('a: "1\\u00A0km"\nb: "für\\u00A01"\n');
    expect(set('a: "\\x07"\nb: x\n', 'b', 'schön')).toBe('a: "\\x07"\nb: schön\n');
  });

  it('quotes flow indicators inside flow collections alone', () => {
    expect(set('a: [x, y]\n', 'a.0', 'b, c')).toBe('a: ["b, c", y]\n');
    expect(set('a: {k: x}\n', 'a.k', 'b}')).toBe('a: {k: "b}"}\n');
    expect(set('a: x\n', 'a', 'b, c}')).toBe('a: b, c}\n');
  });

  it('keeps comments, anchors and tags around the value', () => {
    expect(set('a: &x !!str old # note\nb: *x\n', 'a', 'new')).toBe(
      'a: &x !!str new # note\nb: *x\n',
    );
  });

  it('puts a value behind a key that has none', () => {
    expect(set('a:\nb: x\n', 'a', 'new')).toBe('a: new\nb: x\n');
    expect(set('a: # c\n', 'a', 'new')).toBe('a: new # c\n');
    expect(set('a: ~\n', 'a', 'new')).toBe('a: new\n');
    expect(set('{a: , b: x}', 'a', 'new')).toBe('{a: new , b: x}');
  });

  it('writes long text on one line', () => {
    const long = 'word '.repeat(60).trim();
    expect(set('a: x\n', 'a', long)).toBe(`a: ${long}\n`);
    expect(set('a: >-\n  x\n  y\n', 'a', long)).toBe(`a: >-\n  ${long}\n`);
  });

  it('writes one line where a value stood on several', () => {
    expect(set('a: one\n  two\n\n  three\nb: x\n', 'a', 'neu')).toBe('a: neu\nb: x\n');
    expect(set('a: "one\n  two"\n', 'a', 'neu')).toBe('a: "neu"\n');
  });
});

describe('block scalars', () => {
  it('stay, with their indentation and indicators', () => {
    expect(set('a: |\n    one\n    two\nb: x\n', 'a', 'eins\n\n  zwei\n')).toBe(
      'a: |\n    eins\n\n      zwei\nb: x\n',
    );
    expect(set('a: >-\n  one\n  two\n', 'a', 'eins\nzwei')).toBe('a: >-\n  eins\n\n  zwei\n');
    expect(set('a: |2-\n    one\n', 'a', '  eins')).toBe('a: |2-\n    eins\n');
    expect(set('a: |+\n  one\n\n\nb: x\n', 'a', 'eins\n\n')).toBe('a: |+\n  eins\n\nb: x\n');
    expect(set('a: |\n  one\n\nb: x\n', 'a', 'eins\nzwei\n')).toBe(
      'a: |\n  eins\n  zwei\n\nb: x\n',
    );
    expect(set('a: >\n  one\n\n', 'a', 'eins\n')).toBe('a: >\n  eins\n\n');
    expect(set('a: |\n  one\n\nb: x\n', 'a', 'eins\n\n')).toBe('a: "eins\\n\\n"\n\nb: x\n');
  });

  it('change the chomping where the final line ends of the text ask for it', () => {
    expect(set('a: |\n  one\nb: x\n', 'a', 'eins')).toBe('a: |-\n  eins\nb: x\n');
    expect(set('a: |-\n  one\nb: x\n', 'a', 'eins\n')).toBe('a: |\n  eins\nb: x\n');
    expect(set('a: |-\n  one\nb: x\n', 'a', 'eins\n\n')).toBe('a: |+\n  eins\n\nb: x\n');
  });

  it('take an indentation indicator for text that starts with spaces', () => {
    expect(set('a: |-\n  one\n', 'a', '  eins\nzwei')).toBe('a: |2-\n    eins\n  zwei\n');
  });

  it('become literal where folding would lose spaces', () => {
    expect(set('a: >-\n  one\n', 'a', 'eins\n  zwei')).toBe('a: |-\n  eins\n    zwei\n');
  });

  it('become quoted, and keep the comment of their header, where no block can hold the text', () => {
    expect(set('a: | # c\n  one\nb: "x"\n', 'a', 'a\u0007b')).toBe('a: "a\\x07b" # c\nb: "x"\n');
    expect(set('a: |\n  one\n', 'a', '')).toBe('a: ""\n');
  });

  it('keep CRLF', () => {
    expect(set('a: |\r\n  one\r\nb: x\r\n', 'a', 'eins\nzwei\n')).toBe(
      'a: |\r\n  eins\r\n  zwei\r\nb: x\r\n',
    );
  });
});

const pieces = [
  'a',
  'b ',
  ' ',
  '\n',
  '\t',
  ':',
  '#',
  '-',
  '1',
  '0',
  '.',
  '_',
  'yes',
  '~',
  '"',
  "'",
];
const more = [
  '[',
  ']',
  '{',
  '}',
  ',',
  '|',
  '>',
  '\\',
  'é',
  '%',
  '=',
  'e',
  '\r',
  '\u2028',
  '---',
  '\ufeff',
];
const hostile = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 8 }).map((parts) => parts.join('')),
);

describe('any text', () => {
  const files = [
    'a:\n  b: plain\n  c: end\n',
    "a:\n  b: 'single'\n  c: end\n",
    'a:\n  b: "double"\n  c: end\n',
    'a:\n  b: |\n    literal\n  c: end\n',
    'a:\n  b: >-\n    folded\n  c: end\n',
    'a:\n  b: |2+\n     kept\n\n  c: end\n',
    'a: {b: flow, c: end}\n',
    '{"a":{"b":"json","c":"end"}}',
    'a:\r\n  b: >+\r\n      folded\r\n\r\n  c: end\r\n',
    'a:\n  b:\n  c: end\n',
    'a:\n  c: end\n  b: |-\n    last',
  ];
  it.each(files)('is what every reader sees in %j', (file) => {
    const document = yaml.parse(file);
    const source = yaml.parse('a: text\n');
    const from = { document: source, unit: source.units[0]! };
    fc.assert(
      fc.property(hostile, (text) => {
        const result = yaml.edit(document, [{ op: 'set', key: ['a', 'b'], text, from }]);
        const expected = { a: { b: text, c: 'end' } };
        expect(parse(result)).toEqual(expected);
        expect(parse(result, { version: '1.1' })).toEqual(expected);
        expect(load(result)).toEqual(expected);
        expect(load(result, { schema: YAML11_SCHEMA })).toEqual(expected);
        expect(yaml.parse(result).units.find(({ key }) => key[1] === 'b')?.text).toBe(text);
      }),
      { numRuns: 80 },
    );
  });
});
