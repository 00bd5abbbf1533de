import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const CONFIG = 'source: en\ntargets: [de, fr]\ncatalogs: [{ files: "l/{locale}/*.json" }]\n';

/** A config in a folder of a repository. */
const project = (): Project =>
  new Project({
    'apps/web/service.config.yaml': CONFIG,
    'apps/web/l/en/a.json': '{"a": "One"}',
    'apps/web/l/en/b.json': '{"b": "Two"}',
    'other/l/en/a.json': '{}',
  });

test.each<[folder: string, glob: string, texts: number | 'none']>([
  ['apps/web', 'l/en/a.json', 2],
  ['apps/web', './l/**/a.json', 2],
  ['apps/web', 'l/de', 2],
  ['apps/web', '.', 4],
  ['apps/web/l', 'en/a.json', 2],
  ['apps/web/l', 'l/en/a.json', 'none'],
  ['apps/web/l', '**/a.json', 2],
  ['apps/web/l/en', '*.json', 4],
  ['apps/web/l/en', 'b.json', 2],
  ['apps/web/l/en', '../de/b.json', 1],
  ['apps/web/l/en', '../../../web/l/de/*', 2],
  ['apps/web/l/en', '..', 4],
])('in %s, --files %s selects %s texts', async (folder, glob, texts) => {
  const report = await project().report(['plan', '--cwd', folder, '--files', glob]);
  expect(report).toMatchObject(
    texts === 'none' ? { code: 2, error: { code: 'no-match' } } : { code: 0, texts },
  );
});

test.each<[glob: string, texts: number | 'none']>([
  ['apps/web/l/en/a.json', 2],
  ['apps/*/l/de/*.json', 2],
  ['**/b.json', 2],
  ['apps', 4],
  ['l/en/a.json', 'none'],
  ['other/l/en/a.json', 'none'],
])('above the config, --files %s selects %s texts', async (glob, texts) => {
  const report = await project().report([
    ...['plan', '--config', 'apps/web/service.config.yaml', '--files', glob],
  ]);
  expect(report).toMatchObject(
    texts === 'none' ? { code: 2, error: { code: 'no-match' } } : { code: 0, texts },
  );
});

test('an answer is remembered for the folder that it was asked in', async () => {
  const files = project();
  const env = { env: { SERVICE_URL: 'embedded' } };
  const run = (cwd: string) => files.report(['sync', '--cwd', cwd, '--files', 'en'], env);
  for (let i = 0; i < 2; i += 1) {
    expect(await run('apps/web/l')).toMatchObject({ code: 0, error: null });
    expect(await run('apps/web')).toMatchObject({ code: 2, error: { code: 'no-match' } });
  }
});

test('a plan of a folder is carried out from another one', async () => {
  const files = project();
  const env = { env: { SERVICE_URL: 'embedded' } };
  const plan = ['plan', '--cwd', 'apps/web/l/en', '--files', 'a.json', '--out', '../../plan.json'];
  expect((await files.run(plan, env)).code).toBe(0);
  const sync = ['sync', '--cwd', 'apps/web', '--plan', 'plan.json'];
  expect(await files.report(sync, env)).toMatchObject({ code: 0, texts: 2 });
});
