import { utimesSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'undici';
import { createServer } from 'vite';
import type { ViteDevServer } from 'vite';
import { createServer as createVite5 } from 'vite5';
import { createServer as createVite6 } from 'vite6';
import { createServer as createVite7 } from 'vite7';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openContext } from '../../plugins/core/context.js';
import { localeSync } from '../../plugins/vite.js';
import { dev, WAIT } from './dev-server.js';
import type { Create } from './dev-server.js';
import { app, COMPLETE, CONFIG, MISSING, settled } from './support.js';

interface Page {
  /** Addresses of catalogs that changed. */
  readonly updated: string[];
  reloads: number;
  say(message: object): void;
}

/** What Vite's client in a page hears. */
async function openPage({ config }: ViteDevServer, url: string): Promise<Page> {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- what a page of that version sends
  const address = `${url.replace('http', 'ws')}/?token=${config.webSocketToken}`;
  const socket = new WebSocket(address, 'vite-hmr');
  onTestFinished(() => socket.close());
  const page: Page = {
    updated: [],
    reloads: 0,
    say: (message) => socket.send(JSON.stringify(message)),
  };
  socket.addEventListener('message', ({ data }) => {
    const { type, event, data: given } = JSON.parse(String(data)) as Heard;
    if (type === 'full-reload') page.reloads += 1;
    if (event === 'locale-sync:update' && given !== undefined) page.updated.push(given.url);
  });
  await new Promise((opened) => socket.addEventListener('open', opened, { once: true }));
  return page;
}

interface Heard {
  readonly type: string;
  readonly event?: string;
  readonly data?: { readonly url: string };
}

describe.each([
  ['Vite 5', createVite5 as unknown as Create],
  ['Vite 6', createVite6 as unknown as Create],
  ['Vite 7', createVite7 as unknown as Create],
  ['Vite 8', createServer],
])('%s', (_, create) => {
  test('a second dev server without its hooks, as of React Router, is not stopped', async () => {
    const project = app(MISSING);
    const hookless: Create = (config) =>
      create({ ...config, plugins: [{ ...localeSync(), configureServer: () => undefined }] });
    const { url } = await dev(project.root, {}, hookless);
    expect((await fetch(`${url}/src/main.js`)).status).toBe(200);
  });

  test('the client of every page loads the badge, below any base', async () => {
    const project = app();
    const below: Create = (config) => create({ ...config, base: '/app/' });
    const { url } = await dev(project.root, {}, below);
    const client = await (await fetch(`${url}/app/@vite/client`)).text();
    const [badge = ''] = /\/app\/@id\/[^"']*locale-sync\/badge/.exec(client) ?? [];
    expect(await (await fetch(url + badge)).text()).toContain('locale-sync-badge');
    const { url: plain } = await dev(project.root, { badge: false }, below);
    expect(await (await fetch(`${plain}/app/@vite/client`)).text()).not.toContain('badge');
  });

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
    expect(said.join('\n')).toMatch(/2 missing in de, fr; first \S*locales\/en\.json:4:\d+ new/);
    project.write('locales/en.json', '{\n  "title": "Welcome",\n  "hello": "Hello {name}"\n}\n');
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
  });

  test('a saved catalog reaches a page that listens, and reloads one that does not', async () => {
    const project = app();
    const { server, url, status } = await dev(project.root, {}, create);
    for (const module of ['src/main.js', 'locales/de.json?import']) {
      await (await fetch(`${url}/${module}`)).text();
    }
    await expect.poll(status, WAIT).toMatchObject({ pending: false });
    const [listening, other] = await Promise.all([openPage(server, url), openPage(server, url)]);
    listening.say({ type: 'custom', event: 'locale-sync:listening' });
    await sleep(200);
    project.write('locales/de.json', '{\n  "title": "Hallo!",\n  "hello": "Hallo {name}"\n}\n');
    await expect.poll(() => listening.updated, WAIT).toHaveLength(1);
    const [update] = listening.updated;
    expect(await (await fetch(`${url}${update}?import&t=1`)).text()).toContain('Hallo!');
    await expect.poll(() => other.reloads, WAIT).toBe(1);
    expect(listening.reloads).toBe(0);
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
    const shared = openContext({ mode: 'sync', ci: true }, { root: project.root }).project;
    expect(await settled(() => shared.runs)).toBeGreaterThan(1);
  });

  test('a server that starts anew with the same plugin goes on', async () => {
    const project = app();
    const { server, status } = await dev(project.root, {}, create);
    await expect.poll(status, WAIT).toMatchObject({ pending: false, ok: true });
    await server.restart();
    await sleep(1500);
    project.write('locales/fr.json', '{}\n');
    await expect.poll(status, WAIT).toMatchObject({ ok: false });
    project.write('locales/fr.json', COMPLETE['locales/fr.json']);
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    const shared = openContext({}, { root: project.root }).project;
    await server.close();
    const { runs } = shared;
    project.write('locales/fr.json', '{}\n');
    shared.changed(project.path('src/main.js'));
    await sleep(500);
    expect(shared.runs).toBe(runs);
  });
});

