import { symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { extractKeys, loadConfig } from '../../src/index.js';
import type { Extraction } from '../../src/index.js';
import { listCode } from '../../src/code/extract/list-code.js';
import { Project } from '../support/project.js';

function linked(project: Project, links: Readonly<Record<string, string>>): void {
  for (const [link, target] of Object.entries(links)) {
    symlinkSync(target, project.path(link));
  }
}

async function filesOf(root: string): Promise<readonly string[]> {
  return (await listCode(root, ['src/**/*.ts'])).files;
}

describe.skipIf(process.platform === 'win32')('symbolic links among code', () => {
  const files = { 'src/a.ts': '', 'src/ui/b.ts': '', 'lib/c.ts': '', 'out/d.ts': '' };

  test('loops are not walked, alone or with each other', async () => {
    const project = new Project(files);
    linked(project, {
      'src/self': '.',
      'src/up': '..',
      'src/ui/loop': '../../src',
      'src/ui/lib': '../../lib',
      'lib/ui': '../src/ui',
      'src/nowhere': 'nothing',
      'src/round.ts': 'round.ts',
    });
    expect(await filesOf(project.root)).toEqual(['lib/c.ts', 'src/a.ts', 'src/ui/b.ts']);
  });

  test('a file is read once, by its real name', async () => {
    const project = new Project(files);
    linked(project, { 'src/lib': '../lib', 'src/again': 'ui', 'src/e.ts': 'a.ts' });
    expect(await filesOf(project.root)).toEqual(['lib/c.ts', 'src/a.ts', 'src/ui/b.ts']);
  });

  test('none is followed out of the project, nor into packages', async () => {
    const project = new Project({ 'app/src/a.ts': '', 'lib/c.ts': '', 'lib/one.ts': '' });
    project.write('app/node_modules/p/d.ts', '');
    linked(project, {
      'app/src/lib': '../../lib',
      'app/src/one.ts': '../../lib/one.ts',
      'app/src/p': '../node_modules/p',
      root: 'app',
    });
    expect(await listCode(project.path('app'), ['src/**/*.ts'])).toEqual({
      files: ['src/a.ts'],
      outside: ['src/lib', 'src/one.ts'],
    });
    const behind = await listCode(project.path('app'), ['src/lib/*.ts', 'src/one.ts']);
    expect(behind).toEqual({ files: [], outside: ['src/lib', 'src/one.ts'] });
    // Those that no pattern names are nobody's concern.
    const some = ['src/**/*.ts', '!src/lib/**', '!src/one.ts'];
    expect(await listCode(project.path('app'), some)).toEqual({ files: ['src/a.ts'], outside: [] });
    expect(await listCode(project.path('app'), ['src/*.js'])).toEqual({ files: [], outside: [] });
    // The project itself may be behind a link.
    linked(project, { 'app/src/own': '../more' });
    project.write('app/more/e.ts', '');
    const both = ['more/e.ts', 'src/a.ts'];
    expect(await filesOf(project.path('root'))).toEqual(both);
  });

  test('a link out of the project is reported, and no key counts as unused', async () => {
    const project = new Project({
      'app/service.config.yaml': `version: 1
source: en
targets: [de]
catalogs:
  - files: locales/{locale}.json
extract: { code: ['src/**/*.ts'], catalog: locales/en.json }
`,
      'app/src/a.ts': "t('a', 'A');\n",
      'app/locales/en.json': '{"old":"Old"}',
      'shared/b.ts': "t('old');\n",
    });
    linked(project, { 'app/src/shared': '../../shared' });
    const run = async (): Promise<Extraction> =>
      extractKeys(await loadConfig({ cwd: project.path('app'), env: {} }), { prune: true });
    const { problems, added, unused } = await run();
    expect(problems).toMatchObject([{ code: 'code-outside', file: 'src/shared' }]);
    expect(problems[0]?.message).toContain('"!src/shared/**"');
    expect(added).toMatchObject([{ key: 'a' }]);
    expect(unused).toEqual([]);
    // As the message says.
    const config = project.read('app/service.config.yaml');
    const left = "'src/**/*.ts', '!src/shared', '!src/shared/**'";
    project.write('app/service.config.yaml', config.replace("'src/**/*.ts'", left));
    expect(await run()).toMatchObject({ problems: [], unused: [{ key: 'old' }] });
  });

  test.each([
    ['i18next, for all of them', { '@acme/i18n': 'workspace:*' }, '{ "shop": "Shop" }'],
    ['i18next, through another one', { '@acme/ui': 'workspace:*' }, '{ "shop": "Shop" }'],
    [
      'i18next, where the app has a library of its own',
      { '@acme/i18n': '*', 'vue-i18n': '11' },
      '{ "shop": "Shop", "ns:a": "A" }',
    ],
  ])('a package of the monorepo has %s', async (_, dependencies, expected) => {
    const project = new Project({
      'apps/web/service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ files: 'locales/{locale}/*.json' }]
extract: { code: ['src/**/*.ts'], catalog: 'locales/en/{namespace}.json', namespace: app }
`,
      'apps/web/package.json': JSON.stringify({ dependencies }),
      'apps/web/src/a.ts': "import { t } from '@acme/i18n'; t('ns:a', 'A'); t('shop');",
      'apps/web/locales/en/app.json': '{"shop":"Shop"}',
      'packages/i18n/package.json': '{"name":"@acme/i18n","peerDependencies":{"i18next":"25"}}',
      'packages/ui/package.json': '{"name":"@acme/ui","dependencies":{"@acme/i18n":"*"}}',
    });
    project.write('apps/web/node_modules/none.txt', '');
    project.write('node_modules/@acme/none.txt', '');
    linked(project, {
      'apps/web/node_modules/@acme': '../../../node_modules/@acme',
      'node_modules/@acme/i18n': '../../packages/i18n',
      'node_modules/@acme/ui': '../../packages/ui',
    });
    await extractKeys(await loadConfig({ cwd: project.path('apps/web'), env: {} }));
    expect(project.json('apps/web/locales/en/app.json')).toEqual(JSON.parse(expected));
  });
});
