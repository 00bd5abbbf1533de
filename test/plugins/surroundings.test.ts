import { chmodSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BUNDLERS } from './bundlers.js';
import { dev, WAIT } from './dev-server.js';
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

describe('what is around the catalogs, in dev', { timeout: 300_000 }, () => {
  test('a folder that cannot be read is named, and the next save finds it readable', async () => {
    const project = folders();
    symlinkSync('fr', project.path('locales/fr'));
    const { said, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ pending: false, ok: false });
    expect(said.join('\n')).toMatch(/locales\/fr.*ELOOP/s);
    project.remove('locales/fr');
    project.write('locales/fr/app.json', '{\n  "title": "Bienvenue"\n}\n');
    // The watcher of the bundler does not look into what was no folder; any save does.
    project.write('locales/en/app.json', `${EN}\n`);
    await expect.poll(status, WAIT).toMatchObject({ ok: true, error: null });
  });

  // The user of a container may do anything.
  test.skipIf(process.getuid?.() === 0)('nor one that nobody may enter', async () => {
    const project = folders();
    project.write('locales/fr/app.json', DE);
    chmodSync(project.path('locales/fr'), 0o000);
    const { said, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ pending: false, ok: false });
    chmodSync(project.path('locales/fr'), 0o755);
    expect(said.join('\n')).toMatch(/locales\/fr.*EACCES/s);
  });

  test('a target that is deleted is work to do, a source that is gone an error; both come back', async () => {
    const project = app();
    const [en, fr] = ['en', 'fr'].map((locale) => project.read(`locales/${locale}.json`));
    const { said, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    project.remove('locales/fr.json');
    await expect.poll(status, WAIT).toMatchObject({ ok: false, error: null });
    expect(said.join('\n')).toMatch(/2 missing in fr; first .*locales\/\w+\.json:\d+:\d+ .*sync/);
    project.write('locales/fr.json', fr ?? '');
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    project.remove('locales/en.json');
    await expect.poll(status, WAIT).toMatchObject({ ok: false, error: { code: 'no-files' } });
    expect(said.join('\n')).toMatch(/no source file matches "locales\/\{locale\}\.json"/);
    expect(said.join('\n')).toMatch(/service\.config\.yaml:\d+/);
    project.write('locales/en.json', en ?? '');
    await expect.poll(status, WAIT).toMatchObject({ ok: true, error: null });
  });

  test('a pattern that cannot be read is told with its place and the mistake, and is followed', async () => {
    const extract = (code: string): string =>
      `${CONFIG}extract:\n  code: ['${code}']\n  catalog: locales/en.json\n`;
    const project = app({ 'service.config.yaml': extract('src/**/[*.js') });
    const { url, said, status } = await dev(project.root, { extract: true });
    for (const [config, place, mistake] of [
      [undefined, 8, 'a "[" has no "]"'],
      [CONFIG.replace('{locale}.json', '{locale.json'), 6, 'a "{" has no "}"'],
      [CONFIG.replace('locales/', '../../'), 6, '".." leaves the root'],
    ] as const) {
      if (config !== undefined) project.write('service.config.yaml', config);
      await expect.poll(() => said.join('\n'), WAIT).toContain(`service.config.yaml:${place}:`);
      await expect.poll(() => said.join('\n'), WAIT).toContain(mistake);
      expect(await status()).toMatchObject({ ok: false, error: { code: 'invalid-pattern' } });
      expect((await fetch(`${url}/src/main.js`)).status).toBe(200);
    }
    project.write('service.config.yaml', extract('src/**/*.js'));
    await expect.poll(status, WAIT).toMatchObject({ ok: true, error: null });
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
    const { status } = await dev(project.root, { extract: true });
    await expect
      .poll(() => Object.keys(project.json('locales/en.json') as object).sort(), WAIT)
      .toEqual(['astro', 'hello', 'svelte', 'title', 'vue']);
    await expect.poll(status, WAIT).toMatchObject({ extraction: { error: null } });
  });
});

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
