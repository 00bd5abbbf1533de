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

const TOLD: Readonly<Record<string, RegExp>> = {
  'resources-2.0-name.xlf': /^line 7, column 17: a <target>, but <xliff> has no trgLang/,
  'plural.xliff': /^line 34, column 9: a second <unit> with the id "tu1"/,
  'plural_de.xliff': /^line 34, column 9: a second <unit> with the id "tu1"/,
  'ngx-i18nsupport-lib/test/testdata/i18n/ngExtractedMaster1.xlf2':
    /^line 229, column 5: <unit> lacks/,
  'xliffmerge/test/testdata/i18n/ngExtractedMaster1.xlf2': /^line 211, column 5: <unit> lacks/,
  'ngExtractedMaster2.xlf2': /^line 205, column 5: <unit> lacks/,
  'WithSourceContentChange.de.xlf2': /^line 2, column 1: <xliff> has no attribute targetLang/,
};

describe('corpus files that break constraints of the core', () => {
  it('are refused with file and line, and no others are', () => {
    for (const { name, error } of refused) {
      const known = Object.entries(TOLD).find(([ending]) => name.endsWith(ending));
      expect(error.code, name).toBe('constraint');
      expect(error.message).toMatch(known?.[1] ?? 'no error');
    }
    if (corpusBytes('xliff').length > 0) expect(refused).toHaveLength(Object.keys(TOLD).length);
  });
});
