import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, createServer, preview } from 'vite';
import type { Page } from 'playwright-core';
import { webpack } from 'webpack';
import type { Configuration } from 'webpack';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { closeBrowser, hasBrowser, openPage } from './browser.js';

const ROOT = resolve(import.meta.dirname, '../..');
const WAIT = { timeout: 20_000, interval: 50 };
const PACKAGES = [
  '@vitejs/plugin-vue',
  'i18next',
  'intl-messageformat',
  'react',
  'react-dom',
  'react-i18next',
  'vite',
  'vue',
  'vue-i18n',
  'webpack',
];

/** A copy of an example in a folder of its own, with the packages that `npm install` would put there. */
function copyOf(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'locale-sync-example-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const example = join(folder, name);
  cpSync(join(ROOT, 'examples', name), example, { recursive: true });
  for (const item of PACKAGES) {
    const link = join(example, 'node_modules', item);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', item), link, 'dir');
  }
  symlinkSync(ROOT, join(example, 'node_modules', 'locale-sync'), 'dir');
  return example;
}

function edit(file: string, change: (catalog: Record<string, string>) => void): void {
  const catalog = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  change(catalog);
  writeFileSync(file, `${JSON.stringify(catalog, null, 2)}\n`);
}

async function switchesLanguage(page: Page): Promise<void> {
  await expect.poll(() => page.textContent('#title'), WAIT).toBe('Your shopping cart');
  await page.selectOption('#locale', 'de');
  await expect.poll(() => page.textContent('#title'), WAIT).toBe('Ihr Warenkorb');
  await page.click('#more');
  await expect.poll(() => page.textContent('#items'), WAIT).toBe('2 Artikel');
  await page.selectOption('#locale', 'fr');
  await expect.poll(() => page.textContent('#items'), WAIT).toBe('2 articles');
}

afterAll(closeBrowser);
beforeEach(() => {
  // In CI the examples only check; here they show what they do on a developer's machine.
  vi.stubEnv('CI', '');
  return () => vi.unstubAllEnvs();
});

const silent = { logLevel: 'silent' as const };

describe.each(['react-i18next-vite', 'vue-i18n-vite'])('%s', { timeout: 90_000 }, (name) => {
  test('is built, and switches its language', async () => {
    const root = copyOf(name);
    await build({ root, ...silent });
    if (!hasBrowser) return;
    const server = await preview({ root, preview: { port: 0, host: '127.0.0.1' }, ...silent });
    onTestFinished(() => server.close());
    await switchesLanguage(await openPage(server.resolvedUrls?.local[0] ?? ''));
  });

  test.runIf(hasBrowser)(
    'in dev, a saved text is translated and shown, and the page keeps its state',
    async () => {
      const root = copyOf(name);
      // Left to be translated, so that it is machine text that follows its source.
      edit(join(root, 'locales/de.json'), (catalog) => delete catalog['title']);
      const server = await createServer({
        root,
        server: { port: 0, host: '127.0.0.1' },
        ...silent,
      });
      onTestFinished(() => server.close());
      await server.listen();
      const german = (): string | undefined =>
        (JSON.parse(readFileSync(join(root, 'locales/de.json'), 'utf8')) as Record<string, string>)[
          'title'
        ];
      await expect.poll(german, WAIT).toBeTruthy();
      const page = await openPage(server.resolvedUrls?.local[0] ?? '');
      await page.waitForSelector('#locale', { timeout: 20_000 });
      await page.selectOption('#locale', 'de');
      await page.click('#more');
      const first = german();
      await expect.poll(() => page.textContent('#title'), WAIT).toBe(first);
      edit(join(root, 'locales/en.json'), (catalog) => (catalog['title'] = 'Your things'));
      await expect.poll(german, WAIT).not.toBe(first);
      await expect.poll(() => page.textContent('#title'), WAIT).toBe(german());
      expect(await page.textContent('#items')).toBe('2 Artikel');
    },
  );
});

describe('webpack-icu', { timeout: 90_000 }, () => {
  test('is built, and switches its language', async () => {
    const root = copyOf('webpack-icu');
    const file = pathToFileURL(join(root, 'webpack.config.js')).href;
    const { default: config } = (await import(file)) as { default: Configuration };
    const errors = await new Promise<unknown[]>((done, fail) => {
      const compiler = webpack(config);
      compiler.run((error, stats) => {
        if (error !== null || stats === undefined) fail(error ?? new Error('no stats'));
        else compiler.close(() => done(stats.compilation.errors));
      });
    });
    expect(errors).toEqual([]);
    if (!hasBrowser) return;
    const server = createHttpServer((request, response) => {
      const path = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
      if (path !== 'index.html' && path !== 'dist/main.js') response.writeHead(404).end();
      else response.end(readFileSync(join(root, path)));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    await switchesLanguage(await openPage(`http://127.0.0.1:${String(port)}/`));
  });
});

describe('pre-build-script', { timeout: 60_000 }, () => {
  test('translates, then builds a page for each locale', () => {
    const root = copyOf('pre-build-script');
    for (const script of ['translate.js', 'build.js'])
      execFileSync(process.execPath, [script], { cwd: root });
    const [en, de] = ['en', 'de'].map((locale) =>
      readFileSync(join(root, `dist/${locale}.html`), 'utf8'),
    );
    expect(en).toContain('Harbour tours');
    expect(de).toMatch(/<h1>.+<\/h1>/);
    expect(de).not.toContain('undefined');
  });
});
