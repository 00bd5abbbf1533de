import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { build, createServer, preview } from 'vite';
import type { Page } from 'playwright-core';
import { webpack } from 'webpack';
import { parse, parseAllDocuments } from 'yaml';
import type { Compiler, Configuration } from 'webpack';
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { withoutMarks } from '../../src/model/index.js';
import { closeBrowser, hasBrowser, openPage } from './browser.js';

const ROOT = resolve(import.meta.dirname, '../..');
const WAIT = { timeout: 60_000, interval: 50 };
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

/**
 * A copy of an example in a folder of its own, with the packages that `npm install` would put
 * there.
 */
function copyOf(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'locale-sync-example-')));
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

function titleIn(file: string): string | undefined {
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)['title'];
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
afterEach(() => void vi.unstubAllEnvs());

const silent = { logLevel: 'silent' as const };

/** The address of a dev server for an app. */
async function served(root: string): Promise<string> {
  const server = await createServer({ root, server: { port: 0, host: '127.0.0.1' }, ...silent });
  onTestFinished(() => server.close());
  await server.listen();
  return server.resolvedUrls?.local[0] ?? '';
}

describe.each(['react-i18next-vite', 'vue-i18n-vite'])('%s', { timeout: 300_000 }, (name) => {
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
      const url = await served(root);
      const german = (): string | undefined => titleIn(join(root, 'locales/de.json'));
      await expect.poll(german, WAIT).toBeTruthy();
      const page = await openPage(url);
      await page.waitForSelector('#locale', { timeout: 60_000 });
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

  test.runIf(hasBrowser)(
    'in dev, a click on a text opens it, and shows what is written',
    async () => {
      const root = copyOf(name);
      const url = await served(root);
      const page = await openPage(url);
      await page.waitForSelector('#locale', { timeout: 60_000 });
      await page.selectOption('#locale', 'de');
      await expect.poll(() => page.textContent('#title'), WAIT).toBe('Ihr Warenkorb');
      const panel = await openPage(`${url}__locale-sync/status`);
      await panel.click('#edit');
      await expect.poll(() => page.locator('locale-sync-edit').count(), WAIT).toBe(1);
      await page.selectOption('#locale', 'de');
      await page.locator('#more').click({ modifiers: ['Alt'] });
      await page.click('#title');
      const review = page.frameLocator('locale-sync-edit iframe');
      await expect.poll(() => review.locator('h2').textContent(), WAIT).toBe('title');
      await review.getByRole('button', { name: 'Edit', exact: false }).click();
      await review.locator('textarea').fill('Mein Korb');
      await review.locator('textarea').press('Control+Enter');
      await expect.poll(() => titleIn(join(root, 'locales/de.json')), WAIT).toBe('Mein Korb');
      const shown = async (): Promise<string> =>
        withoutMarks((await page.textContent('#title')) ?? '');
      await expect.poll(shown, WAIT).toBe('Mein Korb');
      // The page was not loaded again.
      expect(withoutMarks((await page.textContent('#items')) ?? '')).toBe('2 Artikel');
    },
  );
});

describe('webpack-icu', { timeout: 300_000 }, () => {
  test('is built, and switches its language', async () => {
    const root = copyOf('webpack-icu');
    const config = await webpackConfigOf(root);
    const errors = await new Promise<unknown[]>((done, fail) => {
      const compiler = webpack(config);
      compiler.run((error, stats) => {
        if (error !== null || stats === undefined) fail(error ?? new Error('no stats'));
        else compiler.close(() => done(stats.compilation.errors));
      });
    });
    expect(errors).toEqual([]);
    if (hasBrowser) await switchesLanguage(await openPage(await serve(root)));
  });

  test.runIf(hasBrowser)(
    'in dev, a saved text is translated and shown, and the page keeps its state',
    async () => {
      const root = copyOf('webpack-icu');
      edit(join(root, 'locales/de.json'), (catalog) => delete catalog['title']);
      vi.stubEnv('WEBPACK_SERVE', 'true');
      const config = await webpackConfigOf(root);
      // What `webpack serve` adds: replacement of modules, and a page that asks for it.
      const compiler = webpack({
        ...config,
        entry: ['webpack/hot/poll?100', './src/main.js'],
        output: { ...config.output, publicPath: '/dist/' },
      });
      new compiler.webpack.HotModuleReplacementPlugin().apply(compiler);
      // As its server does, too: no page gets files of a build that is still being written.
      const emitted = new Emitted(compiler);
      const watching = compiler.watch({ aggregateTimeout: 20 }, () => undefined);
      onTestFinished(
        () => new Promise((done) => watching?.close(() => compiler.close(() => done(undefined)))),
      );
      const file = join(root, 'locales/de.json');
      await expect.poll(() => titleIn(file), WAIT).toBeTruthy();
      await expect.poll(() => existsSync(join(root, 'dist/main.js')), WAIT).toBe(true);
      const page = await openPage(await serve(root, () => emitted.whole()));
      await page.waitForSelector('#locale option', { state: 'attached', timeout: 60_000 });
      await page.selectOption('#locale', 'de');
      await page.click('#more');
      const first = titleIn(file);
      await expect.poll(() => page.textContent('#title'), WAIT).toBe(first);
      edit(join(root, 'locales/en.json'), (catalog) => (catalog['title'] = 'Your things'));
      await expect.poll(() => titleIn(file), WAIT).not.toBe(first);
      await expect.poll(() => page.textContent('#title'), WAIT).toBe(titleIn(file));
      expect(await page.textContent('#items')).toBe('2 Artikel');
    },
  );
});

async function webpackConfigOf(root: string): Promise<Configuration> {
  const file = pathToFileURL(join(root, 'webpack.config.js')).href;
  return ((await import(file)) as { default: Configuration }).default;
}

