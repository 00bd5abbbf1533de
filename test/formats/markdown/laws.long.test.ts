import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdown } from '../../../src/formats/markdown/index.js';
import { EditError, type Document, type Unit } from '../../../src/model/index.js';
import { corpusFiles } from '../support/corpus.js';
import { LAWS } from '../support/fuzz-laws.js';
import { describeLaws, hostileTexts, pick, type LawFile } from '../support/laws.js';
import { fixtures } from './fixtures.js';
import { blocksIn, type SeenBlock } from './read.js';

const { files: corpus, refused } = corpusFiles(markdown, (file) => ({ file }));
const files: readonly LawFile[] = [
  ...fixtures.map((file) => ({ ...file, options: { file: file.name } })),
  // Parsing takes a second for each 200 kB, and each law does it many times.
  ...corpus.filter(({ text }) => text.length < 7_000),
];

const seen = new Map<string, readonly SeenBlock[]>();

function seenIn(text: string, name: string): readonly SeenBlock[] {
  const blocks = seen.get(text) ?? blocksIn(text, name);
  seen.set(text, blocks);
  return blocks;
}

/** Index of the block that a unit stands in. */
function placeOf({ range: { start: at } }: Unit, text: string, name: string): number {
  return seenIn(text, name).findIndex(({ start, end }) => start <= at && at <= end);
}

const words = [
  ...['Ein', 'Wort', '**fett**', '_kursiv_', '`code`', '[Ziel](./a.md)', 'größer', '日本語', 'C#'],
  ...['3,5', 'a_b', 'ende.', '(so)', '— und', '![Bild](b.png)', 'مرحبا', '👩‍👩‍👧', '~~alt~~'],
];

describeLaws({
  codec: markdown,
  files,
  read: (text, { name }) => new Map(blocksIn(text, name).map(({ tree }, i) => [String(i), tree])),
  idsOf: (unit, document) => {
    const name = files.find(({ text }) => text === document.text)?.name ?? '';
    const at = String(placeOf(unit, document.text, name));
    return [at, at];
  },
  texts: [
    'Plain words',
    'emoji 👩‍👩‍👧 🇩🇪 and 𝒜',
    'مرحبا بالعالم',
    'nbsp\u00a0 thin\u202f zwsp\u200b sep\u2028 par\u2029 end',
    'See [the guide](/guide/a#b) and `npm i`, **now**.',
    '日本語のテキスト。',
  ],
  arbitrary: fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 30 })
    .map((some) => `Wort ${some.join(' ')}`),
  // The reader sees blocks, not attributes (attributes.test.ts).
  editable: ({ kind, translate, key }) =>
    kind === 'text' && translate !== false && key[1] !== 'tag',
  structure: false,
  perFile: 2,
  runs: 60,
});

describe('a file that imports is MDX by any name, also to the other parser', () => {
  it.each([
    ['indented words', "import A from 'a'\n\n    Words.\n  More.\n---\n\nEnd.\n"],
    ['an indented list', "import A from 'a'\n\n\t+ Words.\nMore.\n"],
    ['what MDX refuses', "import A from 'a'\n\n+ Words.\n  <A>\n"],
  ])('%s', (_, text) => {
    const document = markdown.parse(text);
    const verdicts = document.units.map((unit) =>
      LAWS['a parser of another make sees just that']({
        ...{ codec: markdown, document, options: {}, unit, other: unit, some: [] },
      }),
    );
    expect(new Set(verdicts)).toEqual(new Set(['kept']));
  });
});

describe('every text', () => {
  const subjects = files.flatMap((file) => {
    const document = markdown.parse(file.text, file.options);
    const texts = document.units.filter(({ kind }) => kind === 'text');
    return texts.length === 0 ? [] : [{ file, document, texts }];
  });
  const small = subjects.filter(({ file }) => file.text.length < 12_000);

  it('is one block once it is written, and all others stay', () => {
    let turn = 0;
    for (const { file, document, texts } of subjects) {
      for (const unit of pick(texts, 3)) {
        const text = hostileTexts[turn++ % hostileTexts.length] ?? '';
        checkHostile(file, document, { unit, text });
      }
    }
  });
  it('of any characters is one block once it is written', () => {
    const marks = fc.constantFrom(
      ...'#>-+*=~`|:!<>{}[]()$_1.\\ \n\t"&'.split(''),
      '    ',
      'a',
      '---',
      '```',
    );
    const any = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(marks).map((some) => some.join('')),
    );
    fc.assert(
      fc.property(fc.nat(), fc.nat(), any, (at, place, text) => {
        const { file, document, texts } = small[at % small.length]!;
        checkHostile(file, document, {
          unit: texts[place % texts.length]!,
          text,
        });
      }),
      { numRuns: 150 },
    );
  });
});

/** Nothing but the unit changes, in the view of this package and of the reference parser. */
function checkHostile(
  file: LawFile,
  document: Document,
  { unit, text }: { readonly unit: Unit; readonly text: string },
): void {
  const label = `${file.name} ${unit.key.join('.')} = ${JSON.stringify(text)}`;
  let result: string;
  try {
    result = markdown.edit(document, [{ op: 'set', key: unit.key, text }]);
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    expect(text.trim(), label).toBe('');
    return;
  }
  const options = { ...file.options, role: 'target' as const, source: document };
  const after = markdown.parse(result, options);
  const others = ({ units }: Document): unknown =>
    units
      .filter(({ key }) => key !== unit.key && key.join() !== unit.key.join())
      .map((one) => [one.key, one.text]);
  expect(others(after), label).toEqual(others(document));
  const own = after.units.find(({ key }) => key.join() === unit.key.join());
  expect(own, label).toBeDefined();
  const again = [{ op: 'set' as const, key: unit.key, text: own?.text ?? '' }];
  expect(markdown.edit(document, again), label).toBe(result);

  const before = seenIn(file.text, file.name);
  const at = placeOf(unit, file.text, file.name);
  const trees = blocksIn(result, file.name).map(({ tree }) => tree);
  expect(trees.toSpliced(at, 1), label).toEqual(before.map(({ tree }) => tree).toSpliced(at, 1));
}

describe('markdown', () => {
  it('of the corpora is all read, and stays as it is', () => {
    expect(refused.map(({ name, error }) => `${name} ${error.message}`)).toEqual([]);
    for (const { text, document } of corpus)
      expect(document && markdown.edit(document, [])).toBe(text);
  });
});
