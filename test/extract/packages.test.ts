import { describe, expect, test } from 'vitest';
import { extractKeys, loadConfig } from '../../src/index.js';
import { ExtractError } from '../../src/code/extract/error.js';
import { Project } from '../support/project.js';
import { HOOK } from './keys-in.js';

type Files = Readonly<Record<string, string>>;

const keys = (...names: readonly string[]): string =>
  `${HOOK}${names.map((name) => `t('${name}');`).join('\n')}`;
const texts = (...names: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(names.map((name) => [name, name])));
const uses = (...names: readonly string[]): string =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '*'])) });

/** A part for each catalog below `apps` and `packages`. */
const OWN = "{ code: ['{apps,packages,libs}/*/src/**'], catalog: '*/*/locales/en.json' }";
const WEB = "{ code: ['apps/web/**', 'packages/ui/**'], catalog: apps/web/locales/en.json }";
const ADMIN = "{ code: ['apps/admin/**', 'packages/ui/**'], catalog: apps/admin/locales/en.json }";
const LIST = `[${WEB}, ${ADMIN}]`;

const APPS: Files = {
  'apps/web/package.json': uses('@acme/ui', 'i18next'),
  'apps/web/locales/en.json': texts('title'),
  'apps/web/src/a.tsx': keys('title'),
  'apps/admin/package.json': uses('i18next'),
  'apps/admin/locales/en.json': texts('title'),
  'apps/admin/src/a.tsx': keys('title'),
  'packages/ui/package.json': '{"name":"@acme/ui"}',
};

/** Two packages with libraries of their own; `title` and `old` are in the other's code, too. */
const SET_UP: Files = {
  ...APPS,
  'apps/web/locales/en.json': texts('title', 'old'),
  'apps/web/src/i18n.ts': "import i18n from 'i18next';\ni18n.use(backend).init({ lng: 'en' });",
  'packages/ui/locales/en.json': texts('old'),
  'packages/ui/src/a.tsx': keys('title', 'old'),
  'packages/ui/src/i18n.ts': "import { initReactI18next } from 'react-i18next';",
};

async function extract(extract: string, files: Files): Promise<readonly string[]> {
  const project = new Project({
    'service.config.yaml': `version: 1\nsource: en\ntargets: [de]\ncatalogs: [{ files: '**/{locale}.json' }]\nextract: ${extract}\n`,
    ...files,
  });
  const config = await loadConfig({ cwd: project.root, env: {} });
  const { added, unused, problems } = await extractKeys(config);
  return [
    ...added.map(({ file, key }) => `${file.replace('/locales/en.json', '')} ${key}`),
    ...unused.map(
      ({ file, key, isDoubtful }) =>
        `${isDoubtful ? '??' : '?'} ${file.replace('/locales/en.json', '')} ${key}`,
    ),
    ...problems.map(({ code, file, message }) =>
      code === 'unknown-package' ? `! ${file} ${/"(.*?)"/.exec(message)?.[1]}` : code,
    ),
  ];
}

