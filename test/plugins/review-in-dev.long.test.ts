import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { webpack } from 'webpack';
import { openContext } from '../../plugins/core/context.js';
import { KEY, startTestService } from '../support/scenario.js';
import { webpackConfig } from './bundlers.js';
import { dev, WAIT } from './dev-server.js';
import { app, COMPLETE, MISSING, settled } from './support.js';

const SOURCE = 'locales/en.json';
const source = (title: string): string => COMPLETE[SOURCE].replace('Welcome', title);

/** A dev server that translates, with catalogs of people and a service that counts. */
async function translating(
  proposalDelay: number,
): Promise<{ readonly project: ReturnType<typeof app> } & Awaited<ReturnType<typeof started>>> {
  const project = app();
  return { project, ...(await started(project.root, proposalDelay)) };
}

async function started(root: string, proposalDelay: number) {
  const service = await startTestService();
  onTestFinished(() => service.close());
  vi.stubEnv('SERVICE_URL', service.url);
  vi.stubEnv('SERVICE_AUTH_KEY', KEY);
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await dev(root, { mode: 'sync', ci: true, proposalDelay });
  await expect.poll(server.status, WAIT).toMatchObject({ ok: true });
  return { service, ...server };
}

test('a proposal is asked for once an edit has rested, for the last text alone', async () => {
  const { project, service, status } = await translating(3000);
  for (const title of ['Hello', 'Hello you', 'Hello you all']) {
    project.write(SOURCE, source(title));
    await expect
      .poll(async () => (await status()).locales['de'], WAIT)
      .toMatchObject({ review: 1 });
    expect(service.counters().texts).toBe(0);
    await sleep(300);
  }
  await expect.poll(() => service.counters().texts, WAIT).toBe(2);
  await sleep(4000);
  // One text, for two languages, and never again.
  expect(service.counters().texts).toBe(2);
  project.write('locales/de.json', `${project.read('locales/de.json')}\n`);
  await sleep(4000);
  expect(service.counters().texts).toBe(2);
  expect(project.read('locales/de.json')).toContain('Willkommen');
});

test('an edit that is undone leaves nothing to review, and asks for nothing', async () => {
  const { project, service, status, said } = await translating(100);
  const lock = project.read('locale-sync.lock');
  project.write(SOURCE, source('Hello'));
  await expect.poll(() => service.counters().texts, WAIT).toBe(2);
  project.write(SOURCE, COMPLETE[SOURCE]);
  await expect.poll(status, WAIT).toMatchObject({ ok: true });
  await sleep(1000);
  expect(service.counters().texts).toBe(2);
  expect(project.read('locale-sync.lock')).toBe(lock);
  expect(said.join('\n')).toMatch(/^locale-sync: 2 to review in de, fr; first /);
});

test('a key that the service refuses is reported once', async () => {
  const { project, status, said } = await translating(100);
  vi.stubEnv('SERVICE_AUTH_KEY', 'refused');
  // Another engine, which reads the environment again.
  project.write('service.config.yaml', `${project.read('service.config.yaml')}# \n`);
  for (const [at, name] of ['one', 'two', 'three'].entries()) {
    project.write(SOURCE, COMPLETE[SOURCE].replace('{', `{ "${name}": "Text ${name}",`));
    await expect
      .poll(async () => (await status()).problems.some(({ key }) => key === name), WAIT)
      .toBe(true);
    if (at === 0) await expect.poll(() => said.length, WAIT).toBeGreaterThan(0);
  }
  await sleep(500);
  expect(said.filter((text) => text.includes('locale-sync failed'))).toHaveLength(1);
});

test('by webpack watching too', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  vi.stubEnv('SERVICE_URL', service.url);
  vi.stubEnv('SERVICE_AUTH_KEY', 'refused');
  onTestFinished(() => void vi.unstubAllEnvs());
  const project = app(MISSING);
  const options = { mode: 'sync', ci: true } as const;
  const warnings: string[] = [];
  let builds = 0;
  const compiler = webpack({ ...webpackConfig(project.root, options), mode: 'development' });
  const watching = compiler.watch({ aggregateTimeout: 20 }, (_, stats) => {
    builds += 1;
    warnings.push(...(stats?.compilation.warnings ?? []).map(({ message }) => message));
  });
  onTestFinished(
    () => new Promise((done) => watching?.close(() => compiler.close(() => done(undefined)))),
  );
  await expect.poll(() => warnings.length, WAIT).toBe(1);
  const { project: watched } = openContext(options, { root: project.root });
  // Each answer of the service has another request id.
  for (const name of ['one', 'two']) {
    project.write(SOURCE, COMPLETE[SOURCE].replace('{', `{ "${name}": "Text ${name}",`));
    const isSeen = (): boolean =>
      watched.last?.report?.problems.some(({ key }) => key === name) === true;
    await expect.poll(isSeen, WAIT).toBe(true);
    await settled(() => builds);
  }
  expect(warnings).toEqual([expect.stringContaining('Check SERVICE_AUTH_KEY')]);
});

test('a catalog that is deleted in dev is missing until it is back', async () => {
  const project = app();
  const { said, status } = await dev(project.root);
  await expect.poll(status, WAIT).toMatchObject({ ok: true });
  project.remove('locales/fr.json');
  await expect.poll(status, WAIT).toMatchObject({ ok: false });
  expect(said.at(-1)).toMatch(
    /2 missing in fr; first \S*locales\/en\.json:2:\d+ title; locale-sync sync/,
  );
  project.remove(SOURCE);
  await expect.poll(() => said.at(-1), WAIT).toContain('locales/');
  project.write(SOURCE, COMPLETE[SOURCE]);
  project.write('locales/fr.json', COMPLETE['locales/fr.json']);
  await expect.poll(status, WAIT).toMatchObject({ ok: true, error: null });
});

test('a target that is deleted in dev is not translated again, and the others are', async () => {
  const project = app();
  const { said, status } = await dev(project.root, { mode: 'sync', ci: true });
  await expect.poll(status, WAIT).toMatchObject({ ok: true });
  project.remove('locales/fr.json');
  await expect
    .poll(() => said.at(-1), WAIT)
    .toMatch(
      /fr\.json was deleted, .*\. To restore: git restore \S+fr\.json\. To translate again: locale-sync sync .*--locale fr$/,
    );
  project.write(
    SOURCE,
    '{\n  "title": "Welcome",\n  "hello": "Hello {name}",\n  "more": "More"\n}\n',
  );
  await expect.poll(() => project.read('locales/de.json'), WAIT).toContain('"more"');
  await expect.poll(() => said.at(-1), WAIT).toContain('3 missing in fr');
  expect(project.has('locales/fr.json')).toBe(false);
  project.write('locales/fr.json', COMPLETE['locales/fr.json']);
  await expect.poll(status, WAIT).toMatchObject({ ok: true, error: null });
  expect(project.json('locales/fr.json')).toMatchObject({
    title: 'Bienvenue',
    hello: 'Bonjour {name}',
  });
});
