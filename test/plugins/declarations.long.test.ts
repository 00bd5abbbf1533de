import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { app, CONFIG, runScript } from './support.js';

const OUT = 'src/locale-sync.d.ts';

/** Builds, saves catalogs beside a dev server, and prints what the declarations know by then. */
const SCRIPT = `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { build, createServer } from 'vite';
import { localeSync } from 'locale-sync/vite';
const options = { configFile: false, logLevel: 'silent', plugins: [localeSync({ onProblem: 'warn' })] };
const read = () => (existsSync('${OUT}') ? readFileSync('${OUT}', 'utf8') : '');
const until = async (holds) => {
  for (let i = 0; i < 1200 && !holds(); i += 1) await sleep(50);
  return holds();
};
await build(options);
console.log(read().includes('"hello": { "name": MessageValue }'));
const server = await createServer({ ...options, server: { middlewareMode: true, ws: false } });
await sleep(1500);
writeFileSync('locales/en.json', '{ "title": "Other words", "hello": "Hello {name}" }');
console.log(await until(() => read().includes('Other words')));
writeFileSync('locales/en.json', '{ "title": "Other words", "hello": "Hello {name}", "more": "More" }');
console.log(await until(() => read().includes('"more": NoValues')));
writeFileSync('locales/en.json', '{ "title": ');
await sleep(1000);
console.log(read().includes('"more": NoValues'));
await server.close();
`;

test('builds and dev keep the declarations up to date, and a broken catalog leaves them', async () => {
  const project = app({ 'service.config.yaml': `${CONFIG}types: { out: ${OUT} }\n` });
  expect(await runScript(project, SCRIPT)).toBe('true\ntrue\ntrue\ntrue\n');
});

const AGAIN = `import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
const build = () => execFileSync(process.execPath, ['--input-type=module', '-e', \`
  import { build } from 'vite';
  import { localeSync } from 'locale-sync/vite';
  await build({ configFile: false, logLevel: 'silent', plugins: [localeSync()] });
\`]);
build();
rmSync('${OUT}');
build();
console.log(existsSync('${OUT}'));
// Another run remembers the same answer, and writes no declarations.
for (const locale of ['en', 'de', 'fr']) {
  writeFileSync(\`locales/\${locale}.json\`, '{ "title": "Title", "fresh": "Fresh {count}" }');
}
execFileSync(process.execPath, [process.env.CLI, 'sync', '--quiet'], { env: { ...process.env, SERVICE_URL: 'embedded' } });
build();
console.log(readFileSync('${OUT}', 'utf8').includes('"fresh"'));
`;

test('a build that finds a remembered answer writes what is not there, or is old', async () => {
  const project = app({ 'service.config.yaml': `${CONFIG}types: { out: ${OUT} }\n` });
  process.env['CLI'] = resolve('dist/cli.cjs');
  expect(await runScript(project, AGAIN)).toBe('true\ntrue\n');
});
