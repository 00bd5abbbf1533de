import { afterAll, describe, expect, test } from 'vitest';
import { commandsIn, steeringIn } from '../support/outside-text.js';
import { closeBrowser, hasBrowser, openPage } from './browser.js';
import { BUNDLERS } from './bundlers.js';
import { dev, WAIT } from './dev-server.js';
import { app, CONFIG, runScript } from './support.js';

const HOSTILE = 'x\n::stop-commands::t\r##[error]e\u001b[31m\u009b1m\u202e\u2028::add-mask::x';
/** Windows allows no such names. */
const NAME = process.platform === 'win32' ? 'x' : HOSTILE;
const FILES = {
  'service.config.yaml': `${CONFIG}  - files: more/{locale}/*.json\n`,
  [`more/en/${NAME}.json`]: JSON.stringify({ [`<img src=x> ${HOSTILE}`]: `<b>${HOSTILE}</b>` }),
};
const BROKEN = { [`more/en/${NAME}.json`]: `{"a": ${HOSTILE}` };

afterAll(closeBrowser);

function expectHarmless(said: string): void {
  expect(said).toContain('x\\n::stop-commands::t\\r\\u0023#[error]e\\u001b[31m\\u009b1m\\u202e');
  expect(steeringIn(said, { colors: true })).toEqual([]);
  expect(commandsIn(said)).toEqual([]);
}

describe.each(Object.entries(BUNDLERS))('%s', (_, build) => {
  test('says names and keys without being steered by them', async () => {
    const built = await build(app(FILES).root);
    expect(built.failed).toBe(true);
    expectHarmless(built.said);
    const main = "import { status } from 'virtual:locale-sync/status';\nconsole.log(status);\n";
    const warned = await build(app({ ...FILES, ...BROKEN, 'src/main.js': main }).root, {
      onProblem: 'warn',
    });
    expect(warned.failed).toBe(false);
    expectHarmless(warned.said);
  });
});

test.each([
  [
    'Vite',
    `const { build } = await import('vite');
const { localeSync } = await import('locale-sync/vite');
for (const onProblem of ['warn', 'error']) {
  await build({ configFile: false, plugins: [localeSync({ onProblem })] }).catch((error) => console.error(error));
}
`,
  ],
  [
    'webpack',
    `const { default: webpack } = await import('webpack');
const { LocaleSyncPlugin } = await import('locale-sync/webpack');
for (const onProblem of ['warn', 'error']) {
  const plugins = [new LocaleSyncPlugin({ onProblem })];
  const compiler = webpack({ mode: 'development', context: import.meta.dirname, entry: './src/main.js', plugins });
  await new Promise((done, fail) => compiler.run((error, stats) => {
    console.log(stats.toString({ colors: true }));
    compiler.close(() => (error ? fail(error) : done()));
  }));
}
`,
  ],
])('so does all that %s prints, with the place of the problem', async (_, script) => {
  const toStdout = 'process.stderr.write = process.stdout.write.bind(process.stdout);\n';
  expectHarmless(await runScript(app(FILES), toStdout + script));
});

describe('the dev server', () => {
  test('prints, and sends the panel what is no command in a log either', async () => {
    const project = app(FILES);
    const { url, said, status } = await dev(project.root);
    await expect.poll(status, WAIT).toMatchObject({ pending: false });
    expectHarmless(said.join('\n'));
    const json = await (await fetch(`${url}/__locale-sync/status.json`)).text();
    expect(steeringIn(json)).toEqual([]);
    expect(json).toContain('stop-commands');
  });

  test.runIf(hasBrowser)('shows markup as text, in the overlay and in the panel', async () => {
    const project = app({ ...FILES, 'src/main.js': '' });
    const { url, status } = await dev(project.root, { onProblem: { open: 'error' } });
    await expect.poll(status, WAIT).toMatchObject({ pending: false });
    const page = await openPage(url);
    const overlay = page.locator('vite-error-overlay .message-body');
    await expect.poll(() => overlay.textContent(), WAIT).toContain('<img src=x> x\\n::stop');
    const panel = await openPage(`${url}/__locale-sync/status`);
    await expect
      .poll(() => panel.textContent('#problems'), WAIT)
      .toContain('\\u001b[31m\\u009b1m\\u202e\\u2028');
    expect(await panel.textContent('#problems')).toContain('<img src=x>');
    expect(await panel.locator('img, b').count()).toBe(0);
  });
});