describe('keys of several packages', () => {
  test.each<[name: string, extract: string, files: Files, expected: readonly string[]]>([
    [
      'go to the catalog of their own package',
      OWN,
      { ...APPS, 'apps/web/src/b.tsx': keys('new'), 'apps/admin/src/b.tsx': keys('other') },
      ['apps/admin other', 'apps/web new'],
    ],
    [
      'go to the catalog of the part that names the code',
      LIST,
      { ...APPS, 'apps/web/src/b.tsx': keys('new'), 'apps/admin/src/b.tsx': keys('other') },
      ['apps/web new', 'apps/admin other'],
    ],
    [
      'are new although another app, which has nothing to do with it, has them',
      OWN,
      {
        ...APPS,
        'apps/admin/locales/en.json': texts('title', 'x'),
        'apps/web/src/b.tsx': keys('x'),
      },
      ['apps/web x', '?? apps/admin x'],
    ],
    [
      'go to the only app that imports their package',
      OWN,
      { ...APPS, 'packages/ui/src/b.tsx': keys('ok') },
      ['apps/web ok'],
    ],
    [
      'of a list go to the app that imports their package',
      LIST,
      { ...APPS, 'packages/ui/src/b.tsx': keys('ok') },
      ['apps/web ok'],
    ],
    [
      'are in use in the app that has them, and named where two may get them',
      LIST,
      {
        ...APPS,
        'apps/admin/package.json': uses('@acme/ui'),
        'apps/admin/locales/en.json': texts('title', 'ok', 'old'),
        'packages/ui/src/b.tsx': keys('ok', 'fresh'),
      },
      ['? apps/admin old', '! packages/ui/src/b.tsx fresh'],
    ],
    [
      'follow imports that no package.json names',
      OWN,
      {
        ...APPS,
        'apps/web/package.json': uses('i18next'),
        'apps/admin/src/b.tsx': "import { Button } from '@acme/ui';",
        'packages/ui/src/b.tsx': keys('ok'),
      },
      ['apps/admin ok'],
    ],
    [
      'follow packages through packages',
      OWN,
      {
        ...APPS,
        'packages/ui/package.json':
          '{"name":"@acme/ui","dependencies":{"@acme/core":"workspace:*"}}',
        'packages/core/package.json': '{"name":"@acme/core"}',
        'packages/core/src/b.tsx': keys('ok'),
      },
      ['apps/web ok'],
    ],
    [
      'are in use in the catalog of a package that the app imports',
      OWN,
      {
        ...APPS,
        'packages/ui/locales/en.json': texts('save', 'old'),
        'packages/ui/src/b.tsx': keys('cancel'),
        'apps/web/src/b.tsx': keys('save', 'new'),
      },
      ['apps/web new', 'packages/ui cancel', '? packages/ui old'],
    ],
    [
      'of a package with a catalog may be in that of the app',
      OWN,
      {
        ...APPS,
        'apps/web/locales/en.json': texts('title', 'close'),
        'packages/ui/locales/en.json': texts('save'),
        'packages/ui/src/b.tsx': keys('save', 'close'),
      },
      [],
    ],
    [
      'of packages that each set up a library are their own',
      OWN,
      SET_UP,
      ['packages/ui title', '?? apps/web old'],
    ],
    [
      'may be in the catalog of another package that the setup loads',
      OWN,
      {
        ...SET_UP,
        'apps/web/src/i18n.ts':
          "import web from '../locales/en.json';\nimport ui from '../../../packages/ui/locales/en.json';\ni18next.init({ resources });",
      },
      [],
    ],
    [
      'may be in a single file of a namespace that the setup of another package loads',
      OWN.replace('locales/en.json', 'public/{namespace}.json'),
      {
        'apps/web/package.json': uses('@acme/ui', 'i18next'),
        'apps/web/public/translation.json': texts('title'),
        'apps/web/src/a.tsx': keys('title', 'save'),
        'apps/web/src/i18n.ts':
          "import ui from '../../../packages/ui/public/translation.json';\ni18n.init({ resources });",
        'packages/ui/package.json': '{"name":"@acme/ui"}',
        'packages/ui/public/translation.json': texts('save'),
        'packages/ui/src/i18n.ts': "import { initReactI18next } from 'react-i18next';",
      },
      [],
    ],
    [
      'are doubtful where code of another app names them, as a key or as a text, or assembles them',
      OWN,
      {
        ...APPS,
        'apps/web/locales/en.json': '{"title":"","key":"","text":"","code":{"a":""},"old":""}',
        'apps/admin/locales/en.json': texts('title', 'key', 'text'),
        'apps/admin/src/b.tsx': `${keys('key')} const a = ['text']; t(\`code.\${x}\`);`,
      },
      ['?? apps/web key', '?? apps/web text', '?? apps/web code.a', '? apps/web old'],
    ],
    [
      'are doubtful where a package that sets up a library of its own asks for any key',
      OWN,
      { ...SET_UP, 'packages/ui/src/a.tsx': `${keys('title')}\nt(x);` },
      ['packages/ui title', '?? apps/web old', '?? packages/ui old'],
    ],
    [
      'are doubtful where shared code without a catalog asks for any key, whoever loads it',
      OWN,
      {
        ...APPS,
        'apps/admin/locales/en.json': texts('title', 'old'),
        'apps/admin/src/b.tsx': "import { Button } from '../../../packages/ui/src/b';",
        'packages/ui/src/b.tsx': `${HOOK}t(x);`,
      },
      ['?? apps/admin old'],
    ],
    [
      'go to the only app whose code names their package by an alias with a wildcard',
      OWN,
      {
        ...APPS,
        'tsconfig.json': '{ "compilerOptions": { "paths": { "@lib/*": ["./packages/*/src"] } } }',
        'apps/web/package.json': uses('i18next'),
        'apps/admin/src/b.tsx': "import { Button } from '@lib/ui';",
        'packages/ui/src/b.tsx': keys('ok'),
      },
      ['apps/admin ok'],
    ],
    [
      'go to the catalogs of a package of their own',
      OWN,
      {
        'apps/web/package.json': uses('@acme/locales', 'i18next'),
        'apps/web/src/a.tsx': keys('title', 'new'),
        'apps/admin/package.json': uses('@acme/locales'),
        'apps/admin/src/a.tsx': keys('other'),
        'packages/locales/package.json': '{"name":"@acme/locales"}',
        'packages/locales/locales/en.json': texts('title', 'old'),
      },
      ['packages/locales other', 'packages/locales new', '? packages/locales old'],
    ],
    [
      'may be in a package of catalogs that nothing names',
      OWN,
      {
        ...APPS,
        'packages/texts/package.json': '{"name":"@acme/texts"}',
        'packages/texts/locales/en.json': texts('shared'),
        'apps/web/src/b.tsx': keys('shared'),
      },
      [],
    ],
    [
      'follow the paths of TypeScript, in packages of Nx',
      OWN,
      {
        'tsconfig.base.json':
          '{ "compilerOptions": { "paths": { "@acme/forms": ["libs/forms/src/index.ts"] } } }',
        'package.json': '{"dependencies":{"i18next":"1"}}',
        'apps/web/project.json': '{}',
        'apps/web/locales/en.json': texts('title'),
        'apps/web/src/a.tsx': `import { Form } from '@acme/forms';\n${keys('title')}`,
        'apps/admin/project.json': '{}',
        'apps/admin/locales/en.json': texts('title'),
        'apps/admin/src/a.tsx': keys('title'),
        'libs/forms/project.json': '{}',
        'libs/forms/src/index.ts': keys('field'),
      },
      ['apps/web field'],
    ],
    [
      'in folders of one package go to the part that names the code',
      "[{ code: ['client/**'], catalog: client/locales/en.json }, { code: ['server/**'], catalog: server/locales/en.json }]",
      {
        'package.json': '{"dependencies":{"i18next":"1"}}',
        'client/a.tsx': keys('a', 'b'),
        'client/locales/en.json': texts('a'),
        'server/a.ts': keys('b'),
        'server/locales/en.json': texts('b', 'old'),
      },
      ['client b', '? server old'],
    ],
    [
      'follow the library of their package',
      OWN,
      {
        ...APPS,
        'apps/web/src/b.tsx': `${HOOK}t('count', { count: 2 });`,
        'apps/admin/package.json': uses('vue-i18n'),
        'apps/admin/src/a.tsx':
          "import { useI18n } from 'vue-i18n';\nconst { t } = useI18n(); t('title'); t('ns:x', { count: 2 });",
      },
      ['apps/admin ns:x', 'apps/web count_one', 'apps/web count_other'],
    ],
    [
      'go to the namespaces of their package',
      "{ code: ['{apps,packages}/*/src/**'], catalog: 'apps/*/public/{namespace}.json' }",
      {
        'apps/web/package.json': uses('i18next', '@acme/ui'),
        'apps/web/public/shop.json': texts('title'),
        'apps/web/src/a.tsx': "t('shop:title'); t('shop:new');",
        'apps/admin/package.json': uses('i18next'),
        'apps/admin/public/shop.json': texts('old'),
        'apps/admin/src/a.tsx': "t('users:list');",
        'packages/ui/package.json': '{"name":"@acme/ui"}',
        'packages/ui/src/a.tsx': "t('ui:save');",
      },
      [
        'apps/admin/public/users.json list',
        'apps/web/public/shop.json new',
        'apps/web/public/ui.json save',
        '? apps/admin/public/shop.json old',
      ],
    ],
  ])('%s', async (_, config, files, expected) => {
    expect(await extract(config, files)).toEqual(expected);
  });

  test.each<[name: string, extract: string, code: string]>([
    ['two parts with one catalog', `[${WEB}, ${WEB}]`, 'shared-catalog'],
    ['a pattern that matches no catalog', OWN.replace('en.json', 'sv.json'), 'no-extract'],
  ])('%s are refused', async (_, config, code) => {
    const error: unknown = await extract(config, APPS).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ExtractError);
    expect(error).toMatchObject({ code });
  });
});
