// Generates the pictures of the docs from the demo's catalogs, so that they stay up to date: the
// review page and the overview of a report. Needs Chromium and a built dist: node
// scripts/pictures.mjs
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = resolve(import.meta.dirname, '..');
const cli = join(root, 'dist/cli.cjs');
const out = join(root, 'docs/pictures');
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const { SERVICE_URL, SERVICE_AUTH_KEY, SERVICE_AUTH_SCHEME, ...env } = process.env;
const project = mkdtempSync(join(tmpdir(), 'locale-sync-pictures-'));
const inProject = { cwd: project, env };
const run = (command, ...args) => spawnSync(command, args, { ...inProject, stdio: 'ignore' });
const git = (...args) =>
  run('git', '-c', 'user.name=demo', '-c', 'user.email=demo@localhost', ...args);

/** Simulates a team's work since then: a source text changed, and texts were sent on some days. */
function live() {
  const source = join(project, 'excalidraw/locales/en.json');
  const text = readFileSync(source, 'utf8');
  const reworded = text
    .replace('"Paste as plaintext"', '"Paste as plain text only"')
    .replace('"Bring forward"', '"Bring one step forward"')
    .replace('"Send to back"', '"Send behind everything"')
    .replace('"Copy styles"', '"Copy the style"')
    .replace('"Font size"', '"Size of the letters"');
  writeFileSync(source, reworded);
  const day = 86_400_000;
  const runs = [32_627, 1_180, 420, 2_950, 96, 6_210, 380, 1_040].map((characters, at) => ({
    time: new Date(Date.UTC(2026, 0, 5) + at * 3 * day).toISOString(),
    command: 'sync',
    locales: ['es', 'pl'],
    requests: Math.ceil(characters / 1_500),
    texts: Math.ceil(characters / 26),
    characters,
  }));
  writeFileSync(
    join(project, '.locale-sync/runs'),
    runs.map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
}

async function shoot(page, name) {
  mkdirSync(out, { recursive: true });
  await page.screenshot({ path: join(out, `${name}.png`) });
}

cpSync(join(root, 'examples/catalogs'), project, { recursive: true });
const browser = await chromium.launch({
  executablePath: BROWSERS.find(existsSync) ?? '',
  args: ['--no-sandbox', '--disable-gpu'],
});
let server;
try {
  git('init', '--quiet');
  run(process.execPath, cli, 'sync');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'translated');
  live();
  server = spawn(process.execPath, [cli, 'review', '--no-open'], inProject);
  const url = await new Promise((found) => {
    server.stdout.on('data', (said) => {
      const [address] = /http\S+/.exec(said) ?? [];
      if (address !== undefined) found(address);
    });
  });
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1280, 390]) {
      const page = await browser.newPage({ viewport: { width, height: 720 }, colorScheme });
      await page.goto(url);
      await page.selectOption('select[aria-label=Locale]', 'pt-BR');
      await page.locator('.row').nth(2).click();
      // The page gets the former source text a moment later, from git.
      await page.locator('.detail ins').first().waitFor();
      await shoot(page, `review-${width}-${colorScheme}`);
      await page.close();
    }
  }
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const report = join(project, 'report.html');
  run(process.execPath, cli, 'report', '--html', report);
  await page.goto(pathToFileURL(report).href);
  await page.waitForSelector('.row');
  await page.keyboard.press('o');
  await shoot(page, 'overview');
} finally {
  server?.kill();
  await browser.close();
  rmSync(project, { recursive: true, force: true });
}
