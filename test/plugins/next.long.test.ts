import { expect, test } from 'vitest';
import { app, CONFIG, MISSING, runScript } from './support.js';

/** Reads a config as Next.js does, and says what came of it. */
const READ = `import { withLocaleSync } from 'locale-sync/next';
const read = withLocaleSync(({ distDir: 'out' }), OPTIONS);
globalThis.read = () => read(PHASE, { defaultConfig: {} }).then(
  (config) => console.log(JSON.stringify(config)),
  (error) => console.log('stopped: ' + error.message),
);
await globalThis.read();
`;

const script = (phase: string, options = '{}'): string =>
  READ.replace('PHASE', `'phase-${phase}'`).replace('OPTIONS', options);

test('a build gets its config where all is translated', async () => {
  expect(await runScript(app(), script('production-build'))).toBe('{"distDir":"out"}\n');
});

test('a build stops at a missing text, and says it once for all processes', async () => {
  const again = `import { execFileSync } from 'node:child_process';
if (process.env.AGAIN === undefined) {
  await globalThis.read();
  const env = { ...process.env, AGAIN: '1' };
  console.log(execFileSync(process.execPath, ['script.mjs'], { env, encoding: 'utf8' }));
}`;
  const said = await runScript(app(MISSING), script('production-build') + again);
  expect(said).toMatch(/^stopped: locale-sync: 1 problem in fr\n/);
  expect(said.match(/missing \[fr\] hello/g)).toHaveLength(1);
  expect(said.match(/\{"distDir":"out"\}/g)).toHaveLength(2);
});

test('with onProblem: warn a build goes on, and a started server does not look', async () => {
  const warned = script('production-build', "{ onProblem: 'warn' }");
  expect(await runScript(app(MISSING), warned)).toBe('{"distDir":"out"}\n');
  expect(await runScript(app(MISSING), script('production-server'))).toBe('{"distDir":"out"}\n');
});

test('in dev a saved catalog is looked at, what is open is one line, and nothing keeps the process alive', async () => {
  const dev = `import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
let said = '';
process.stderr.write = (text) => (said += text);
for (let i = 0; i < 600 && !said.includes('1 missing'); i += 1) await sleep(50);
console.log(said);
said = '';
await sleep(500);
writeFileSync('locales/en.json', '{ "title": "Welcome", "hello": "Hello {name}", "more": "More" }');
for (let i = 0; i < 600 && !said.includes('3 missing'); i += 1) await sleep(50);
console.log(said);
`;
  const said = await runScript(app(MISSING), script('development-server') + dev);
  const line = (work: string): string =>
    `locale-sync: ${work}; first locales/en.json:\\d+:\\d+ \\w+; locale-sync sync\n\n`;
  const lines = line('1 missing in fr') + line('3 missing in de, fr');
  expect(said).toMatch(new RegExp(`^{"distDir":"out"}\n${lines}$`));
});

test('in dev keys of saved code are added', async () => {
  const project = app({
    'service.config.yaml': `${CONFIG}extract: { code: ['{app,src}/**'], catalog: locales/en.json }\n`,
    'app/page.js': "t('title'); t('hello');",
  });
  const dev = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
const keys = () => Object.keys(JSON.parse(readFileSync('locales/en.json', 'utf8')));
await sleep(1500);
mkdirSync('app/cart');
mkdirSync('app/node_modules');
for (const [file, key] of [['app/page.js', 'saved'], ['app/cart/new.tsx', 'added'], ['app/node_modules/x.js', 'not']]) {
  for (let i = 0; i < 100 && !keys().includes(key); i += 1) {
    if (i % 20 === 0) writeFileSync(file, \`t('title'); t('hello'); t('\${key}', 'Text');\`);
    if (key === 'not' && i === 20) break;
    await sleep(50);
  }
}
console.log(keys().join());
`;
  const watched = script('development-server', '{ extract: true }') + dev;
  expect(await runScript(project, watched)).toMatch(/\ntitle,hello,saved,added\n$/);
});

test('a function stays a function, and unknown options are refused', async () => {
  const { withLocaleSync } = await import('../../plugins/next.js');
  const config = withLocaleSync((phase: string) => ({ phase }));
  expect(await config('phase-info', { defaultConfig: { phase: '' } })).toEqual({
    phase: 'phase-info',
  });
  expect(() => withLocaleSync({}, { mood: 'check' } as never)).toThrow('unknown option "mood"');
});
