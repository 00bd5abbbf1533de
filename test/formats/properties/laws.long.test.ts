import { describe, expect, it } from 'vitest';
import { properties } from '../../../src/formats/properties/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws, type LawFile } from '../support/laws.js';
import { readProperties } from './read.js';

const sample = `# Greetings
# of the first page
hello = Hello, {0}!
bye: It''s over\\: \\
     goodbye

! commented = out
empty=
path=C:\\\\temp
spaced\\ key = v\\u00e9lo
`;

const fixtures: readonly LawFile[] = [
  { name: 'sample', text: sample },
  { name: 'crlf and bom', text: `\ufeff${sample.replaceAll('\n', '\r\n')}` },
  { name: 'lone carriage returns', text: sample.replaceAll('\n', '\r') },
  { name: 'no last line end', text: 'a=1\nb=2' },
  { name: 'tabs', text: '\ta\t1\n\tb\t2\n' },
];
const { files, refused } = corpusFiles(properties);

describeLaws({
  codec: properties,
  files: [...fixtures, ...files],
  read: readProperties,
});

describe('properties', () => {
  it('of the corpora are all read, but those whose escapes Java refuses', () => {
    const names = refused
      .map(({ name }) => name)
      .filter((name) => !/malformed|BadLiteral/.test(name));
    expect(names).toEqual([]);
  });
  it.each([
    ['__proto__=a\nconstructor=b\n', ['__proto__', 'constructor']],
    ['', []],
    ['# only a comment', []],
    ['=empty key\n', ['']],
  ])('%j has these keys', (text, keys) => {
    const { units } = properties.parse(text);
    expect(units.map(({ key }) => key[0])).toEqual(keys);
  });
  it.each([
    ['a=\\u00', '1:3'],
    ['a=1\nb=\\uwxyz\n', '2:3'],
  ])('%j is refused at %s', (text, place) => {
    const parse = (): unknown => properties.parse(text, { file: 'f' });
    expect(parse).toThrow(`f:${place}: a \\u without four hexadecimal digits`);
  });
  it.each([
    ['a=caf\u00e9\n', 'iso-8859-1', 'a=x\n', 'a=\\u00fc\n'],
    ['a=caf\\u00E9\n', 'utf-8', 'a=x\n', 'a=\\u00fc\n'],
    ['a=caf\u00e9\n', 'utf-8', 'a=x\n', 'a=\u00fc\n'],
    ['a=caf\u00e9\n', 'iso-8859-1', '# \u00e4\na=x\n', '# \u00e4\na=\u00fc\n'],
  ] as const)('beside %j in %s, letters of %j are written %j', (text, encoding, own, expected) => {
    const source = properties.parse(text, { encoding });
    const target = properties.parse(own, { role: 'target', source, encoding: 'utf-8' });
    expect(properties.edit(target, [{ op: 'set', key: ['a'], text: '\u00fc' }])).toBe(expected);
  });
  it('duplicate keys are a warning with both lines, and the last counts', () => {
    const { units, problems } = properties.parse('a=1\nb=2\na=3\n', { file: 'f' });
    expect(units.map(({ text }) => text)).toEqual(['2', '3']);
    expect(problems).toMatchObject([
      {
        code: 'duplicate-key',
        line: 3,
        message: '"a" is on line 1 and again on line 3; the last one is used.',
      },
    ]);
  });
});
