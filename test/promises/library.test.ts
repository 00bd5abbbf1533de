import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../src/client/public.js';
import { createEngine, loadConfig, recall, remember } from '../../src/index.js';
import type { Selection, Engine } from '../../src/index.js';
import type { RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

let service: RunningService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const env = () => ({ SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY });

function projectWith(more = ''): Project {
  return new Project({
    'service.config.yaml': `version: 1\nsource: en\ntargets: [de]\n${more}catalogs:\n  - files: l/{locale}.json\n`,
    'l/en.json': '{ "a": "Hello", "b": "{x}" }',
  });
}

async function engineOf(project: Project): Promise<Engine> {
  return createEngine(await loadConfig({ cwd: project.root, env: env() }));
}

test('a plan is carried out as it was made', async () => {
  const project = projectWith();
  const engine = await engineOf(project);
  const plan = await engine.plan();
  const report = await engine.apply(plan);
  expect(report).toMatchObject({ ok: true, requests: plan.report.requests, texts: 1 });
  expect(report.locales['de']).toMatchObject({ current: 2, missing: 0 });
  expect(await engine.status()).toMatchObject({ ok: true });
  await engine.close();
});

test('a name that the service does not know ends a plan as it ends a sync: nothing is sent or written', async () => {
  const reports = await Promise.all(
    [
      async (engine: Engine) => engine.apply(await engine.plan()),
      (engine: Engine) => engine.sync(),
    ].map(async (run) => {
      const project = projectWith('translate: { glossary: Nowhere }\n');
      const engine = await engineOf(project);
      const report = await run(engine);
      await engine.close();
      expect(project.has('l/de.json')).toBe(false);
      return report;
    }),
  );
  for (const report of reports) {
    expect(report).toMatchObject({ ok: false, requests: 0, files: { written: 0 } });
    expect(report.error).toMatchObject({ code: 'rejected' });
  }
  expect(reports[0]).toEqual(reports[1]);
});

test('a plan is made under what a name stands for when it is carried out, unless files are others now', async () => {
  const client = createClient({ baseUrl: service.url, key: KEY });
  await client.glossaries.create({
    name: 'Words',
    dictionaries: [{ sourceLang: 'en', targetLang: 'de', entries: [['Hello', 'Moin']] }],
  });
  await client.close();
  const project = projectWith('translate: { glossary: Words }\n');
  const engine = await engineOf(project);
  const stale = await engine.plan();
  project.write('l/en.json', '{ "a": "Hello", "c": "Bye" }');
  expect((await engine.apply(stale)).error).toMatchObject({ code: 'plan-outdated' });
  expect(project.has('l/de.json')).toBe(false);
  expect(await engine.apply(await engine.plan())).toMatchObject({ ok: true, texts: 2 });
  expect(project.read('l/de.json')).toContain('Moin');
  expect((await engine.status()).locales['de']).toMatchObject({ drifted: 0 });
  await engine.close();
});

test('what a run found with a service of the environment holds for a service of the same kind', async () => {
  const project = projectWith();
  const found = (given = {}) => recall({ cwd: project.root, env: given });
  expect((await project.run(['sync'], { env: { SERVICE_URL: 'embedded' } })).code).toBe(0);
  expect(found()).toBeUndefined();
  project.remove('l/de.json');
  project.remove('.locale-sync');
  project.remove('locale-sync.lock');
  expect((await project.run(['sync'], { env: env() })).code).toBe(0);
  // Texts that a service of this machine made may be pseudo-translations.
  expect(found()).toBeUndefined();
  expect(found(env())?.report.ok).toBe(true);
});

test('an answer stands only for a selection that it is true of', async () => {
  const project = projectWith();
  expect((await project.run(['sync'], { env: env() })).code).toBe(0);
  const where = { cwd: project.root, env: env() };
  const others: readonly Selection[] = [
    { keys: ['a'] },
    { retranslate: 'all' },
    { accept: true },
    { settled: true },
    { shard: { index: 1, of: 2 } },
    { locales: ['de'] },
    { files: ['l/*.json'] },
  ];
  expect(others.map((one) => recall(where, one))).toEqual(others.map(() => undefined));
  expect(recall(where, { proposals: false })?.report.ok).toBe(true);
  const engine = await engineOf(project);
  const config = await loadConfig(where);
  for (const selection of others) {
    project.remove('.locale-sync');
    const report = await engine.sync(selection);
    remember({ selection, config, engine, report, env: env() });
    const own = 'locales' in selection || 'files' in selection;
    expect(recall(where, selection) !== undefined, JSON.stringify(selection)).toBe(own);
    expect(recall(where), JSON.stringify(selection)).toBeUndefined();
  }
  await engine.close();
});

test('a config that is edited during a run has no answer from it', async () => {
  const project = projectWith();
  const config = await loadConfig({ cwd: project.root, env: env() });
  const engine = createEngine(config);
  const report = await engine.sync();
  project.write('service.config.yaml', 'version: 1\nsource: [');
  remember({ selection: {}, config, engine, report, env: env() });
  expect(recall({ cwd: project.root, env: env() })).toBeUndefined();
  await engine.close();
});
