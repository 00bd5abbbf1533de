import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folder } from './helpers.js';

const run = promisify(execFile);

test('a TypeScript config without the package typescript says what to install', async () => {
  const root = folder({
    'service.config.ts': 'export default {}',
    'main.ts': `import Module from 'node:module';
import { loadConfig } from ${JSON.stringify(pathToFileURL(join(process.cwd(), 'src/config/index.ts')).href)};
const resolveName = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => {
  if (name === 'typescript') throw new Error('not installed');
  return resolveName(name, ...rest);
};
// Node that runs TypeScript itself needs no package; here it must not.
Object.defineProperty(process.features, 'typescript', { value: false, configurable: true });
try { await loadConfig({ cwd: import.meta.dirname, env: {} }); } catch (error) { console.log(error.code + '\\n' + error.message + '\\n' + error.hint.text); }`,
    'package.json': '{"type":"module"}',
  });
  const { stdout } = await run(process.execPath, ['--import', 'tsx', join(root, 'main.ts')]);
  expect(stdout).toMatch(/^no-loader\n/);
  expect(stdout).toContain('npm install --save-dev typescript');
});
