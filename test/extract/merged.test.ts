import { describe, expect, test } from 'vitest';
import { extractKeys, loadConfig } from '../../src/index.js';
import { Project } from '../support/project.js';

const CONFIG = `version: 1
source: en
targets: [de]
catalogs: [{ files: 'src/l/{locale}/**/*.json' }]
extract: { code: ['src/**'], catalog: 'src/l/en/{namespace}.json' }
`;
const HOOK = "import { useTranslation } from 'react-i18next';\n";
const IMPORTS = "import home from './home.json';\nimport shared from './shared.json';\n";
const INIT = "import i18n from 'i18next';\nimport en from './l/en';\n";

type Files = Readonly<Record<string, string>>;

/** `file key` of what is added, `? file key` of what is unused, and codes of problems. */
async function found(files: Files, library = 'i18next'): Promise<readonly string[]> {
  const project = new Project({
    'service.config.yaml': CONFIG,
    'package.json': `{"dependencies":{"${library}":"1"}}`,
    'src/l/en/home.json': '{"title":"Home","menu":{"open":"Open"}}',
    'src/l/en/shared.json': '{"actions":{"save":"Save"},"old":"Old"}',
    ...files,
  });
  const config = await loadConfig({ cwd: project.root, env: {} });
  const { added, unused, problems } = await extractKeys(config);
  return [
    ...added.map(({ file, key }) => `${file.replace('src/l/en/', '')} ${key}`),
    ...unused.map(({ file, key }) => `? ${file.replace('src/l/en/', '')} ${key}`),
    ...problems.map(({ code }) => code),
  ];
}

const KEYS = `${HOOK}const { t } = useTranslation(); t('shared.actions.save'); t('home.title'); t('home.menu.open');`;
const NEW = "t('home.menu.close'); t('shared.fresh');";
const NEW_FOUND = ['home.json menu.close', 'shared.json fresh', '? shared.json old'];
const FLAT = `${HOOK}const { t } = useTranslation(); t('actions.save'); t('title'); t('menu.open'); t('menu.close');`;
const FLAT_FOUND = ['home.json menu.close', '? shared.json old'];

