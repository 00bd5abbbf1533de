import { describe, expect, test } from 'vitest';
import { selectFiles } from '../../../src/engine/load/scan/file-selection.js';
import { lines, project } from './helpers.js';

const COMPOSED = 'caf\u00e9';
const DECOMPOSED = 'cafe\u0301';

describe.each([
  ['composed', COMPOSED],
  ['decomposed', DECOMPOSED],
])('a pattern typed %s', (_, typed) => {
  test.each([
    ['composed', COMPOSED],
    ['decomposed', DECOMPOSED],
  ])('finds a %s name, and spells its targets so', async (__, name) => {
    const { scan } = project(
      `  - files: ${typed}/{locale}/*.json\n    exclude: ['**/${typed}.json']`,
      [`${name}/en/a.json`, `${name}/de/a.json`, `${name}/en/${name}.json`],
    );
    const found = [`${name}/en/a.json → ${name}/de/a.json, ${name}/pt_BR/a.json?`];
    expect(lines(await scan())).toEqual(found);
    expect(lines(await scan({ files: [`${typed}/**`] }))).toEqual(found);
  });

  test.each([
    ['l', `l/${typed}/en.json`],
    [`/${COMPOSED}`, `/${DECOMPOSED}/l/${typed}/*`],
    [`/${DECOMPOSED}`, `l/${typed}`],
  ])('of --files in %j: %j selects both spellings', (root, glob) => {
    const selection = selectFiles(root, [glob]);
    for (const name of [COMPOSED, DECOMPOSED]) {
      expect(selection.has(`l/${name}/en.json`)).toBe(true);
    }
    expect(selection.has('l/cafe/en.json')).toBe(false);
  });
});

test('where both spellings are there, they are two files, each with its own targets', async () => {
  const { scan } = project(`  - files: ${COMPOSED}/{locale}.json`, [
    `${COMPOSED}/en.json`,
    `${DECOMPOSED}/en.json`,
  ]);
  expect(lines(await scan())).toEqual(
    [DECOMPOSED, COMPOSED].map((name) => `${name}/en.json → ${name}/de.json?, ${name}/pt_BR.json?`),
  );
});

test('choices in braces are paired as they were typed', async () => {
  const { scan } = project(
    `  - source: '{${COMPOSED},b}/en.json'\n    target: '{c,d}/{locale}.json'`,
    [`${DECOMPOSED}/en.json`, 'b/en.json'],
    'de',
  );
  expect(lines(await scan())).toEqual([
    'b/en.json → d/de.json?',
    `${DECOMPOSED}/en.json → c/de.json?`,
  ]);
});
