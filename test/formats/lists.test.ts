import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { formatFiles } from '../../scripts/list-formats.js';
import { aboutOf, FORMAT_NAMES, KNOWN_ENDINGS } from '../../src/formats/endings.js';
import { formats } from '../../src/formats/index.js';
import { loadCodec } from '../../src/formats/load.js';

const ROOT = resolve(import.meta.dirname, '../..');

test('lists of formats are what their folders give (npm run formats)', async () => {
  for (const [path, text] of Object.entries(await formatFiles()))
    expect(readFileSync(join(ROOT, path), 'utf8'), path).toBe(text);
});

test('no two formats share an ending', () => {
  expect(new Set(KNOWN_ENDINGS).size).toBe(KNOWN_ENDINGS.length);
});

describe.each(FORMAT_NAMES)('%s', (name) => {
  it('has the name of its folder, and is the codec of its endings', async () => {
    const codec = formats[name];
    expect(codec.name).toBe(name);
    for (const ending of codec.extensions) expect(await loadCodec(`x${ending}`)).toBe(codec);
  });

  it('says the same with its parser and without', () => {
    const { extensions, capabilities } = formats[name];
    expect({ name, extensions, capabilities }).toMatchObject({ ...aboutOf(name) });
  });

  it('has laws, and seeds for fuzzing', () => {
    for (const path of [`test/formats/${name}/laws.test.ts`, `test/formats/${name}/seeds.ts`])
      expect(existsSync(join(ROOT, path)), path).toBe(true);
  });
});