describe('keys of catalogs that code merges', { timeout: 60_000 }, () => {
  test.each<[name: string, files: Files, expected: readonly string[], library?: string]>([
    [
      'an index file, and resources from it',
      {
        'src/a.tsx': KEYS + NEW,
        'src/l/en/index.ts': `${IMPORTS}export default { home, shared };`,
        'src/i18n.ts': `${INIT}i18n.init({ resources: { en: { translation: en } } });`,
      },
      NEW_FOUND,
    ],
    [
      'resources in one file',
      {
        'src/a.tsx': KEYS + NEW,
        'src/i18n/index.ts': `import home from '../l/en/home.json';\nimport shared from '@/l/en/shared.json';\nconst resources = { en: { translation: { home, shared } }, de: {} } as const;\ni18next.init({ resources });`,
      },
      NEW_FOUND,
    ],
    [
      'a bundle that is added later',
      {
        'src/a.tsx': KEYS + NEW,
        'src/l/en/index.js': `${IMPORTS}const all = { home, shared };\nexport default all;`,
        'src/i18n.js': `${INIT}i18n.addResourceBundle('en', 'translation', en, true, true);`,
      },
      NEW_FOUND,
    ],
    [
      'modules that only a pattern names',
      {
        'src/a.tsx': KEYS + NEW,
        'src/l/en/index.ts': `${IMPORTS}export default { home: home, shared };`,
        'src/i18n.ts':
          "import i18n from 'i18next'; const all = import.meta.glob('./l/*/index.ts');",
      },
      NEW_FOUND,
    ],
    [
      'files that only a pattern names',
      {
        'src/a.tsx': KEYS + NEW,
        'src/i18n.ts': "import i18n from 'i18next'; const all = import.meta.glob('./l/**/*.json');",
      },
      NEW_FOUND,
    ],
    [
      'files of a context of webpack',
      {
        'src/a.js': KEYS + NEW,
        'src/i18n.js':
          "import i18n from 'i18next'; const all = require.context('./l', true, /json$/);",
      },
      NEW_FOUND,
    ],
    [
      'CommonJS',
      {
        'src/a.js': KEYS + NEW,
        'src/l/en/index.js':
          "module.exports = { home: require('./home.json'), shared: require('./shared.json') };",
        'src/i18n.js': "i18next.init({ resources: { en: { translation: require('./l/en') } } });",
      },
      NEW_FOUND,
    ],
    [
      'exports that are handed on',
      {
        'src/a.tsx': KEYS + NEW,
        'src/l/en/index.ts':
          "export { default as home } from './home.json';\nexport { default as shared } from './shared.json';",
        'src/i18n.ts':
          "import i18n from 'i18next';\nimport * as en from './l/en';\ni18n.init({ resources: { en: { translation: en } } });",
      },
      NEW_FOUND,
    ],
    [
      'other names than those of the files, and groups around them',
      {
        'src/a.tsx': `${HOOK}const { t } = useTranslation(); t('pages.start.title'); t('pages.start.menu.open'); t('pages.start.fresh'); t('ui.actions.save');`,
        'src/l/en/index.ts': `${IMPORTS}export default { pages: { start: home }, ui: shared };`,
        'src/i18n.ts': `${INIT}i18n.init({ resources: { en: { translation: en } } });`,
      },
      ['home.json fresh', '? shared.json old'],
    ],
    [
      'spreads',
      {
        'src/a.tsx': FLAT,
        'src/l/en/index.ts': `${IMPORTS}export default { ...home, ...shared };`,
        'src/i18n.ts': `${INIT}i18n.init({ resources: { en: { translation: en } } });`,
      },
      FLAT_FOUND,
    ],
    [
      'spreads, and a key that may be in any of them',
      {
        'src/a.tsx': `${FLAT} t('fresh');`,
        'src/l/en/index.ts': `${IMPORTS}export default Object.assign({}, home, shared);`,
        'src/i18n.ts': `${INIT}i18n.init({ resources: { en: { translation: en } } });`,
      },
      [...FLAT_FOUND, 'unknown-namespace'],
    ],
    [
      'one file that is spread beside others',
      {
        'src/a.tsx': `${HOOK}const { t } = useTranslation(); t('title'); t('menu.open'); t('fresh'); t('shared.actions.save');`,
        'src/i18n.ts':
          "import home from './l/en/home.json';\nimport shared from './l/en/shared.json';\ni18next.init({ resources: { en: { translation: { ...home, shared } } } });",
      },
      ['home.json fresh', '? shared.json old'],
    ],
    [
      'resources with namespaces',
      {
        'src/a.tsx': `${HOOK}const { t } = useTranslation('home'); t('title'); t('menu.open'); t('fresh'); t('shared:actions.save'); t('shared:fresh');`,
        'src/i18n.ts': `${INIT.replace('l/en', 'l/en/index')}i18n.init({ resources: { en } });`,
        'src/l/en/index.ts': `${IMPORTS}export default { home, shared };`,
      },
      ['home.json fresh', 'shared.json fresh', '? shared.json old'],
    ],
    [
      'namespaces with other names than their files',
      {
        'src/a.tsx': `${HOOK}const { t } = useTranslation('start'); t('title'); t('menu.open'); t('fresh'); t('ui:actions.save');`,
        'src/i18n.ts':
          "import home from './l/en/home.json';\nimport shared from './l/en/shared.json';\ni18next.init({ resources: { en: { start: home, ui: shared } } });",
      },
      ['home.json fresh', '? shared.json old'],
    ],
    [
      'namespaces that a backend loads',
      {
        'src/a.tsx': `${HOOK}const { t } = useTranslation('home'); t('title'); t('menu.open'); t('new:fresh'); t('shared:actions.save');`,
        'src/i18n.ts':
          "import load from 'i18next-resources-to-backend';\ni18next.use(load((lng, ns) => import(`./l/${lng}/${ns}.json`)));",
      },
      ['new.json fresh', '? shared.json old'],
    ],
    [
      'a first key of the usual namespace',
      { 'src/a.tsx': `${HOOK}const { t } = useTranslation(); t('fresh'); t('home:title');` },
      [
        'translation.json fresh',
        '? home.json menu.open',
        '? shared.json actions.save',
        '? shared.json old',
      ],
    ],
    [
      'a catalog that code uses as a whole',
      {
        'src/a.tsx': `${HOOK}const { t } = useTranslation(); t('shared', { returnObjects: true }); t('home.title');`,
        'src/l/en/index.ts': `${IMPORTS}export default { home, shared };`,
        'src/i18n.ts': `${INIT}i18n.init({ resources: { en: { translation: en } } });`,
      },
      ['? home.json menu.open'],
    ],
    [
      'vue-i18n',
      {
        'src/a.vue': `<template>{{ $t('home.title') }} {{ $t('home.menu.open') }} {{ $t('home.fresh') }} {{ $t('shared.actions.save') }}</template>`,
        'src/l/en/index.ts': `${IMPORTS}export default { home, shared };`,
        'src/i18n.ts':
          "import { createI18n } from 'vue-i18n';\nimport en from './l/en';\nexport default createI18n({ messages: { en } });",
      },
      ['home.json fresh', '? shared.json old'],
      'vue-i18n',
    ],
    [
      'next-intl',
      {
        'src/a.tsx':
          "import { useTranslations } from 'next-intl';\nconst t = useTranslations('home'); t('title'); t('menu.open'); t('fresh'); useTranslations('shared')('actions.save');",
        'src/i18n/request.ts':
          'export default getRequestConfig(async () => ({ locale, messages: { home: (await import(`../l/${locale}/home.json`)).default, shared: (await import(`../l/${locale}/shared.json`)).default } }));',
      },
      ['home.json fresh', '? shared.json old'],
      'next-intl',
    ],
    [
      'files in folders',
      {
        'src/a.tsx': `${KEYS} t('pages.shop.title'); t('pages.shop.fresh');`,
        'src/l/en/pages/shop.json': '{"title":"Shop"}',
        'src/l/en/index.ts': `${IMPORTS}import shop from './pages/shop.json';\nexport default { home, shared, pages: { shop } };`,
        'src/i18n.ts': `${INIT}i18n.init({ resources: { en: { translation: en } } });`,
      },
      ['pages/shop.json fresh', '? shared.json old'],
    ],
  ])('%s', async (_, files, expected, library) => {
    expect([...(await found(files, library))].sort()).toEqual([...expected].sort());
  });
});

