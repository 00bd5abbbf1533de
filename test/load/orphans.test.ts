import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Inputs } from '../../src/engine/load/inputs.js';
import { orphanProblem, readOrphans } from '../../src/engine/load/scan/orphan-targets.js';
import type { ScanOrphan } from '../../src/engine/load/scan/orphan-targets.js';
import { formatKey } from '../../src/model/index.js';
import { temporaryFolder } from '../state/temporary.js';
import { catalogOf } from './support.js';

function orphanOf(path: string, unusable?: string, twin?: string): ScanOrphan {
  const catalog = catalogOf('{locale}.json');
  return { catalog, locale: 'de', path, source: path.replace('de', 'en'), twin, unusable };
}

/** Keys that are read of a file with this text; undefined: there is no file. */
async function keysIn(path: string, text?: string, unusable?: string): Promise<readonly string[]> {
  const root = temporaryFolder();
  if (text !== undefined) writeFileSync(join(root, path), text);
  const [orphan] = await readOrphans([orphanOf(path, unusable)], new Inputs(root));
  expect(orphan).toMatchObject({ path, locale: 'de', source: path.replace('de', 'en') });
  return orphan!.units.map(({ key }) => formatKey(key));
}

describe('of a file whose source is gone', () => {
  test.each<[string, string, string | undefined, readonly string[]]>([
    ['all texts are read', 'de.json', '{ "a": "A", "b": { "c": "C" } }', ['a', 'b.c']],
    ['the root key of Rails is none of the keys', 'de.yaml', 'de:\n  a: A\n', ['a']],
    ['nothing is read where it is no file of its format', 'de.json', '{ "a": ', []],
    ['nothing is read where nobody knows its format', 'de.text', 'a', []],
    ['nothing is read where it went meanwhile', 'de.json', undefined, []],
  ])('%s', async (_, path, text, expected) => {
    expect(await keysIn(path, text)).toEqual(expected);
  });

  test('nothing is read where it is a link out of the repository', async () => {
    expect(await keysIn('de.json', '{ "a": "A" }', 'is a link')).toEqual([]);
  });
});

describe('a file whose source is gone', () => {
  test.each<[string, string | undefined, string]>([
    ['is named with what to do', undefined, 'Delete this file if you no longer need it'],
    [
      'is named with why it was not read',
      'is a link to nothing',
      'The file is a link to nothing and',
    ],
  ])('%s', (_, unusable, message) => {
    expect(orphanProblem(orphanOf('de.json', unusable))).toMatchObject({
      code: 'orphan-file',
      severity: 'warning',
      file: 'de.json',
      locale: 'de',
      message: expect.stringContaining(message) as string,
    });
  });

  test('is another name for a locale that has its file', () => {
    expect(orphanProblem(orphanOf('de_DE.json', undefined, 'de.json')).message).toBe(
      'The texts for de are in de.json; this file, named after another spelling of the locale, is ignored.',
    );
  });
});
