import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyId } from '../../../src/model/index.js';
import type { Document, Edit, InsertEdit, ParseOptions, Unit } from '../../../src/model/index.js';
import { xcstrings } from '../../../src/formats/xcstrings/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws, hostileTexts, type LawFile } from '../support/laws.js';
import { sample } from './fixtures.js';
import { readTexts } from './read.js';

const fixtures: readonly LawFile[] = [
  { name: 'sample', text: sample },
  { name: 'crlf and bom', text: `\ufeff${sample.replaceAll('\n', '\r\n')}` },
  { name: 'lone carriage returns', text: sample.replaceAll('\n', '\r') },
  { name: 'one line', text: JSON.stringify(JSON.parse(sample)) },
  { name: 'four spaces', text: `${JSON.stringify(JSON.parse(sample), undefined, 4)}\n` },
];
const { files, refused } = corpusFiles(xcstrings);
const all = [...fixtures, ...files];

/** Every locale of a file as a target of its own. */
const targets = all.flatMap(({ name, text }): LawFile[] => {
  const locales = new Set([...readTexts(text).keys()].map((id) => id.split('\0')[0] ?? ''));
  const source = xcstrings.parse(text);
  return [...locales]
    .filter((locale) => locale !== source.sourceLanguage)
    .slice(0, 3)
    .map((locale) => {
      const options: ParseOptions = { role: 'target', locale };
      return { name: `${name} (${locale})`, text, options };
    });
});

const known = new WeakMap<Document, ReadonlyMap<string, string>>();

function idsOf(
  unit: Unit,
  { sourceLanguage, targetLanguage = sourceLanguage }: Document,
): string[] {
  return [keyId([targetLanguage ?? '', ...unit.key])];
}

/** Texts that stand in the file where their keys say, and whose state an edit does not change. */
function isThere(unit: Unit, document: Document): boolean {
  if (unit.state !== undefined && unit.state !== 'translated') return false;
  const texts = known.get(document) ?? readTexts(document.text);
  known.set(document, texts);
  return texts.has(idsOf(unit, document)[0] ?? '');
}

const common = {
  ...{ codec: xcstrings, read: readTexts, idsOf, editable: isThere, derive: false },
  // A text of the source without a word is no unit.
  texts: hostileTexts.filter((text) => /\p{L}/u.test(text.replace(/%\w/g, ''))),
  arbitrary: fc.string({ unit: 'grapheme' }).map((text) => `word ${text}`),
};
describe('as sources', () => {
  describeLaws({ ...common, files: all, structure: false });
});
describe('as targets', () => {
  describeLaws({ ...common, files: targets });
});

describe('a new language', () => {
  it('comes with its own lines, and goes with them', () => {
    for (const { name, text } of all) {
      const source = xcstrings.parse(text);
      const target = xcstrings.parse(text, { role: 'target', locale: 'nn', source });
      expect(target.units, name).toEqual([]);
      const edits = source.units.map(({ key }, at): InsertEdit => ({
        ...{ op: 'insert', key, text: `${key.join('/')} på norsk` },
        after: source.units[at - 1]?.key ?? null,
      }));
      const more = xcstrings.edit(target, edits);
      const again = xcstrings.parse(more, { role: 'target', locale: 'nn' });
      const texts = new Map(again.units.map((unit) => [keyId(unit.key), unit.text]));
      expect(texts, name).toEqual(new Map(edits.map(({ key, text }) => [keyId(key), text])));
      const others = [...readTexts(more)].filter(([id]) => !id.startsWith('nn\0'));
      expect(new Map(others), name).toEqual(readTexts(text));
      const removes = source.units.map(({ key }): Edit => ({ op: 'remove', key }));
      const less = xcstrings.edit(again, removes);
      // Empty objects look as most do.
      expect(less.replace(/\{\s*\}/g, '{}'), name).toBe(text.replace(/\{\s*\}/g, '{}'));
    }
  });
});

describe('xcstrings', () => {
  it('of the corpora are all read', () => {
    expect(refused).toEqual([]);
  });
});