describe('new keys in a catalog', { timeout: 60_000 }, () => {
  const NAMES = ['b.new', 'b.zoo', 'd', 'Ba', 'aa', 'e.x', 'e.a'];

  test.each([
    [
      'go to their places where names are sorted',
      { a: '', b: { a: '', m: '', z: '' }, c: '', f: '' },
      ['Ba', 'a', 'aa', 'b.a', 'b.m', 'b.new', 'b.z', 'b.zoo', 'c', 'd', 'e.a', 'e.x', 'f'],
    ],
    [
      'are sorted by code units where the others are',
      { C: '', Z: '', a: '', f: '' },
      ['Ba', 'C', 'Z', 'a', 'aa', 'b.new', 'b.zoo', 'd', 'e.a', 'e.x', 'f'],
    ],
    [
      'go to the end where they are not',
      { f: '', b: { m: '', a: '' }, a: '', c: '' },
      ['f', 'b.m', 'b.a', 'b.new', 'b.zoo', 'a', 'c', 'd', 'Ba', 'aa', 'e.x', 'e.a'],
    ],
    [
      'go to their places in a sorted group of an unsorted catalog',
      { f: '', b: { a: '', m: '', z: '' }, a: '', c: '' },
      ['f', 'b.a', 'b.m', 'b.new', 'b.z', 'b.zoo', 'a', 'c', 'd', 'Ba', 'aa', 'e.x', 'e.a'],
    ],
    [
      'are sorted without case where the others are',
      { A: '', bb: '', C: '' },
      ['A', 'aa', 'b.new', 'b.zoo', 'Ba', 'bb', 'C', 'd', 'e.a', 'e.x'],
    ],
    [
      'go to the end if the config says so',
      { a: '', b: { a: '', m: '', z: '' }, c: '', f: '' },
      ['a', 'b.a', 'b.m', 'b.z', 'b.new', 'b.zoo', 'c', 'f', 'd', 'Ba', 'aa', 'e.x', 'e.a'],
      ', sort: off }',
    ],
  ])('%s', async (_, before, after, end = ' }') => {
    const config = CONFIG.replace('/**/*', '').replace('/{namespace}.json', '.json');
    const files = {
      'service.config.yaml': config.replace(/ \}(?=\n$)/, end),
      'package.json': '{"dependencies":{"i18next":"1"}}',
      'src/a.js': NAMES.map((name) => `t('${name}');`).join('\n'),
      'src/l/en.json': JSON.stringify(before, null, 2),
    };
    const project = new Project(files);
    await extractKeys(await loadConfig({ cwd: project.root, env: {} }));
    const written = (tree: object): readonly string[] =>
      Object.entries(tree).flatMap(([name, value]: [string, unknown]) =>
        typeof value === 'object' && value !== null
          ? written(value).map((rest) => `${name}.${rest}`)
          : name,
      );
    expect(written(project.json('src/l/en.json') as object)).toEqual(after);
  });
});
