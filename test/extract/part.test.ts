import { expect, test } from 'vitest';
import { CodeFiles, extractKeys, ProjectKeys } from '../../src/code/index.js';
import { loadConfig } from '../../src/index.js';
import { Project } from '../support/project.js';

// What an editor says of an open file before all code is read.

const CONFIG = `version: 1
source: en
targets: [de]
catalogs: [{ files: 'locales/{locale}/*.json' }]
extract: { code: ['src/**/*'], catalog: 'locales/en/{namespace}.json' }
`;
const OPEN = 'src/a.tsx';

/** The keys that the open file lacks: before all code is read, and then. */
async function lackedIn(files: Readonly<Record<string, string>>) {
  const project = new Project({
    'service.config.yaml': CONFIG,
    'package.json': '{ "dependencies": { "i18next": "*" } }',
    'locales/en/translation.json': '{ "title": "Shop", "web": { "bye": "Bye" } }',
    'locales/en/common.json': '{ "close": "Close" }',
    ...files,
  });
  const config = await loadConfig({ cwd: project.root, env: {} });
  const unsaved = new Map<string, string>();
  const own = new CodeFiles(unsaved);
  const lacked: (readonly string[])[] = [];
  const unused: number[] = [];
  for (const only of [{ only: [OPEN] }, {}]) {
    const changes = await extractKeys(config, { files: own, unsaved, ...only });
    const known = new ProjectKeys(config, changes);
    expect(known.isPart).toBe('only' in only);
    const read = await known.look(OPEN, files[OPEN] ?? '');
    const keys = read?.keys.filter((key) => read.lackedBy(key) !== undefined) ?? [];
    lacked.push(keys.map(({ name }) => name));
    unused.push(known.catalogs.flatMap((one) => [...one.unused.keys()]).length);
  }
  return { first: lacked[0], then: lacked[1], unused };
}

const OTHER = { 'src/b.tsx': "import { t } from 'i18next';\nt('other');\n" };

test.each<[string, Readonly<Record<string, string>>, readonly string[], readonly string[]]>([
  [
    'a key that no catalog has is said at once',
    { [OPEN]: "import { t } from 'i18next';\nt('title');\nt('titel');\n" },
    ['titel'],
    ['titel'],
  ],
  [
    'a key that a fallback namespace of another file has is never said',
    {
      [OPEN]: "import { t } from 'i18next';\nt('close');\n",
      'src/i18n.ts': "i18next.init({ fallbackNS: 'common' });\n",
    },
    [],
    [],
  ],
  [
    'a key that another catalog has waits until all code is read',
    { [OPEN]: "import { t } from 'i18next';\nt('close');\nt('bye');\n" },
    [],
    ['close', 'bye'],
  ],
  [
    'a prefix that an imported hook adds is known',
    {
      [OPEN]: "import { useWeb } from './web';\nconst { t } = useWeb();\nt('bye');\nt('hi');\n",
      'src/web.ts': "export { useWeb } from './inner';\n",
      'src/inner.ts':
        "import { useTranslation } from 'react-i18next';\nexport const useWeb = () => useTranslation('translation', { keyPrefix: 'web' });\n",
    },
    ['translation:web.hi'],
    ['translation:web.hi'],
  ],
  [
    'what an imported function adds before and behind is known',
    {
      [OPEN]: "import { t } from './t';\nt('hi');\n",
      'src/t.ts':
        "import i18n from 'i18next';\nexport const t = (key: string) => i18n.t(`web.${key}.x`);\n",
    },
    ['web.hi.x'],
    ['web.hi.x'],
  ],
])('%s', async (_, files, first, then) => {
  const found = await lackedIn({ ...OTHER, ...files });
  expect(found).toMatchObject({ first, then });
});

test('no key counts as unused before all code is read', async () => {
  const { unused } = await lackedIn({ ...OTHER, [OPEN]: "import { t } from 'i18next';\n" });
  expect(unused).toEqual([0, 3]);
});
