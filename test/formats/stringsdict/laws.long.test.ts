import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringsdict } from '../../../src/formats/stringsdict/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws, type LawFile } from '../support/laws.js';
import { readPlistStrings } from '../support/plist-reader.js';
import { sample } from './fixtures.js';

const fixtures: readonly LawFile[] = [
  { name: 'sample', text: sample },
  { name: 'crlf and bom', text: `\ufeff${sample.replaceAll('\n', '\r\n')}` },
  { name: 'lone carriage returns', text: sample.replaceAll('\n', '\r') },
  { name: 'no last line end', text: sample.trimEnd() },
  { name: 'spaces', text: sample.replaceAll('\t', '  ') },
];
const { files, refused } = corpusFiles(stringsdict);

describeLaws({
  codec: stringsdict,
  files: [...fixtures, ...files],
  read: readPlistStrings,
  arbitrary: fc.string({ unit: 'grapheme' }),
  // A dict that loses its last text loses its settings too.
  movable: (unit, { units }) =>
    units.some(
      ({ key }) =>
        key !== unit.key && key.slice(0, -1).join('\0') === unit.key.slice(0, -1).join('\0'),
    ),
});

describe('stringsdict', () => {
  it('of the corpora are all read', () => {
    expect(refused.map(({ name, error }) => [name, error.message])).toEqual([]);
  });
});
