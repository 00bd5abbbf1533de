import { chmodSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BUNDLERS } from './bundlers.js';
import { WAIT } from './dev-server.js';
import { HOSTS } from './hosts.js';
import { app, CONFIG } from './support.js';

const FOLDERS = CONFIG.replace('locales/{locale}.json', "'locales/{locale}/*.json'");
const EN = '{\n  "title": "Welcome"\n}\n';
const DE = '{\n  "title": "Willkommen"\n}\n';

/** With a folder for each locale. */
function folders(): ReturnType<typeof app> {
  const project = app({ 'service.config.yaml': FOLDERS });
  project.write('locales/en/app.json', EN);
  project.write('locales/de/app.json', DE);
  return project;
}

describe.each(HOSTS)(
  'what is around the catalogs, in dev: %s',
  { timeout: 300_000 },
  (_, start) => {
    test('a folder that cannot be read is named, and the next save finds it readable', async () => {
      const project = folders();
      symlinkSync('fr', project.path('locales/fr'));
      const { said, isWell } = await start(project.root);
      await expect.poll(said, WAIT).toMatch(/locales\/fr.*ELOOP/s);
      expect(await isWell()).toBe(false);
      project.remove('locales/fr');
      project.write('locales/fr/app.json', '{\n  "title": "Bienvenue"\n}\n');
      // The watcher of the bundler does not look into what was no folder; any save does.
      project.write('locales/en/app.json', `${EN}\n`);
      await expect.poll(isWell, WAIT).toBe(true);
    });

    // The user of a container may do anything.
    test.skipIf(process.getuid?.() === 0)('nor one that nobody may enter', async () => {
      const project = folders();
      project.write('locales/fr/app.json', DE);
      chmodSync(project.path('locales/fr'), 0o000);
      const { said, isWell } = await start(project.root);
      await expect.poll(said, WAIT).toMatch(/locales\/fr.*EACCES/s);
      expect(await isWell()).toBe(false);
      chmodSync(project.path('locales/fr'), 0o755);
    });

    test('a target that is deleted is work to do, a source that is gone an error; both come back', async () => {
      const project = app();
      const [en, fr] = ['en', 'fr'].map((locale) => project.read(`locales/${locale}.json`));
      const { said, isWell } = await start(project.root);
      await expect.poll(isWell, WAIT).toBe(true);
      project.remove('locales/fr.json');
      await expect
        .poll(said, WAIT)
        .toMatch(/2 missing in fr; first .*locales\/\w+\.json:\d+:\d+ .*sync/);
      project.write('locales/fr.json', fr ?? '');
      await expect.poll(isWell, WAIT).toBe(true);
      project.remove('locales/en.json');
      await expect.poll(said, WAIT).toMatch(/no source file matches "locales\/\{locale\}\.json"/);
      expect(said()).toMatch(/service\.config\.yaml:\d+/);
      expect(await isWell()).toBe(false);
      project.write('locales/en.json', en ?? '');
      await expect.poll(isWell, WAIT).toBe(true);
    });

    test('a catalog and a config that are saved half way are told with their line, until they are whole', async () => {
      const project = app();
      const { said, isWell, isUp } = await start(project.root);
      await expect.poll(isWell, WAIT).toBe(true);
      for (const [file, broken, place] of [
        [
          'locales/fr.json',
          '{\n  "title": "Bienvenue",\n  "hello": "Bonj',
          /locales\/fr\.json:3:\d+/,
        ],
        ['locales/en.json', '{\n  "title": \n}\n', /locales\/en\.json:3:\d+/],
        ['service.config.yaml', `${CONFIG}target: [it]\n`, /service\.config\.yaml:7:1.*targets/s],
      ] as const) {
        const whole = project.read(file);
        project.write(file, broken);
        await expect.poll(said, WAIT).toMatch(place);
        await expect.poll(isWell, WAIT).toBe(false);
        await isUp(() => project.write('src/main.js', `${project.read('src/main.js')}\n`));
        project.write(file, whole);
        await expect.poll(isWell, WAIT).toBe(true);
      }
    });

    test('catalogs are followed while the bundler cannot build the code', async () => {
      const project = app({
        'src/main.js': "import './Page.vue';\nimport './half.js';\n",
        'src/Page.vue': '<template><p>{{ $t("title") }}</p></template>\n',
        'src/half.js': 'if (\n',
      });
      const [french, main] = [project.read('locales/fr.json'), 'console.log(1);\n'];
      const { said, isWell, isUp } = await start(project.root);
      await isUp(() => project.write('src/half.js', 'if (x\n'));
      project.write('locales/fr.json', '{\n  "title": "Bien');
      await expect.poll(said, WAIT).toMatch(/locales\/fr\.json:2:\d+/);
      expect(await isWell()).toBe(false);
      project.write('locales/fr.json', french);
      project.write('src/main.js', main);
      await expect.poll(isWell, WAIT).toBe(true);
    });

    test('two apps of a monorepo have their own versions, catalogs and mistakes', async () => {
      const files = Object.entries({ old: '9.14.0', new: '11.1.0' }).flatMap(([name, version]) => [
        [`apps/${name}/package.json`, JSON.stringify({ dependencies: { 'vue-i18n': version } })],
        [`apps/${name}/service.config.yaml`, CONFIG],
        [`apps/${name}/index.html`, '<script type="module" src="/src/main.js"></script>'],
        [`apps/${name}/src/main.js`, 'console.log(1);\n'],
        ...['en', 'de', 'fr'].map((locale) => [`apps/${name}/locales/${locale}.json`, EN]),
      ]);
      const project = app(Object.fromEntries(files) as Record<string, string>);
      const [old, recent] = await Promise.all(
        ['old', 'new'].map((name) => start(project.path(`apps/${name}`))),
      );
      await expect.poll(old!.isWell, WAIT).toBe(true);
      project.write('apps/new/locales/de.json', '{\n  "title": \n}\n');
      await expect.poll(recent!.said, WAIT).toMatch(/apps\/new\/locales\/de\.json:3:\d+/);
      await expect.poll(recent!.isWell, WAIT).toBe(false);
      await old!.isUp(() => project.write('apps/old/src/main.js', 'console.log(2);\n'));
      await expect.poll(old!.isWell, WAIT).toBe(true);
      project.write('apps/new/locales/de.json', DE);
      await expect.poll(recent!.isWell, WAIT).toBe(true);
      expect(old!.said()).not.toContain('de.json');
    });

    test('a pattern that cannot be read is told with its place and the mistake, and is followed', async () => {
      const extract = (code: string): string =>
        `${CONFIG}extract:\n  code: ['${code}']\n  catalog: locales/en.json\n`;
      const project = app({ 'service.config.yaml': extract('src/**/[*.js') });
      const { said, isWell, isUp } = await start(project.root, { extract: true });
      for (const [config, place, mistake] of [
        [undefined, 8, 'a "[" has no "]"'],
        [CONFIG.replace('{locale}.json', '{locale.json'), 6, 'a "{" has no "}"'],
        [CONFIG.replace('locales/', '../../'), 6, '".." leads outside the root'],
      ] as const) {
        if (config !== undefined) project.write('service.config.yaml', config);
        await expect.poll(said, WAIT).toContain(`service.config.yaml:${place}:`);
        await expect.poll(said, WAIT).toContain(mistake);
        expect(await isWell()).toBe(false);
        await isUp(() => project.write('src/main.js', `${project.read('src/main.js')}\n`));
      }
      project.write('service.config.yaml', extract('src/**/*.js'));
      await expect.poll(isWell, WAIT).toBe(true);
    });

    test('code that cannot be read is told with its line, and its keys stay until it can', async () => {
      const project = app({
        'service.config.yaml': `${CONFIG}extract: { code: ['src/**/*.js'], catalog: locales/en.json }\n`,
        'src/main.js': "import './shop.js';\n",
        'src/shop.js': "t('title');\nt('hello');\n",
      });
      const source = project.read('locales/en.json');
      const { said, isUp } = await start(project.root, { extract: true });
      await isUp(() => project.write('src/shop.js', "t('title');\nt('hello'\nif (\n"));
      await expect.poll(said, WAIT).toMatch(/src\/shop\.js:3 .*Its known keys were kept\. Fix it/);
      expect(project.read('locales/en.json')).toBe(source);
      project.write('src/shop.js', "t('title');\nt('hello');\nt('price', 'Price');\n");
      await expect.poll(() => project.read('locales/en.json'), WAIT).toContain('"price": "Price"');
    });

    test('components are searched for keys without a compiler of their library', async () => {
      const extract =
        'extract:\n  code: ["src/**/*.{vue,svelte,astro}"]\n  catalog: locales/en.json\n';
      const project = app({
        'service.config.yaml': CONFIG + extract,
        'src/A.vue': `<template><p>{{ $t('title') }} {{ $t('vue') }}</p></template>\n`,
        'src/B.svelte': `<script>import { _ } from 'svelte-i18n'</script>\n<p>{$_('svelte')}</p>\n`,
        'src/C.astro': `---\nimport { t } from 'i18next';\n---\n<p>{t('astro')} {t('hello')}</p>\n`,
      });
      const { said } = await start(project.root, { extract: true });
      await expect
        .poll(() => Object.keys(project.json('locales/en.json') as object).sort(), WAIT)
        .toEqual(['astro', 'hello', 'svelte', 'title', 'vue']);
      await expect.poll(said, WAIT).toContain('3 keys added from code, 3 without text; ');
      expect(said()).not.toMatch(/keys in code:|cannot/);
    });
  },
);

