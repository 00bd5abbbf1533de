import { chmodSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from 'vite';
import type { InlineConfig, Plugin, ViteDevServer } from 'vite';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { marksIn } from '../../src/model/index.js';
import { closeBrowser, hasBrowser, openPage } from './browser.js';
import { dev, WAIT } from './dev-server.js';
import type { Create } from './dev-server.js';
import { app, COMPLETE, CONFIG, MISSING } from './support.js';

afterAll(closeBrowser);

const PAGE = {
  'index.html': `<!doctype html><p id="text"></p><p id="badge"></p><p id="served"></p><input id="state"><script type="module" src="/main.js"></script>`,
  'main.js': `import de from './locales/de.json';
import { onUpdate } from 'virtual:locale-sync/live';
import { onStatus, status } from 'virtual:locale-sync/status';
const put = (id, text) => { document.getElementById(id).textContent = text; };
put('text', de.title);
onUpdate(({ locale, file, messages }) => {
  if (locale === 'de') put(file.startsWith('public/') ? 'served' : 'text', messages.title);
});
const badge = ({ ok, locales }) => put('badge', ok + ' ' + locales.fr?.missing);
badge(status);
onStatus(badge);
`,
};

/** A framework such as Astro: renders the page, and reloads it for modules of server code alone. */
const framework: Plugin = {
  name: 'framework',
  enforce: 'post',
  configureServer: (server) => () => {
    server.middlewares.use((_, response, next) => {
      server
        .ssrLoadModule('/page.js')
        .then(({ default: page }) => response.end(page))
        .catch(next);
    });
  },
  hotUpdate: {
    order: 'post',
    handler({ modules, server, timestamp }) {
      if (this.environment.name !== 'ssr') return undefined;
      const { moduleGraph } = server.environments.client;
      const alone = modules.filter(({ id }) => moduleGraph.getModuleById(id ?? '') === undefined);
      for (const module of alone)
        this.environment.moduleGraph.invalidateModule(module, new Set(), timestamp, true);
      if (alone.length > 0) server.ws.send({ type: 'full-reload' });
      return alone.length > 0 ? [] : undefined;
    },
  },
};

const rendered = (config: InlineConfig): Promise<ViteDevServer> =>
  createServer({
    ...config,
    base: '/app/',
    appType: 'custom',
    plugins: [...(config.plugins ?? []), framework],
  });

/** Pages connect late, as on a busy machine. */
const slowClient: Plugin = {
  name: 'slow-client',
  transform: async (_, id) => {
    if (/client\.mjs$/.test(id)) await sleep(3000);
    return undefined;
  },
};

const RENDERED = {
  'page.js': `import de from './locales/de.json';
export default '<!doctype html><meta charset="utf-8"><script type="module" src="/app/@vite/client"></script><p id="text">' + de.title +
  '</p><script type="module" src="/app/live.js"></script>';
`,
  'live.js': `import { onUpdate } from 'virtual:locale-sync/live';
onUpdate(() => undefined);
`,
};

describe.runIf(hasBrowser)('in the browser', () => {
  test('a page that a framework renders has one badge, and the panel none', async () => {
    const project = app({ ...RENDERED, ...MISSING });
    const { url, status } = await dev(project.root, {}, rendered);
    await expect.poll(status, WAIT).toMatchObject({ pending: false, ok: false });
    const page = await openPage(`${url}/app/`);
    const badge = page.locator('locale-sync-badge a');
    await expect.poll(() => badge.allTextContents(), WAIT).toEqual(['1 to translate']);
    expect(await badge.getAttribute('href')).toBe(`${url}/app/__locale-sync`);
    const panel = await openPage(`${url}/app/__locale-sync/status`);
    await expect.poll(() => panel.textContent('#state'), WAIT).toBe('Something is open.');
    await panel.waitForTimeout(500);
    expect(await panel.locator('locale-sync-badge').count()).toBe(0);
  });

  test('a listening page is loaded anew for every save of what its server code imports', async () => {
    const project = app(RENDERED);
    const { url, status } = await dev(project.root, {}, rendered);
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    const page = await openPage(`${url}/app/`);
    for (const title of ['Grüezi', 'Servus', 'Moin']) {
      await page.waitForTimeout(1500);
      const german = project.read('locales/de.json');
      project.write('locales/de.json', german.replace(/"title": ".*?"/, `"title": "${title}"`));
      await expect.poll(() => page.textContent('#text'), WAIT).toBe(title);
    }
  });

  test('a page that was rendered before a save and connected after it is loaded anew', async () => {
    const project = app(RENDERED);
    const slow: Create = (config) =>
      rendered({ ...config, plugins: [...(config.plugins ?? []), slowClient] });
    const { url, status } = await dev(project.root, { badge: false }, slow);
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    const german = project.read('locales/de.json');
    const page = await openPage(`${url}/app/`, { waitUntil: 'commit' });
    await expect.poll(() => page.textContent('#text'), WAIT).toBe('Willkommen');
    project.write('locales/de.json', german.replace('Willkommen', 'Servus'));
    await expect.poll(() => page.textContent('#text'), WAIT).toBe('Servus');
  });

  test('a saved source is translated and shown without the page losing its state', async () => {
    const project = app({
      ...PAGE,
      'service.config.yaml': `${CONFIG}  - files: public/texts/{locale}.json\n`,
      'public/texts/en.json': '{ "title": "Served" }\n',
    });
    const { url, status } = await dev(project.root, { mode: 'sync', ci: true });
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    // Known to be ours from now on, so that a changed source makes it stale.
    project.write('locales/en.json', '{\n  "title": "Welcome",\n  "hello": "Hello {name}"\n}\n');
    const page = await openPage(url);
    await expect.poll(() => page.textContent('#text'), WAIT).toBe('Willkommen');
    await page.fill('#state', 'kept');
    project.write(
      'locales/de.json',
      project.read('locales/de.json').replace('Willkommen', 'Grüezi'),
    );
    await expect.poll(() => page.textContent('#text'), WAIT).toBe('Grüezi');
    project.write('public/texts/de.json', '{ "title": "Aufgetischt" }\n');
    await expect.poll(() => page.textContent('#served'), WAIT).toBe('Aufgetischt');
    expect(await page.inputValue('#state')).toBe('kept');
  });

  test('of two pages the one that listens keeps its state, and the other is loaded anew', async () => {
    const project = app({
      ...PAGE,
      'plain.html': PAGE['index.html'].replace('/main.js', '/plain.js'),
      'plain.js': `import de from './locales/de.json';
document.getElementById('text').textContent = de.title;
`,
    });
    const { url, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    const pages = [await openPage(url), await openPage(`${url}/plain.html`)];
    const panel = await openPage(`${url}/__locale-sync/status`);
    await expect.poll(() => panel.textContent('#state'), WAIT).toBe('Everything is translated.');
    for (const page of pages) {
      await expect.poll(() => page.textContent('#text'), WAIT).toBe('Willkommen');
      await page.fill('#state', 'typed');
    }
    await panel.evaluate("document.body.setAttribute('data-first', 'yes')");
    for (const title of ['Grüezi', 'Servus']) {
      const german = project.read('locales/de.json');
      project.write('locales/de.json', german.replace(/"title": ".*?"/, `"title": "${title}"`));
      for (const page of pages) {
        await expect.poll(() => page.textContent('#text'), WAIT).toBe(title);
      }
    }
    expect(await pages[0]?.inputValue('#state')).toBe('typed');
    expect(await pages[1]?.inputValue('#state')).toBe('');
    expect(await panel.getAttribute('body', 'data-first')).toBe('yes');
  });

  test('a place in the panel opens in the editor', async () => {
    const project = app({ ...PAGE, ...MISSING });
    // What launch-editor starts: notes what it was asked to open.
    project.write('editor.sh', `#!/bin/sh\necho "$@" >> '${project.path('opened')}'\n`);
    chmodSync(project.path('editor.sh'), 0o755);
    vi.stubEnv('LAUNCH_EDITOR', project.path('editor.sh'));
    onTestFinished(() => void vi.unstubAllEnvs());
    const { url, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ pending: false });
    const panel = await openPage(`${url}/__locale-sync/status`);
    await panel.click('#problems button', { timeout: 60_000 });
    await expect
      .poll(() => project.has('opened') && project.read('opened'), WAIT)
      .toContain(project.path('locales/en.json'));
  });

  test('a problem shows in the overlay, and the panel lists it with its place', async () => {
    const project = app({ ...PAGE, ...MISSING });
    // Neither a person nor the service has finished it: the page is covered on request only.
    const { url, said, status } = await dev(project.root, { onProblem: { open: 'error' } });
    await expect.poll(status, WAIT).toMatchObject({ pending: false });
    const page = await openPage(url);
    const overlay = page.locator('vite-error-overlay .message-body');
    await expect.poll(() => overlay.textContent(), WAIT).toMatch(/missing \[fr\] hello/);
    expect(said).toEqual([expect.stringMatching(/1 missing in fr; first .* hello/)]);
    await expect.poll(() => page.textContent('#badge'), WAIT).toBe('false 1');
    const panel = await openPage(`${url}/__locale-sync/status`);
    await expect
      .poll(() => panel.textContent('#problems'), WAIT)
      .toMatch(/missingfrhellolocales\/en\.json:3:\d+/);
    project.write(
      'locales/fr.json',
      '{\n  "title": "Bienvenue",\n  "hello": "Bonjour {name}"\n}\n',
    );
    await expect.poll(() => panel.textContent('#state'), WAIT).toBe('Everything is translated.');
    await expect.poll(() => overlay.count(), WAIT).toBe(0);
    await expect.poll(() => page.textContent('#badge'), WAIT).toBe('true 0');
  });

  test('what is to be done is a quiet badge and a line, a mistake is an overlay', async () => {
    const project = app({ ...PAGE, ...MISSING });
    const { url, said, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ pending: false, ok: false });
    const page = await openPage(url);
    const badge = page.locator('locale-sync-badge a');
    const overlay = page.locator('vite-error-overlay .message-body');
    await expect.poll(() => badge.textContent(), WAIT).toBe('1 to translate');
    expect(await badge.getAttribute('href')).toBe(`${url}/__locale-sync`);
    expect(await overlay.count()).toBe(0);
    expect(said).toEqual([
      expect.stringMatching(/^locale-sync: 1 missing in fr; first .* hello; /),
    ]);
    project.write('locales/fr.json', '{\n  "title": "Bienvenue"\n');
    await expect.poll(() => overlay.textContent(), WAIT).toMatch(/fr\.json:\d+:\d+/);
    project.write('locales/fr.json', MISSING['locales/fr.json']);
    await expect.poll(() => overlay.count(), WAIT).toBe(0);
    await expect.poll(() => badge.textContent(), WAIT).toBe('1 to translate');
    await page.locator('locale-sync-badge button').last().click();
    await expect.poll(() => badge.count(), WAIT).toBe(0);
  });

  test('the overlay of a broken catalog stays when Vite stumbles over it, too', async () => {
    const project = app(PAGE);
    const { url, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    const page = await openPage(url);
    const german = project.read('locales/de.json');
    project.write('locales/de.json', german.replace('"title":', '"title"'));
    const overlay = page.locator('vite-error-overlay .message-body');
    const said = (): Promise<string> =>
      overlay.textContent({ timeout: 1000 }).then((text) => text ?? '', String);
    const words = /locale-sync: 1 problem[^]*de\.json:2:\d+/;
    await expect.poll(said, WAIT).toMatch(words);
    // What an import of it does. From here, for the page may be loading again.
    const imported = async () => (await fetch(`${url}/locales/de.json?import`)).status;
    await expect.poll(imported, WAIT).toBe(500);
    await page.waitForTimeout(500);
    await expect.poll(said, WAIT).toMatch(words);
    project.write('locales/de.json', german);
    await expect.poll(() => overlay.count(), WAIT).toBe(0);
    await expect.poll(() => page.textContent('#text'), WAIT).toBe('Willkommen');
  });

  test('the panel is the review page: an edit in it is written, and the app has it', async () => {
    const project = app({ ...PAGE, ...MISSING });
    const { url, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ pending: false });
    const panel = await openPage(`${url}/__locale-sync`);
    await panel.selectOption('select[aria-label=Locale]', 'fr');
    await panel.fill('#query', 'hello');
    await panel.locator('.row').first().click();
    await panel.locator('.list').focus();
    await panel.keyboard.press('e');
    await panel.fill('textarea', 'Bonjour {name}');
    await panel.keyboard.press('Control+Enter');
    await expect
      .poll(() => project.json('locales/fr.json'), WAIT)
      .toMatchObject({
        hello: 'Bonjour {name}',
      });
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    expect(await panel.getAttribute('header a', 'href')).toBe('/__locale-sync/status');
    // Neither another site nor whoever does not have the page may write.
    const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[]' };
    expect((await fetch(`${url}/__locale-sync/apply`, body)).status).toBe(403);
    await panel.close();
  });

  test('texts are edited in the page: also in attributes and in fetched catalogs, until it is done', async () => {
    const project = app({
      'service.config.yaml': `${CONFIG}  - files: public/texts/{locale}.json\n`,
      'public/texts/en.json': '{ "served": "Served", "code": "ltr" }\n',
      'public/texts/de.json': '{ "served": "Serviert", "code": "ltr" }\n',
      'public/texts/fr.json': '{ "served": "Servi", "code": "ltr" }\n',
      'index.html': `<!doctype html><p>Plain <b id="served"></b></p><input id="field"><button id="own">Count</button><p id="code"></p><script type="module" src="/main.js"></script>`,
      'main.js': `import de from './locales/de.json';
const { served, code } = await (await fetch('/texts/en.json')).json();
document.getElementById('served').textContent = served;
document.getElementById('code').textContent = code;
document.getElementById('field').placeholder = de.title;
document.getElementById('own').onclick = (event) => (event.target.textContent += '!');
`,
    });
    const { url, status } = await dev(project.root, { badge: false });
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    const page = await openPage(url);
    const served = page.locator('#served');
    await expect.poll(() => served.textContent(), WAIT).toBe('Served');
    const panel = await openPage(`${url}/__locale-sync/status`);
    await panel.click('#edit');
    const bar = page.locator('locale-sync-edit p');
    await expect.poll(() => bar.count(), WAIT).toBe(1);
    expect(await panel.locator('locale-sync-edit').count()).toBe(0);
    await expect
      .poll(async () => marksIn((await served.textContent()) ?? ''), WAIT)
      .toMatchObject([{ unit: ['en', 'public/texts/en.json', 'served'] }]);
    expect(await page.textContent('#code')).toBe('ltr');
    const review = page.frameLocator('locale-sync-edit iframe');
    await page.click('#field');
    await expect.poll(() => review.locator('h2').textContent(), WAIT).toBe('title');
    expect(await review.locator('.place').textContent()).toContain('locales/de.json');
    // The source's text is shown in every language.
    await served.click();
    await expect.poll(() => review.locator('.row').count(), WAIT).toBe(2);
    // Without a unit, a click is the app's.
    await page.click('#own');
    expect(await page.textContent('#own')).toBe('Count!');
    await bar.getByRole('button').click();
    await expect.poll(() => served.textContent(), WAIT).toBe('Served');
    expect(await page.locator('locale-sync-edit').count()).toBe(0);
    expect(await (await fetch(`${url}/texts/en.json`)).text()).toBe(
      project.read('public/texts/en.json'),
    );
  });

  test('a text in a modal dialog of the app is edited above it, and a broken config is no end of it', async () => {
    const project = app({
      'index.html': `<!doctype html><dialog id="dialog" style="inset:0 0 auto auto;width:400px;height:400px"><p id="text"></p></dialog><script type="module" src="/main.js"></script>`,
      'main.js': `import de from './locales/de.json';
import { onUpdate } from 'virtual:locale-sync/live';
const [dialog, text] = [document.getElementById('dialog'), document.getElementById('text')];
text.textContent = de.title;
onUpdate(({ locale, messages }) => { if (locale === 'de') text.textContent = messages.title; });
dialog.showModal();
// As a focus trap and a click outside work in component libraries.
globalThis.lost = 0;
for (const type of ['focusin', 'pointerdown'])
  document.addEventListener(type, ({ target }) => { if (!dialog.contains(target)) globalThis.lost += 1; });
`,
    });
    const { url, status } = await dev(project.root, { badge: false });
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    const panel = await openPage(`${url}/__locale-sync/status`);
    await panel.click('#edit');
    const page = await openPage(url);
    await expect.poll(() => page.locator('locale-sync-edit p').count(), WAIT).toBe(1);
    const review = page.frameLocator('locale-sync-edit iframe');
    await page.hover('#text');
    const outline = page.locator('locale-sync-edit i');
    expect(
      await outline.evaluate(
        'document.querySelector("locale-sync-edit").shadowRoot.querySelector("i").matches(":popover-open")',
      ),
    ).toBe(true);
    await page.click('#text');
    await expect.poll(() => review.locator('h2').textContent(), WAIT).toBe('title');
    // The frame has the keys at once.
    await page.keyboard.press('e');
    await review.locator('textarea').fill('Hallo');

    const config = project.read('service.config.yaml');
    project.write('service.config.yaml', config.replace('targets: [de', 'targets: [d e'));
    await expect
      .poll(() => review.locator('#said').textContent(), WAIT)
      .toContain('service.config.yaml');
    expect(await review.locator('textarea').inputValue()).toBe('Hallo');
    project.write('service.config.yaml', config);
    await expect.poll(() => review.locator('#said').textContent(), WAIT).toBe('');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(() => project.json('locales/de.json'), WAIT)
      .toMatchObject({ title: 'Hallo' });
    await expect.poll(() => page.textContent('#text'), WAIT).toContain('Hallo');
    // Escape in the frame is about the text, and the app's dialog stays.
    await page.locator('locale-sync-edit button', { hasText: 'Close' }).click();
    expect(await page.evaluate('[lost, dialog.open]')).toEqual([0, true]);
  });

  test.each([
    [
      'i18next',
      '{{name}}',
      `import i18next from 'i18next';
import { applyToI18next } from 'locale-sync/i18next';
await i18next.init({ lng: 'de', resources: { de: { translation: de } } });
const show = () => put(i18next.t('title'), i18next.t('hello', { name: 'Ada' }));
i18next.on('languageChanged', show);
onUpdate(applyToI18next(i18next));
show();`,
    ],
    [
      'vue-i18n',
      '{name}',
      `import { createApp, h } from 'vue';
import { createI18n, useI18n } from 'vue-i18n';
import { applyToVueI18n } from 'locale-sync/vue-i18n';
const i18n = createI18n({ legacy: false, locale: 'de', messages: { de } });
const App = { setup: () => { const { t } = useI18n(); return () => [h('p', { id: 'title' }, t('title')), h('p', { id: 'hello' }, t('hello', { name: 'Ada' }))]; } };
createApp(App).use(i18n).mount('#app');
onUpdate(applyToVueI18n(i18n));`,
    ],
  ])(
    '%s: a text that is edited in the page changes without a reload',
    async (_, placeholder, code) => {
      const project = app({
        'index.html': `<!doctype html><div id="app"><p id="title"></p><p id="hello"></p></div><script type="module" src="/main.js"></script>`,
        'main.js': `import de from './locales/de.json';
import { onUpdate } from 'virtual:locale-sync/live';
const put = (title, hello) => { document.getElementById('title').textContent = title; document.getElementById('hello').textContent = hello; };
${code}
`,
        ...Object.fromEntries(
          Object.entries(COMPLETE)
            .filter(([file]) => file.startsWith('locales/'))
            .map(([file, text]) => [file, text.replace('{name}', placeholder)]),
        ),
      });
      const root = resolve(import.meta.dirname, '../..');
      const alias = {
        'locale-sync/i18next': `${root}/plugins/i18next.ts`,
        'locale-sync/vue-i18n': `${root}/plugins/vue-i18n.ts`,
        i18next: `${root}/node_modules/i18next/dist/esm/i18next.js`,
        'vue-i18n': `${root}/node_modules/vue-i18n/dist/vue-i18n.esm-browser.js`,
        vue: `${root}/node_modules/vue/dist/vue.runtime.esm-browser.js`,
      };
      const { url, status } = await dev(project.root, { badge: false }, (config) =>
        createServer({
          ...config,
          resolve: { alias },
          server: { ...config.server, fs: { allow: [root, project.root] } },
        }),
      );
      await expect.poll(status, WAIT).toMatchObject({ ok: true });
      const panel = await openPage(`${url}/__locale-sync/status`);
      await panel.click('#edit');
      const page = await openPage(url);
      await expect.poll(() => page.locator('locale-sync-edit p').count(), WAIT).toBe(1);
      await page.evaluate('globalThis.stays = true');
      const review = page.frameLocator('locale-sync-edit iframe');
      await page.click('#hello');
      await expect.poll(() => review.locator('h2').textContent(), WAIT).toBe('hello');
      await page.keyboard.press('e');
      await review.locator('textarea').fill(`Servus ${placeholder}`);
      await page.keyboard.press('Control+Enter');
      await expect.poll(() => page.textContent('#hello'), WAIT).toContain('Servus Ada');
      expect(await page.evaluate('globalThis.stays')).toBe(true);
    },
  );
});
