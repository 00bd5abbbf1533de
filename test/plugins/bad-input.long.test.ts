import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { KEY, service } from '../support/service.js';
import { dev, WAIT } from './dev-server.js';
import { app, CONFIG, MISSING } from './support.js';

const JSON_CONFIG = {
  version: 1,
  source: 'en',
  targets: ['de'],
  catalogs: [{ files: 'locales/{locale}.json' }],
};

describe('bad input in dev', { timeout: 300_000 }, () => {
  test('the server starts without a config and recovers when there is one', async () => {
    const project = app({ '.git/HEAD': '' });
    project.remove('service.config.yaml');
    const { said, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ error: { code: 'not-found' } });
    expect(said.join('\n')).toContain('locale-sync init');
    project.write('service.config.yaml', CONFIG);
    await expect.poll(status, WAIT).toMatchObject({ ok: true, error: null });
  });

  test.each(['service.config.yaml', 'service.config.json'])(
    'a config that comes to stand above the root is found: %s',
    async (name) => {
      const project = app({ '.git/HEAD': '', 'apps/web/index.html': '<!doctype html>' });
      project.remove('service.config.yaml');
      const { status } = await dev(project.path('apps/web'));
      await expect.poll(status, WAIT).toMatchObject({ error: { code: 'not-found' } });
      // When the server looks at everything a second time has passed.
      await sleep(1500);
      project.write(name, name.endsWith('json') ? JSON.stringify(JSON_CONFIG) : CONFIG);
      await expect.poll(status, WAIT).toMatchObject({ ok: true, error: null });
      project.write('locales/de.json', '{}\n');
      await expect.poll(status, WAIT).toMatchObject({ ok: false });
    },
  );

  test('a config that comes to stand nearer, or before the one that counts, takes its place', async () => {
    const project = app({ '.git/HEAD': '', 'apps/web/index.html': '<!doctype html>' });
    project.write('service.config.json', JSON.stringify(JSON_CONFIG));
    project.remove('service.config.yaml');
    const { status } = await dev(project.path('apps/web'));
    const locales = async (): Promise<string[]> => Object.keys((await status()).locales);
    await expect.poll(locales, WAIT).toEqual(['de']);
    project.write('service.config.yaml', CONFIG);
    await expect.poll(locales, WAIT).toEqual(['de', 'fr']);
    const near = { ...JSON_CONFIG, targets: ['it'] };
    project.write('apps/web/locales/en.json', '{}\n');
    project.write('apps/web/service.config.json', JSON.stringify(near));
    await expect.poll(locales, WAIT).toEqual(['it']);
    project.remove('apps/web/service.config.json');
    await expect.poll(locales, WAIT).toEqual(['de', 'fr']);
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
    expect(said.join('\n')).toMatch(/1 missing in fr; first .* hello/);
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

  test('a service that refuses is told, and translates by itself once it is back', async () => {
    const first = await service();
    const { port } = new URL(first.url);
    await first.close();
    vi.stubEnv('SERVICE_URL', first.url);
    vi.stubEnv('SERVICE_AUTH_KEY', KEY);
    onTestFinished(() => void vi.unstubAllEnvs());
    const project = app(MISSING);
    const { url, said, status } = await dev(project.root, { mode: 'sync', ci: true });
    await expect.poll(status, WAIT).toMatchObject({ ok: false, error: { code: 'network' } });
    expect(said.join('\n')).toContain(`127.0.0.1:${port}`);
    expect((await fetch(`${url}/`)).status).toBe(200);
    await service({ port: Number(port) });
    await expect
      .poll(status, { ...WAIT, timeout: 60_000 })
      .toMatchObject({ ok: true, error: null });
    expect(project.read('locales/fr.json')).toContain('{name}');
    // What stays as it is is told once, however often it was tried.
    expect(said).toHaveLength(1);
  });

  test('a service that takes eight seconds keeps nobody waiting', async () => {
    const slow = await service({ faults: [{ fault: 'latency', milliseconds: 8000 }] });
    vi.stubEnv('SERVICE_URL', slow.url);
    vi.stubEnv('SERVICE_AUTH_KEY', KEY);
    onTestFinished(() => void vi.unstubAllEnvs());
    const project = app(MISSING);
    const { url, status } = await dev(project.root, { mode: 'sync', ci: true });
    expect((await fetch(`${url}/src/main.js`)).status).toBe(200);
    // Saved while the first run waits: found when it has ended.
    project.write(
      'locales/en.json',
      '{\n  "title": "Welcome",\n  "hello": "Hello {name}",\n  "new": "New"\n}\n',
    );
    expect((await status()).pending).toBe(true);
    await expect
      .poll(() => Object.keys(project.json('locales/fr.json') as object), {
        ...WAIT,
        timeout: 60_000,
      })
      .toEqual(['title', 'hello', 'new']);
    await expect.poll(status, WAIT).toMatchObject({ ok: true, error: null });
  });

  test('a key that is missing is told with the name of its variable', async () => {
    const running = await service();
    vi.stubEnv('SERVICE_URL', running.url);
    vi.stubEnv('SERVICE_AUTH_KEY', undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const project = app(MISSING);
    const { said, status } = await dev(project.root, { mode: 'sync', ci: true });
    await expect.poll(status, WAIT).toMatchObject({ ok: false, error: { code: 'no-key' } });
    expect(said.join('\n')).toContain('export SERVICE_AUTH_KEY=');
    // Translated by hand instead, it is as good.
    project.write(
      'locales/fr.json',
      '{\n  "title": "Bienvenue",\n  "hello": "Bonjour {name}"\n}\n',
    );
    await expect.poll(status, WAIT).toMatchObject({ ok: true, error: null });
  });

  test('three apps of a monorepo, one config each, follow the catalogs that they share', async () => {
    const names = ['shop', 'admin', 'docs'];
    const files = names.flatMap((name) => [
      [
        `${name}.config.yaml`,
        `version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: shared/{locale}.json\n  - files: apps/${name}/{locale}.json\n`,
      ],
      [`apps/${name}/index.html`, '<!doctype html>'],
      [`apps/${name}/en.json`, '{ "own": "Own" }\n'],
      [`apps/${name}/de.json`, '{ "own": "Eigenes" }\n'],
    ]);
    const project = app({
      ...(Object.fromEntries(files) as Record<string, string>),
      'shared/en.json': '{ "save": "Save" }\n',
      'shared/de.json': '{ "save": "Sichern" }\n',
    });
    const servers = await Promise.all(
      names.map((name) =>
        dev(project.path(`apps/${name}`), { root: '../..', config: `${name}.config.yaml` }),
      ),
    );
    for (const { status } of servers) await expect.poll(status, WAIT).toMatchObject({ ok: true });
    project.write('apps/docs/de.json', '{}\n');
    await expect.poll(servers[2]!.status, WAIT).toMatchObject({ ok: false });
    expect(await servers[0]!.status()).toMatchObject({ ok: true });
    project.write('shared/de.json', '{}\n');
    const shared = /1 missing in de; first \S*shared\/en\.json:1:\d+ save/;
    const firsts = [shared, shared, /2 missing in de; first \S*docs\/en\.json:1:\d+ own/];
    for (const [i, { said, status }] of servers.entries()) {
      await expect.poll(status, WAIT).toMatchObject({ ok: false });
      await expect.poll(() => said.join('\n'), WAIT).toMatch(firsts[i]!);
      expect(said.join('\n')).toContain(`--config ${names[i]!}.config.yaml`.slice(9));
    }
    project.write('shared/de.json', '{ "save": "Speichern" }\n');
    for (const { status } of servers.slice(0, 2)) {
      await expect.poll(status, WAIT).toMatchObject({ ok: true });
    }
  });
});