test('apps of a monorepo build with versions of their own', { timeout: 300_000 }, async () => {
  const project = app();
  const main = "import de from '../locales/de.json';\nconsole.log(de.title);\n";
  for (const [name, version] of [
    ['old', '9.14.0'],
    ['new', '11.1.0'],
  ] as const) {
    const base = `apps/${name}`;
    const manifest = { type: 'module', dependencies: { 'vue-i18n': version } };
    project.write(`${base}/package.json`, JSON.stringify(manifest));
    project.write(`${base}/service.config.yaml`, CONFIG);
    project.write(`${base}/index.html`, '<script type="module" src="/src/main.js"></script>');
    project.write(`${base}/src/main.js`, main);
    for (const [locale, text] of Object.entries({ en: EN, de: DE, fr: DE }))
      project.write(`${base}/locales/${locale}.json`, text);
  }
  project.write('apps/new/locales/fr.json', '{}\n');
  const [old, recent] = await Promise.all([
    BUNDLERS['Vite 5']?.(project.path('apps/old')),
    BUNDLERS['Vite 7']?.(project.path('apps/new')),
  ]);
  expect(old).toMatchObject({ failed: false });
  expect(recent).toMatchObject({ failed: true });
  expect(recent?.said).toMatch(/missing \[fr\] title/);
});