/** The page and what was built, from a plain server. */
/** Whether a compiler that watches has written all files of its last build. */
class Emitted {
  #isBuilding = false;

  constructor({ hooks }: Compiler) {
    hooks.watchRun.tap('test', () => void (this.#isBuilding = true));
    hooks.done.tap('test', () => void (this.#isBuilding = false));
    hooks.failed.tap('test', () => void (this.#isBuilding = false));
  }

  async whole(): Promise<void> {
    while (this.#isBuilding) await sleep(10);
  }
}

/** @param whole resolves when files may be read */
async function serve(
  root: string,
  whole: () => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await whole();
    const path = request.url === '/' ? 'index.html' : (request.url ?? '').slice(1);
    const file = join(root, path);
    const isGiven = path === 'index.html' || /^dist\/[\w.-]+$/.test(path);
    if (!isGiven || !existsSync(file)) response.writeHead(404).end();
    else response.end(readFileSync(file));
  };
  const server = createHttpServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}/`;
}

describe('pre-build-script', { timeout: 300_000 }, () => {
  test('translates, then builds a page for each locale', async () => {
    const root = copyOf('pre-build-script');
    for (const script of ['translate.js', 'build.js'])
      execFileSync(process.execPath, [script], { cwd: root });
    const [en, de] = ['en', 'de'].map((locale) =>
      readFileSync(join(root, `dist/${locale}.html`), 'utf8'),
    );
    expect(en).toContain('Harbour tours');
    expect(de).toMatch(/<h1>.+<\/h1>/);
    expect(de).not.toContain('undefined');
    if (!hasBrowser) return;
    const page = await openPage(pathToFileURL(join(root, 'dist/en.html')).href);
    expect(await page.textContent('h1')).toBe('Harbour tours');
    await page.click('a[href="de.html"]');
    await page.waitForSelector('html[lang="de"]');
    expect(await page.textContent('h1')).toBe(titleIn(join(root, 'locales/de.json')));
  });
});

describe('CI workflows', () => {
  const workflow = (name: string): unknown =>
    parse(readFileSync(join(ROOT, 'examples/ci', name), 'utf8'));

  test('of GitHub check pull requests without a key, and translate on a schedule', () => {
    const [check, sync] = ['github-check.yml', 'github-sync.yml'].map(workflow);
    expect(check).toMatchObject({ on: 'pull_request', permissions: { contents: 'read' } });
    expect(JSON.stringify(check)).not.toContain('secrets.');
    expect(sync).toMatchObject({
      on: { schedule: [{ cron: expect.stringMatching(/^\S+( \S+){4}$/) as string }] },
      // What is written is written with the App's token.
      permissions: { contents: 'read' },
    });
    for (const { jobs } of [check, sync] as { jobs: Record<string, { steps: unknown[] }> }[]) {
      for (const { steps } of Object.values(jobs)) {
        // Each step does one thing: an action of a version, or a command.
        for (const step of steps as { uses?: string; run?: string }[]) {
          expect(step.uses === undefined ? step.run : step.uses).toMatch(
            step.uses === undefined ? /\S/ : /^(?:actions|locale-sync)(?:\/[\w-]+)+@v\d+$/,
          );
        }
      }
    }
  });

  test.each([
    'github-check.yml',
    'github-sync.yml',
    'github-shards.yml',
    'gitlab-ci.yml',
    'gitlab-shards.yml',
  ])('of docs/ci.md are those: %s', (name) => {
    const text = readFileSync(join(ROOT, 'examples/ci', name), 'utf8');
    expect(readFileSync(join(ROOT, 'docs/ci.md'), 'utf8')).toContain('```yaml\n' + text + '```');
  });

  test('of GitLab include the template, with inputs that it has', () => {
    const { include } = workflow('gitlab-ci.yml') as {
      include: { component: string; inputs: Record<string, string> }[];
    };
    const [{ spec }] = parseAllDocuments(
      readFileSync(join(ROOT, 'templates/locale-sync.yml'), 'utf8'),
    ).map((document) => document.toJS() as { spec: { inputs: object } }) as [
      { spec: { inputs: object } },
    ];
    expect(include).toHaveLength(1);
    for (const name of Object.keys(include[0]!.inputs)) expect(spec.inputs).toHaveProperty([name]);
  });

  test('of many runners give each its part', () => {
    const { jobs } = workflow('github-shards.yml') as {
      jobs: { propose: { strategy: { matrix: { shard: string[] } }; steps: { with: object }[] } };
    };
    const { strategy, steps } = jobs.propose;
    expect(strategy.matrix.shard).toEqual(Array.from({ length: 8 }, (_, at) => `${at + 1}/8`));
    expect(steps.at(-1)?.with).toMatchObject({ shard: '${{ matrix.shard }}' });
    const { translate } = workflow('gitlab-shards.yml') as { translate: { parallel: number } };
    expect(translate.parallel).toBe(8);
  });

  test('say commands of ours that exist', () => {
    const commands = commandsIn(workflow('github-check.yml'));
    expect(commands).toEqual(['npm ci', 'npx locale-sync check']);
    const text = readFileSync(join(ROOT, 'examples/ci/github-sync.yml'), 'utf8');
    const [, name = ''] = /command: (\w+)/.exec(text) ?? [];
    execFileSync(process.execPath, [join(ROOT, 'dist/cli.cjs'), name, '--help']);
  });
});

/** Every command that a workflow runs. */
function commandsIn(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => {
    if (name === 'run' && typeof value === 'string') return [value];
    if (name === 'script' && Array.isArray(value))
      return value.filter((line) => typeof line === 'string');
    return commandsIn(value);
  });
}
