import { createServer } from 'vite';
import type { InlineConfig, ViteDevServer } from 'vite';
import { createServer as createVite6 } from 'vite6';
import { createServer as createVite7 } from 'vite7';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { LocaleSyncOptions } from '../../plugins/options.js';
import { localeSync } from '../../plugins/vite.js';
import type { LocaleSyncStatus } from '../../plugins/status.js';
import { closeBrowser, hasBrowser, openPage } from './browser.js';
import { app, CONFIG, MISSING } from './support.js';

const WAIT = { timeout: 15_000, interval: 50 };

interface Dev {
  readonly server: ViteDevServer;
  readonly url: string;
  /** What the terminal says. */
  readonly said: string[];
  readonly status: () => Promise<LocaleSyncStatus>;
}

type Create = (config: InlineConfig) => Promise<ViteDevServer>;

async function dev(
  root: string,
  options?: LocaleSyncOptions,
  create: Create = createServer,
): Promise<Dev> {
  const said: string[] = [];
  const silent = (): void => undefined;
  const say = (message: string): void => void said.push(message);
  const server = await create({
    root,
    configFile: false,
    server: { port: 0, host: '127.0.0.1', watch: { usePolling: false } },
    optimizeDeps: { noDiscovery: true },
    plugins: [localeSync(options)],
    customLogger: {
      hasWarned: false,
      info: silent,
      clearScreen: silent,
      hasErrorLogged: () => false,
      error: say,
      warn: say,
      warnOnce: say,
    },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const address = server.httpServer?.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? String(address?.port) : ''}`;
  const status = async (): Promise<LocaleSyncStatus> =>
    (await (await fetch(`${url}/__locale-sync/status.json`)).json()) as LocaleSyncStatus;
  return { server, url, said, status };
}

afterAll(closeBrowser);

describe.each([
  ['Vite 6', createVite6 as unknown as Create],
  ['Vite 7', createVite7 as unknown as Create],
  ['Vite 8', createServer],
])('%s', (_, create) => {
  test('a saved source is checked again, and told once it is repaired', async () => {
    const project = app();
    const { said, status } = await dev(project.root, {}, create);
    await expect.poll(status, WAIT).toMatchObject({ pending: false, ok: true });
    expect(said).toEqual([]);
    project.write(
      'locales/en.json',
      '{\n  "title": "Welcome",\n  "hello": "Hello {name}",\n  "new": "New"\n}\n',
    );
    await expect.poll(status, WAIT).toMatchObject({ ok: false });
    expect(said.join('\n')).toMatch(/locales\/en\.json:4:\d+: missing \[de\] new/);
    project.write('locales/en.json', '{\n  "title": "Welcome",\n  "hello": "Hello {name}"\n}\n');
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
  });

  test('in sync mode a saved source is translated, and what is written starts nothing', async () => {
    const project = app();
    const { status } = await dev(project.root, { mode: 'sync', ci: true }, create);
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    project.write(
      'locales/en.json',
      '{\n  "title": "Welcome",\n  "hello": "Hello {name}",\n  "new": "New"\n}\n',
    );
    await expect
      .poll(() => Object.keys(project.json('locales/de.json') as object), WAIT)
      .toEqual(['title', 'hello', 'new']);
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
  });
});

test('a file saved twice at once is read as it was saved last', async () => {
  const project = app();
  const { server, status } = await dev(project.root);
  await expect.poll(status, WAIT).toMatchObject({ pending: false, ok: true });
  const good = project.read('locales/en.json');
  // The watcher keeps the second change to itself, as chokidar does within 50 ms of the first.
  const changed = new Promise((done) => server.watcher.once('change', done));
  project.write('locales/en.json', good.replace('{', '{ "new": "New",'));
  await changed;
  await expect.poll(status, { timeout: 15_000, interval: 1 }).toMatchObject({ ok: false });
  project.write('locales/en.json', good);
  await expect.poll(status, WAIT).toMatchObject({ ok: true });
});

describe('bad input', () => {
  test('the server starts without a config and recovers when there is one', async () => {
    const project = app({ '.git/HEAD': '' });
    project.remove('service.config.yaml');
    const { said, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ error: { code: 'not-found' } });
    expect(said.join('\n')).toContain('locale-sync init');
    project.write('service.config.yaml', CONFIG);
    await expect.poll(status, WAIT).toMatchObject({ ok: true, error: null });
  });

  test('a config that becomes invalid and valid again is followed', async () => {
    const project = app();
    const { said, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    project.write('service.config.yaml', CONFIG.replace('targets', 'target'));
    await expect.poll(status, WAIT).toMatchObject({ ok: false, error: { code: 'unknown-key' } });
    expect(said.join('\n')).toMatch(/service\.config\.yaml:4:1/);
    project.write('service.config.yaml', CONFIG.replace('[de, fr]', '[de]'));
    await expect.poll(status, WAIT).toMatchObject({ ok: true, error: null });
    expect(Object.keys((await status()).locales)).toEqual(['de']);
  });

  test('a catalog saved half way is told with its place, and changes nothing else', async () => {
    const project = app();
    const { said, status } = await dev(project.root, { mode: 'sync', ci: true });
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    const german = project.read('locales/de.json');
    project.write('locales/en.json', '{\n  "title": "Welc');
    await expect.poll(status, WAIT).toMatchObject({ ok: false, error: { code: 'invalid-file' } });
    expect(said.join('\n')).toMatch(/locales\/en\.json:2:\d+/);
    expect(project.read('locales/de.json')).toBe(german);
    project.write('locales/en.json', '{\n  "title": "Welcome",\n  "hello": "Hello {name}"\n}\n');
    await expect.poll(status, WAIT).toMatchObject({ ok: true, error: null });
  });

  test('a service that is down is told, and the server answers meanwhile', async () => {
    const project = app({
      ...MISSING,
      'service.config.yaml': CONFIG.replace('embedded', 'http://127.0.0.1:9'),
    });
    const { url, said, status } = await dev(project.root, { mode: 'sync', ci: true });
    expect((await fetch(`${url}/`)).status).toBe(200);
    await expect.poll(status, WAIT).toMatchObject({ ok: false, error: { code: 'no-key' } });
    expect(said.join('\n')).toContain('SERVICE_AUTH_KEY');
  });

  test('a root with spaces and letters beyond ASCII works', async () => {
    const project = app(MISSING, 'Größe äöü 日本');
    const { said, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ pending: false, ok: false });
    expect(said.join('\n')).toMatch(/missing \[fr\] hello/);
  });

  test('catalogs outside of the root are watched', async () => {
    const project = app({
      'apps/shop/index.html': '<!doctype html>',
      'apps/shop/service.config.yaml': '',
    });
    project.remove('apps/shop/service.config.yaml');
    const { status } = await dev(project.path('apps/shop'));
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    project.write('locales/fr.json', MISSING['locales/fr.json']);
    await expect.poll(status, WAIT).toMatchObject({ ok: false });
  });
});

const PAGE = {
  'index.html': `<!doctype html><p id="text"></p><input id="state"><script type="module" src="/main.js"></script>`,
  'main.js': `import de from './locales/de.json';
import { onUpdate } from 'virtual:locale-sync/live';
const show = (messages) => { document.getElementById('text').textContent = messages.title; };
show(de);
onUpdate(({ locale, messages }) => { if (locale === 'de') show(messages); });
`,
};

describe.runIf(hasBrowser)('in the browser', () => {
  test('a saved source is translated and shown without the page losing its state', async () => {
    const project = app(PAGE);
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
    expect(await page.inputValue('#state')).toBe('kept');
  });

  test('a problem shows in the overlay, and the panel lists it with its place', async () => {
    const project = app({ ...PAGE, ...MISSING });
    const { url, said, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ pending: false });
    const page = await openPage(url);
    const overlay = page.locator('vite-error-overlay .message-body');
    await expect.poll(() => overlay.textContent(), WAIT).toContain(said.at(-1));
    const panel = await openPage(`${url}/__locale-sync`);
    await expect
      .poll(() => panel.textContent('#problems'), WAIT)
      .toMatch(/missingfrhellolocales\/en\.json:3:\d+/);
    project.write(
      'locales/fr.json',
      '{\n  "title": "Bienvenue",\n  "hello": "Bonjour {name}"\n}\n',
    );
    await expect.poll(() => panel.textContent('#state'), WAIT).toBe('Everything is translated.');
    await expect.poll(() => overlay.count(), WAIT).toBe(0);
  });
});
