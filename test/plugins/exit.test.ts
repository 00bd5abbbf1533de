import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { symlinkSync, mkdirSync } from 'node:fs';
import { app } from './support.js';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What of ours would keep a process up: asked of Node itself when the bundler has ended. */
const ALIVE = `const alive = process.getActiveResourcesInfo().filter((name) => /Timeout|FSEvent|TCP|Immediate/.test(name));
console.log(JSON.stringify(alive));
`;

describe('nothing is alive at exit', () => {
  test.each([
    [
      'Vite',
      `import { build } from 'vite';
import { localeSync } from 'locale-sync/vite';
await build({ root: import.meta.dirname, configFile: false, logLevel: 'silent', plugins: [localeSync(OPTIONS)] });
`,
    ],
    [
      'webpack',
      `import webpack from 'webpack';
import { LocaleSyncPlugin } from 'locale-sync/webpack';
const compiler = webpack({ mode: 'development', context: import.meta.dirname, entry: './src/main.js', plugins: [new LocaleSyncPlugin(OPTIONS)] });
await new Promise((done, fail) => compiler.run((error) => compiler.close(() => (error ? fail(error) : done()))));
`,
    ],
  ])('%s, checked and synced', async (_, script) => {
    for (const options of ['{}', "{ mode: 'sync', ci: true }"]) {
      const project = app({ 'build.mjs': script.replace('OPTIONS', options) + ALIVE });
      if (options !== '{}') project.write('locales/de.json', '{}\n');
      mkdirSync(project.path('node_modules'));
      for (const name of ['vite', 'webpack']) {
        symlinkSync(join(ROOT, 'node_modules', name), project.path(`node_modules/${name}`), 'dir');
      }
      symlinkSync(ROOT, project.path('node_modules/locale-sync'), 'dir');
      const { stdout } = await run(process.execPath, ['build.mjs'], { cwd: project.root });
      expect(JSON.parse(stdout.trim())).toEqual([]);
    }
  });
});
