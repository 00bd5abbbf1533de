import { expect, test } from 'vitest';
import { unportablePaths } from '../../../src/engine/load/checks/portable-paths.js';
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
      'l/en.json and L/en.json are one file where letter case makes no difference',
      'l/de.json and L/de.json are one file where letter case makes no difference',
    ],
  },
  {
    lines: ['caf\u00e9/en.json → caf\u00e9/de.json?'],
    orphans: ['cafe\u0301/de.json'],
    warnings: [
      'cafe\u0301/de.json and caf\u00e9/de.json are one file where the normal form of Unicode makes no difference',
    ],
  },
  {
    lines: ['en/x.json → nul/x.json?, con/x.json?', 'en/y.json → nul/y.json?'],
    warnings: [
      'nul is the name of a device on Windows: nobody can check the project out there',
      'con is the name of a device on Windows: nobody can check the project out there',
    ],
  },
  {
    lines: ['en.json → d\u200be.json?'],
    warnings: ['d\u200be.json has a character in its name that cannot be seen, U+200B'],
  },
])('$lines beside $orphans', ({ lines, orphans, warnings }) => {
  const found = warningsOf(lines, orphans);
  const expected = warnings.map((warning) => `unportable-path warning: ${warning}`);
  expect(found.map((text) => text.replace(/, as on macOS and Windows: rename one$/, ''))).toEqual(
    expected,
  );
});
