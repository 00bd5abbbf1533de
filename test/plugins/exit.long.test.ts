import { describe, expect, test } from 'vitest';
import { app, runScript } from './support.js';

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
      const project = app(options === '{}' ? {} : { 'locales/de.json': '{}\n' });
      const stdout = await runScript(project, script.replace('OPTIONS', options) + ALIVE);
      expect(JSON.parse(stdout.trim())).toEqual([]);
    }
  });
});
