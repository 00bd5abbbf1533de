import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fluent } from '../../../src/formats/fluent/index.js';
import { FormatError } from '../../../src/model/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws, type LawFile } from '../support/laws.js';
import { hasBrokenEntry, readFluent } from './read.js';

export const sample = `### Texts of the shop

-brand = Fish Shop
    .gender = masculine

# Shown in the header
# on every page
hello = Hello, { $name }!
bye = Good
    bye,

      { -brand(case: "dative") }.

## Cart

cart =
    { $count ->
        [0] Nothing in { -brand }
        [one] One thing
       *[other] { NUMBER($count, minimumFractionDigits: 0) } things
    }
    .title = Cart
    .label =
        Your { hello.title }
        in two lines

##
empty = {""}
only-attributes =
    .placeholder = { "  " }Search…
odd = { PLATFORM() ->
    [macos] Preferences
   *[other] Settings
} of { "{" }this{ "}" }
junk
[more junk
last = { DATETIME($date, month: "long") }
`;

const fixtures: readonly LawFile[] = [
  { name: 'sample', text: sample },
  { name: 'crlf and bom', text: `\ufeff${sample.replaceAll('\n', '\r\n')}` },
  { name: 'no last line end', text: 'a = 1\nb = 2' },
  { name: 'prototypes', text: '__proto = x\nconstructor = y\n' },
];
const { files, refused } = corpusFiles(fluent);

const texts = [
  'Plain words',
  'He said "no", she said \'yes\'',
  'C:\\temp\\new \\u0041 \\',
  'first line\nsecond line\n\n  fourth, indented',
  'a\n  all the rest\n    is indented',
  'key = value # not a comment',
  '# no comment',
  'مرحبا بالعالم',
  'nbsp\u00a0 zwsp\u200b sep\u2028',
  'Hello { $name } of { -brand }',
  '{ $n ->\n    [one] one { $n }\n   *[other] many\n}',
  'x { $n ->\n   *[other]\n        two\n        lines\n} y',
  '日本語のテキスト。',
];

describeLaws({
  codec: fluent,
  files: [...fixtures, ...files],
  read: readFluent,
  texts,
  seen: (text) =>
    text.includes('->')
      ? (readFluent(`k =\n    ${text.replaceAll('\n', '\n    ')}\n`).get('k') ?? '')
      : text,
  arbitrary: fc
    .string({ unit: fc.constantFrom(...'ab .[*#="\'\\-üあ\u00a0\t\n'.split('')) })
    .filter((text) => text.trim() !== '' && !/^[ \n]|[ \n]$|\n *(?=[.*[\n])|^[.*[]/.test(text)),
});

describe('fluent', () => {
  it('of the corpora is all read that has no broken entry', () => {
    // Only files that show a parser what is wrong have one.
    const broken = refused.map(({ name }) => name);
    expect(broken.filter((name) => !/\/fixtures/.test(name))).toEqual([]);
    const read = files.filter(({ text }) => hasBrokenEntry(text));
    expect(read.map(({ name }) => name)).toEqual([]);
  });
  it('reads what @fluent/syntax reads', () => {
    for (const { name, text } of [...fixtures, ...files]) {
      const own = new Map(
        fluent.parse(text).units.map(({ key, text: one }) => [key.join('\0'), one]),
      );
      expect([...own.keys()].sort(), name).toEqual([...readFluent(text).keys()].sort());
    }
  });
  it('a file that is cut off anywhere is refused, or read as @fluent/syntax reads it', () => {
    for (let end = 0; end < sample.length; end += 1) {
      const text = sample.slice(0, end);
      if (hasBrokenEntry(text)) {
        expect(() => fluent.parse(text), text).toThrow(FormatError);
        continue;
      }
      const keys = fluent.parse(text).units.map(({ key }) => key.join('\0'));
      expect(keys.sort(), text).toEqual([...readFluent(text).keys()].sort());
    }
  });
});
