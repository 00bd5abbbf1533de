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
  it('duplicate keys are a warning with both lines, and the last counts', () => {
    const { units, problems } = properties.parse('a=1\nb=2\na=3\n', { file: 'f' });
    expect(units.map(({ text }) => text)).toEqual(['2', '3']);
    expect(problems).toMatchObject([
      {
        code: 'duplicate-key',
        line: 3,
        message: '"a" is in line 1 and in line 3; the last one counts.',
      },
    ]);
  });
});
