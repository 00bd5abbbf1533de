import { expect, onTestFinished, test } from 'vitest';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report } from '../../src/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

const CONFIG = `version: 1
service: { url: 'https://api.example.com' }
source: en
targets: [de]
catalogs: [{ files: 'l/{locale}.json' }]
`;
const SOURCE = '{ "a": "Hello {{name}}", "b": "Delete account", "c": "By hand" }\n';
const LOCK = 'locale-sync.lock';

function project(files: Readonly<Record<string, string>> = {}): Project {
  const own = {
    'service.config.yaml': CONFIG,
    'l/en.json': SOURCE,
    'l/de.json': '{ "c": "Von Hand" }',
  };
  return new Project({ ...own, ...files }, 'rehearsal');
}

/** @param url of the service; default: the config's */
async function run(
  { root }: Project,
  command: 'sync' | 'check' | 'plan',
  url?: string,
): Promise<{ readonly report: Report; readonly named: number }> {
  const env = { SERVICE_AUTH_KEY: KEY, ...(url === undefined ? {} : { SERVICE_URL: url }) };
  let named = 0;
  const engine = createEngine(await loadConfig({ cwd: root, env }), {
    onEvent: (event) => {
      if (event.type === 'rehearsed') named = event.texts;
    },
  });
  const made = await engine[command]();
  await engine.close();
  return { report: 'report' in made ? made.report : made, named };
}

const STALE = { code: 'stale', message: expect.stringContaining('pseudo-translation') as string };

test('texts of a rehearsal are translated once a real service is configured, and others stay', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const repository = project();
  expect((await run(repository, 'sync', 'embedded')).report.ok).toBe(true);
  expect((await run(repository, 'check', 'embedded')).report.ok).toBe(true);
  const rehearsed = repository.read('l/de.json');
  for (const state of ['kept', 'gone']) {
    if (state === 'gone') repository.remove('.locale-sync');
    for (const url of [service.url, undefined]) {
      const { report, named } = await run(repository, 'check', url);
      expect(report).toMatchObject({ ok: false, locales: { de: { stale: 2, current: 1 } } });
      expect(report.problems).toMatchObject([STALE, STALE]);
      expect(named).toBe(2);
    }
  }
  const { report: planned } = await run(repository, 'plan', service.url);
  const { report, named } = await run(repository, 'sync', service.url);
  expect(report).toMatchObject({ ok: true, texts: 2, characters: planned.characters });
  expect(named).toBe(2);
  expect(repository.read('l/de.json')).toContain('"c": "Von Hand"');
  // This service answers as the embedded one does: only the lock tells whose texts they are.
  expect(repository.read('l/de.json')).toBe(rehearsed);
  repository.remove('.locale-sync');
  expect((await run(repository, 'check', service.url)).report).toMatchObject({ ok: true });
  expect((await run(repository, 'sync', service.url)).report).toMatchObject({ requests: 0 });
});

test('texts of a rehearsal are known by their looks if the lock is lost', async () => {
  const repository = project();
  await run(repository, 'sync', 'embedded');
  repository.remove('.locale-sync');
  repository.remove(LOCK);
  const { report } = await run(repository, 'check');
  expect(report).toMatchObject({ ok: false, locales: { de: { stale: 2, current: 1 } } });
});

test('a text of a rehearsal whose key is renamed is not moved, but translated', async () => {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const repository = project();
  await run(repository, 'sync', 'embedded');
  repository.write('l/en.json', SOURCE.replace('"b"', '"bye"'));
  expect((await run(repository, 'sync', service.url)).report).toMatchObject({ ok: true, texts: 2 });
  expect((await run(repository, 'check', service.url)).report).toMatchObject({ ok: true });
});

test('a text of a rehearsal that a person changed is theirs', async () => {
  const repository = project();
  await run(repository, 'sync', 'embedded');
  const text = repository.json('l/de.json') as Readonly<Record<string, string>>;
  repository.write('l/de.json', JSON.stringify({ ...text, b: '[de Konto löschen]' }));
  const { report } = await run(repository, 'check');
  expect(report).toMatchObject({ locales: { de: { stale: 1, edited: 1, current: 1 } } });
});

test('without a real service, a rehearsal is as good as a translation', async () => {
  const repository = project({ 'service.config.yaml': CONFIG.replace(/^service.*\n/m, '') });
  await run(repository, 'sync', 'embedded');
  expect((await run(repository, 'check')).report).toMatchObject({ ok: true });
});
