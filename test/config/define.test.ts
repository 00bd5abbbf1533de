import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { defineConfig } from '../../src/index.js';
import { parseConfig } from '../../src/config/index.js';
import type { ConfigInput } from '../../src/index.js';

const read = (config: ConfigInput): Promise<unknown> =>
  parseConfig(resolve('service.config.json'), JSON.stringify(config));

const BASE: Pick<ConfigInput, 'version' | 'source' | 'targets'> = {
  version: 1,
  source: 'en',
  targets: ['de'],
};

// What a comment marks as an error here must be one: `npm run check:types` fails if it is none.
test.each<readonly [name: string, config: ConfigInput]>([
  [
    'files together with source and target',
    defineConfig({
      ...BASE,
      // @ts-expect-error the schema refuses it
      catalogs: [{ files: '{locale}.json', source: 'en.json', target: '{locale}.json' }],
    }),
  ],
  [
    'a source without a target',
    // @ts-expect-error the schema refuses it
    defineConfig({ ...BASE, catalogs: [{ source: 'en.json' }] }),
  ],
  [
    'a target without a source',
    // @ts-expect-error the schema refuses it
    defineConfig({ ...BASE, catalogs: [{ target: '{locale}.json' }] }),
  ],
  [
    'a catalog without a pattern',
    // @ts-expect-error the schema refuses it
    defineConfig({ ...BASE, catalogs: [{ format: 'json' }] }),
  ],
  [
    'no catalog',
    // @ts-expect-error the schema refuses it
    defineConfig({ ...BASE, catalogs: [] }),
  ],
  [
    'a key itself',
    defineConfig({
      ...BASE,
      catalogs: [{ files: '{locale}.json' }],
      // @ts-expect-error the schema refuses it
      service: { key: 'a-secret' },
    }),
  ],
  [
    'an unknown key in a part of extract',
    defineConfig({
      ...BASE,
      catalogs: [{ files: '{locale}.json' }],
      extract: [
        { code: ['src/**'], catalog: 'en.json' },
        // @ts-expect-error the schema refuses it
        { code: ['lib/**'], catlog: 'en.json' },
      ],
    }),
  ],
  [
    'a text for extract',
    defineConfig({
      ...BASE,
      catalogs: [{ files: '{locale}.json' }],
      // @ts-expect-error the schema refuses it
      extract: 'src/**',
    }),
  ],
  [
    'documents with both kinds of patterns',
    defineConfig({
      ...BASE,
      catalogs: [{ files: '{locale}.json' }],
      // @ts-expect-error the schema refuses it
      documents: [{ files: '{locale}.docx', source: 'en.docx', target: '{locale}.docx' }],
    }),
  ],
  [
    'an unknown key of a catalog',
    defineConfig({
      ...BASE,
      // @ts-expect-error the schema refuses it
      catalogs: [{ files: '{locale}.json', fils: '' }],
    }),
  ],
])('a compiler refuses %s, as the schema does', async (_, config) => {
  await expect(read(config)).rejects.toMatchObject({ name: 'ConfigError' });
});

const PACKAGES = ['a', 'b'];

test.each<readonly [name: string, config: ConfigInput]>([
  [
    'both kinds',
    defineConfig({
      ...BASE,
      catalogs: [{ files: '{locale}.json' }, { source: 'x/en.json', target: 'x/{locale}.json' }],
    }),
  ],
  [
    'a computed list',
    defineConfig({
      ...BASE,
      catalogs: PACKAGES.map((name) => ({ files: `${name}/{locale}.json` })),
    }),
  ],
  [
    'a list of parts of extract',
    defineConfig({
      ...BASE,
      catalogs: [{ files: '{locale}.json' }],
      extract: PACKAGES.map((name) => ({ code: [`${name}/**`], catalog: `${name}/en.json` })),
    }),
  ],
  ['only documents', defineConfig({ ...BASE, documents: [{ files: '{locale}.docx' }] })],
  [
    'a reference to a key',
    defineConfig({
      ...BASE,
      catalogs: [{ files: '{locale}.json' }],
      service: { url: 'embedded', key: '${KEY}' },
    }),
  ],
])('a compiler takes %s, as the schema does', async (_, config) => {
  await expect(read(config)).resolves.toMatchObject({ source: 'en' });
});
