import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folder } from './helpers.js';

const run = promisify(execFile);

/** A module hook under which the package `typescript` is not installed. */
const hook = `export async function resolve(specifier, context, next) {
  if (specifier !== 'typescript') return next(specifier, context);
  const error = new Error("Cannot find package 'typescript'");
  throw Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' });
}`;

test('a TypeScript config without the package typescript says what to install', async () => {
  const root = folder({
    'service.config.ts': 'export default {}',
    'hook.mjs': hook,
    'main.ts': `import { register } from 'node:module';
import { loadConfig } from ${JSON.stringify(pathToFileURL(join(process.cwd(), 'src/config/index.ts')).href)};
register('./hook.mjs', import.meta.url);
// Node that runs TypeScript itself needs no package; here it must not.
Object.defineProperty(process.features, 'typescript', { value: false, configurable: true });
try { await loadConfig({ cwd: import.meta.dirname, env: {} }); } catch (error) { console.log(error.code + '\\n' + error.message + '\\n' + error.hint); }`,
    'package.json': '{"type":"module"}',
  });
  const { stdout } = await run(process.execPath, ['--import', 'tsx', join(root, 'main.ts')]);
  expect(stdout).toMatch(/^no-loader\n/);
  expect(stdout).toContain('npm install --save-dev typescript');
});
