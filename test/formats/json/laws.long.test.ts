import fc from 'fast-check';
import type { Node } from 'jsonc-parser';
import { json } from '../../../src/formats/json/index.js';
import type { Document, Unit } from '../../../src/model/index.js';
import { corpusFiles } from '../support/corpus.js';
import { membersOf, readJson, readTree } from '../support/json-reader.js';
import { describeLaws } from '../support/laws.js';
import { fixtures } from './fixtures.js';
import { describe, expect, it } from 'vitest';

const { files, refused } = corpusFiles(json);
const all = [...fixtures, ...files];

/** Below an array the keys of those behind would change. */
function outsideArrays(unit: Unit, document: Document): boolean {
  return !unit.key.some(
    (segment, i) => /^\d+$/.test(segment) && isArray(document, unit.key.slice(0, i)),
  );
}

const trees = new WeakMap<Document, Node>();

function isArray(document: Document, key: readonly string[]): boolean {
  let node = trees.get(document) ?? readTree(document.text);
  trees.set(document, node);
  const root = document.targetLanguage === undefined ? [] : [document.targetLanguage];
  for (const segment of [...root, ...key]) node = membersOf(node).get(segment)!;
  return node.type === 'array';
}

/** Notes and placeholders go and come with their unit; the independent reader need not see them. */
function readTexts(text: string): Map<string, string> {
  const values = readJson(text);
  for (const id of values.keys())
    if (/^@[^@]|\0(?:description|placeholders)(?:\0|$)/.test(id)) values.delete(id);
  return values;
}

describeLaws({
  codec: json,
  files: all,
  read: (text, file) =>
    /^(?:arb|web extension)$|\.arb$|\/_locales\/[^/]+\/messages\.json$/.test(file.name)
      ? readTexts(text)
      : readJson(text),
  idsOf: (unit, document) => {
    const root = document.targetLanguage === undefined ? [] : [document.targetLanguage];
    return [[...root, ...unit.key].join('\0')];
  },
  movable: (unit, document) => outsideArrays(unit, document),
  arbitrary: fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
});

describe('the corpora', () => {
  it('are refused only where they are no JSON', () => {
    const places = refused.map(({ name, error }) => `${name.split('/').at(-1)!}: ${error.message}`);
    expect(places).toEqual(
      files.length === 0
        ? []
        : [
            'relaxed.json: line 1, column 1: expected "{", found "#" (comments start with "//").',
            'test.json: line 1, column 1: expected "{", found "loadData".',
            'test.json: line 1, column 1: expected "{", found "loadData".',
            'test_invalid.json: line 2, column 3: expected "{", found a string.',
          ],
    );
  });
});
