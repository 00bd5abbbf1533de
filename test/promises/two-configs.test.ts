import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report } from '../../src/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

const config = (folder: string): string =>
  `version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: ${folder}/{locale}.json\n`;

async function setting() {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  const project = new Project({
    'service.config.yaml': config('shop'),
    'admin.config.yaml': config('admin'),
    'shop/en.json': '{ "buy": "Buy", "sell": "Sell" }\n',
    'admin/en.json': '{ "users": "Users", "roles": "Roles" }\n',
  });
  const sync = async (file?: string): Promise<Report> =>
    createEngine(await loadConfig({ cwd: project.root, file, env })).sync();
  const lines = (): number =>
    readFileSync(join(project.root, 'locale-sync.lock'), 'utf8').split('\n').length;
  return { project, sync, lines };
}

const NOTHING = { ok: true, requests: 0, files: { written: 0 } };

test.each([undefined, '.locale-sync'])(
  'two configs of one folder keep the lines of each other (state removed: %s)',
  async (state) => {
    const { project, sync } = await setting();
    const other = 'admin.config.yaml';
    await sync();
    await sync(other);
    for (const file of [undefined, other]) {
      if (state !== undefined) project.remove(state);
      expect(await sync(file)).toMatchObject(NOTHING);
    }
    // Each writes the lock again, and still knows which texts are the machine's.
    project.write('shop/en.json', '{ "buy": "Buy now", "sell": "Sell" }\n');
    expect(await sync()).toMatchObject({ ok: true, files: { written: 1 } });
    project.write('admin/en.json', '{ "users": "All users", "roles": "Roles" }\n');
    expect(await sync(other)).toMatchObject({ ok: true, files: { written: 1 } });
    project.write('shop/en.json', '{ "buy": "Buy today", "sell": "Sell all" }\n');
    expect(await sync()).toMatchObject({ ok: true, files: { written: 1 } });
    expect(await sync(other)).toMatchObject(NOTHING);
  },
);

test('a config that is alone drops the lines of keys that are gone', async () => {
  const { project, sync, lines } = await setting();
  await sync();
  await sync('admin.config.yaml');
  const before = lines();
  project.remove('admin.config.yaml');
  project.write('shop/en.json', '{ "buy": "Buy" }\n');
  await sync();
  expect(lines()).toBeLessThan(before - 1);
});
