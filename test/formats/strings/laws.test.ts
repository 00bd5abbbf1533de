import { describe, expect, it } from 'vitest';
import { strings } from '../../../src/formats/strings/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws, type LawFile } from '../support/laws.js';
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
const { files, refused } = corpusFiles(strings);

describeLaws({
  codec: strings,
  files: [...fixtures, ...files],
  read: readStrings,
  // A key that stands there again is removed at both places.
  movable: ({ key }, { problems }) => !problems.some((one) => one.key === key.join('.')),
});

describe('strings', () => {
  it('of the corpora are all read, but a binary property list', () => {
    expect(refused.map(({ error }) => error.detail)).toEqual(
      refused.map(() => expect.stringContaining('plutil') as string),
    );
    expect(refused.length).toBeLessThan(2);
  });
});