test('below a base the panel has its data, and at the root too', async () => {
  const project = app();
  const { url, status } = await dev(project.root, {}, (config) =>
    createServer({ ...config, base: '/shop/' }),
  );
  await expect.poll(status, WAIT).toMatchObject({ ok: true });
  for (const path of ['/__locale-sync', '/shop/__locale-sync']) {
    const panel = await (await fetch(`${url}${path}/status`)).text();
    const [, script = ''] = /src="([^"]*\/panel\.js)"/.exec(panel) ?? [];
    expect((await fetch(url + script)).headers.get('content-type')).toMatch(/javascript/);
    // Where the script asks for it: beside itself.
    const data = new URL('status.json', url + script);
    expect(await (await fetch(data)).json()).toMatchObject({ ok: true });
  }
});

test('pages hear of no catalog that the server keeps from them', async () => {
  const project = app({
    'service.config.yaml': `${CONFIG}  - files: src/texts/{locale}.json\n`,
    ...Object.fromEntries(
      ['en', 'de', 'fr'].map((locale) => [`src/texts/${locale}.json`, '{ "a": "A" }\n']),
    ),
  });
  const { server, status } = await dev(project.root, {}, (config) =>
    createServer({
      ...config,
      server: { ...config.server, fs: { allow: [project.path('src')] } },
    }),
  );
  await expect.poll(status, WAIT).toMatchObject({ ok: true });
  const send = vi.spyOn(server.environments.client.hot, 'send');
  const heard = (): string[] =>
    send.mock.calls.flatMap(([name, data]) =>
      name === 'locale-sync:update' ? [(data as { file: string }).file] : [],
    );
  project.write('locales/de.json', COMPLETE['locales/de.json'].replace('Willkommen', 'Moin'));
  await expect
    .poll(() => {
      project.write('src/texts/de.json', `{ "a": "${Date.now()}" }\n`);
      return heard();
    }, WAIT)
    .toContain('src/texts/de.json');
  expect(new Set(heard())).toEqual(new Set(['src/texts/de.json']));
});

test('two servers beside each other tell a problem once', async () => {
  const project = app();
  const servers = [await dev(project.root), await dev(project.root)];
  for (const { status } of servers) await expect.poll(status, WAIT).toMatchObject({ ok: true });
  project.write('locales/fr.json', '{ "title": "Bienvenue" }\n');
  for (const { status } of servers) await expect.poll(status, WAIT).toMatchObject({ ok: false });
  expect(servers.flatMap(({ said }) => said)).toEqual([
    expect.stringMatching(/1 missing in fr; first .* hello/),
  ]);
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
  await expect.poll(status, { timeout: 60_000, interval: 1 }).toMatchObject({ ok: false });
  project.write('locales/en.json', good);
  await expect.poll(status, WAIT).toMatchObject({ ok: true });
});

test.each([
  ['by a run that is certain of what it saw', -3600],
  ['by one that is not, for its folder may have changed under it', 3600],
])(
  'a target that the watcher does not tell of is told all the same, once, %s',
  async (_, seconds) => {
    const project = app();
    // In the future: no run can know that nothing comes or goes.
    const changedAt = Date.now() / 1000 + seconds;
    utimesSync(project.path('locales'), changedAt, changedAt);
    const { server, status } = await dev(project.root, { mode: 'sync', ci: true });
    await expect.poll(status, WAIT).toMatchObject({ ok: true });
    const french = project.path('locales/fr.json');
    server.watcher.unwatch(french);
    const changed: string[] = [];
    server.watcher.on('change', (path: string) => changed.push(path));
    const english = project.read('locales/en.json').replace('{', '{ "new": "New",');
    project.write('locales/en.json', english);
    const german = project.path('locales/de.json');
    await expect.poll(() => changed, WAIT).toEqual(expect.arrayContaining([french, german]));
    await sleep(500);
    expect(changed.filter((path) => path === french || path === german)).toHaveLength(2);
  },
);
