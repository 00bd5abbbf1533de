import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { app, MISSING } from './support.js';

const ROOT = resolve(import.meta.dirname, '../..');

test('under Vitest nothing is checked or translated, and the modules are there', async () => {
  const project = app({
    ...MISSING,
    'vite.config.js': `import { localeSync } from 'locale-sync/vite';
export default { plugins: [localeSync({ mode: 'sync', ci: true })] };
`,
    'app.test.js': `import { expect, test } from 'vitest';
import { onUpdate } from 'virtual:locale-sync/live';
import { onStatus, status } from 'virtual:locale-sync/status';
test('app', () => {
  expect(status).toMatchObject({ pending: true, problems: [] });
  for (const stop of [onUpdate(() => undefined), onStatus(() => undefined)]) stop();
});
`,
  });
  mkdirSync(project.path('node_modules'));
  symlinkSync(ROOT, project.path('node_modules/locale-sync'), 'dir');
  const vitest = resolve(ROOT, 'node_modules/vitest');
  symlinkSync(vitest, project.path('node_modules/vitest'), 'dir');
  const before = project.files();
  const { PATH, HOME } = process.env;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [resolve(vitest, 'vitest.mjs'), 'run'],
    { cwd: project.root, env: { PATH, HOME, NO_COLOR: '1' } },
  );
  expect(stdout).toMatch(/Tests +1 passed/);
  expect(stdout + stderr).not.toContain('locale-sync:');
  project.remove('node_modules/.vite');
  expect(project.files()).toEqual(before);
  expect(project.has('.locale-sync')).toBe(false);
});
