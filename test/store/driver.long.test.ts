import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Project } from '../support/project.js';
import { CLI } from '../support/project.js';
import { startTestService } from '../support/scenario.js';
import { catalog, checkout } from './support.js';

const URL = 'postgres://me:secret@127.0.0.1:1/db';

/** A checkout with this version of pg, and a locale-sync that finds no other. */
async function withDriver(version: string, code: string): Promise<Project> {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const files = {
    'locales/en.json': catalog(3),
    'node_modules/pg/package.json': JSON.stringify({ name: 'pg', version, main: './lib' }),
    'node_modules/pg/lib/index.js': code,
  };
  const project = checkout(files, { service, url: URL });
  const tool = project.path('tool');
  mkdirSync(tool);
  for (const file of ['cli.cjs', 'runs.cjs'])
    copyFileSync(`${dirname(CLI)}/${file}`, `${tool}/${file}`);
  project.command = [process.execPath, `${tool}/cli.cjs`];
  return project;
}

describe('the package pg', () => {
  test.each([
    ['too old to connect', '7.18.2', '', 'is too old; 8.0.3 or newer is needed'],
    ['a little too old', '8.0.2', '', 'is too old; 8.0.3 or newer is needed'],
    ['broken', '8.10.0', "require('./no-such-file')", 'cannot be loaded'],
  ])('is %s: the run goes on without the store, and says so', async (_, version, code, reason) => {
    const project = await withDriver(version, code);
    const report = await project.report(['sync']);
    expect(report).toMatchObject({ code: 0, ok: true, texts: 3 });
    expect(report.problems).toMatchObject([{ code: 'store-unavailable', severity: 'warning' }]);
    expect(report.problems[0]?.message).toContain(`the package pg ${reason}`);
    expect(report.problems[0]?.message).toContain('npm install --save-dev pg');
    expect(await project.run(['store', 'status'])).toMatchObject({ code: 3 });
  });
});
