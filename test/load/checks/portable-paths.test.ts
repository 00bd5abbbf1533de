import { expect, test } from 'vitest';
import { unportablePaths } from '../../../src/engine/load/load.js';
import { catalogOf, placed } from '../support.js';

const warningsOf = (lines: readonly string[], orphans: readonly string[] = []): string[] =>
  unportablePaths({
    pairs: lines.map((line) => placed(line)),
    orphans: orphans.map((path) => {
      const catalog = catalogOf('{locale}.json');
      return {
        catalog,
        path,
        locale: 'de',
        source: 'en.json',
        twin: undefined,
        unusable: undefined,
      };
    }),
  }).map(({ code, severity, message }) => `${code} ${severity}: ${message}`);

test.each([
  { lines: ['l/en.json → l/de.json, l/fr.json?'], warnings: [] },
  {
    lines: ['l/en.json → l/de.json?', 'L/en.json → L/de.json?'],
    warnings: [
      'l/en.json and L/en.json are the same file on systems that ignore letter case',
      'l/de.json and L/de.json are the same file on systems that ignore letter case',
    ],
  },
  {
    lines: ['caf\u00e9/en.json → caf\u00e9/de.json?'],
    orphans: ['cafe\u0301/de.json'],
    warnings: [
      'cafe\u0301/de.json and caf\u00e9/de.json are the same file on systems that ignore Unicode normalization',
    ],
  },
  {
    lines: ['en/x.json → nul/x.json?, con/x.json?', 'en/y.json → nul/y.json?'],
    warnings: [
      'nul is a device name on Windows: the project cannot be checked out there',
      'con is a device name on Windows: the project cannot be checked out there',
    ],
  },
  {
    lines: ['en.json → d\u200be.json?'],
    warnings: ['d\u200be.json contains an invisible character, U+200B, in its name'],
  },
])('$lines beside $orphans', ({ lines, orphans, warnings }) => {
  const found = warningsOf(lines, orphans);
  const expected = warnings.map((warning) => `unportable-path warning: ${warning}`);
  expect(found.map((text) => text.replace(/, such as macOS and Windows: rename one$/, ''))).toEqual(
    expected,
  );
});
