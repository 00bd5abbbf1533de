import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it, test } from 'vitest';
import { formatFiles } from '../../scripts/list-formats.js';
import { aboutOf, FORMAT_NAMES, KNOWN_ENDINGS } from '../../src/formats/endings.js';
import { formats } from '../../src/formats/public.js';
import { loadCodec } from '../../src/formats/load.js';
import type { FormatName } from '../../src/model/index.js';

const ROOT = resolve(import.meta.dirname, '../..');

/** Formats and packages that a format is written in; of XLIFF, its other version. */
const PARTS: Readonly<Record<string, RegExp>> = {
  arb: /^json$/,
  javascript: /^@babel\/parser$/,
  lua: /^luaparse$/,
  markdown: /^(?:yaml|toml|mdast-util-.*|micromark-.*)$/,
  vue: /^(?:json|json5|yaml)$/,
  xcstrings: /^json$/,
  xliff: /^(?:xliff12|saxes)$/,
  yaml: /^yaml$/,
};

/** Folders of other formats, and packages, that a codec loads beside its own parts. */
async function othersLoadedBy(name: FormatName): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [join(ROOT, `src/formats/${name}/index.ts`)],
    ...{ bundle: true, write: false, metafile: true, packages: 'external', platform: 'node' },
    ...{ format: 'esm', absWorkingDir: ROOT, logLevel: 'silent' },
  });
  const folders = Object.keys(metafile.inputs).map(
    (path) => /^src\/formats\/(\w+)\//.exec(path)?.[1] ?? 'kit',
  );
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const packages = imports.map(({ path }) => path).filter((path) => !path.startsWith('node:'));
  const isOther = (one: string): boolean => one !== name && PARTS[name]?.test(one) !== true;
  return [...new Set([...folders, ...packages])].filter((one) => one !== 'kit' && isOther(one));
}

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
    const { extensions, capabilities } = aboutOf(name) ?? {};
    expect(formats[name]).toMatchObject({ name, extensions, capabilities });
  });

  it('loads the parser of no other format', async () => {
    expect(await othersLoadedBy(name)).toEqual([]);
  });

  it('has laws, and seeds for fuzzing', () => {
    for (const path of [`test/formats/${name}/laws.long.test.ts`, `test/formats/${name}/seeds.ts`])
      expect(existsSync(join(ROOT, path)), path).toBe(true);
  });
});

it('no code outside of this folder asks for the name of a format', () => {
  const source = join(ROOT, 'src');
  const names = FORMAT_NAMES.join('|');
  // What the service calls the format of glossary entries is another thing.
  const asked = new RegExp(`\\bformat(?:Name)? ?[!=]==? ?'(?:${names})'|\\bformat: '(?:${names})'`);
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/^(?:formats|service)/.test(path))
    .filter((path) => asked.test(readFileSync(join(source, path), 'utf8')));
  expect(found).toEqual([]);
});
