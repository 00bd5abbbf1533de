import { describe, expect, it } from 'vitest';
import { xliff } from '../../../src/formats/xliff/index.js';
import { corpusBytes, corpusFiles } from '../support/corpus.js';
import { describeLaws } from '../support/laws.js';
import { readWithXmldom } from './read.js';
import { fixtures } from './fixtures.js';

const { files, refused } = corpusFiles(xliff);
const all = [...fixtures, ...files];

describeLaws({
  codec: xliff,
  files: all,
  // xmldom reads every result, and takes a while for the largest files.
  perFile: 3,
  // See the laws of targets.
  derive: false,
  read: (text) => readWithXmldom(text, 'source'),
  editable: (unit) => unit.kind === 'text' && unit.translate !== false && unit.inline === undefined,
  // A unit that another refers to as its sub-flow stays, and one segment of several is no unit.
  movable: (unit, document) =>
    unit.key.length === 2 &&
    document.units.some((other) => other.key[1] !== unit.key[1]) &&
    !isSubFlow(unit.key[1] ?? '', document.text),
});

function isSubFlow(id: string, text: string): boolean {
  return [...text.matchAll(/subFlows(?:Start|End)?="([^"]*)"/g)].some(([, ids = '']) =>
    ids.split(/\s+/).includes(id),
  );
}

describe('corpus files that break constraints of the core', () => {
  it('are read, with warnings', () => {
    expect(refused).toEqual([]);
    const warned = files.filter(({ document }) => document?.problems.length !== 0);
    if (corpusBytes('xliff').length > 0) expect(warned).not.toEqual([]);
    for (const { document } of warned)
      for (const { line, column, message } of document?.problems ?? [])
        expect([line, column, message]).toEqual([
          expect.any(Number),
          expect.any(Number),
          expect.stringMatching(/\.$/),
        ]);
  });
});
