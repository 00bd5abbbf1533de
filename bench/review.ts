/**
 * The review page with 100,000 units, and the report with 10,000: `npx tsx bench/review.ts`. Needs
 * Chromium and a built dist. Times are measured in the browser; the last columns are the required
 * limits.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { formatTable } from './support/table.js';

const cli = resolve(import.meta.dirname, '../dist/cli.cjs');
const ROUNDS = 5;
const WORDS = 'the cart order checkout save file user name list open close settings of your'.split(
  ' ',
);

function textOf(n: number, locale: string): string {
  const words = Array.from({ length: 9 }, (_, i) => WORDS[(n * 7 + i * 5 + ((n * i) % 3)) % 14]);
  return `${locale === 'en' ? '' : `${locale} `}${words.join(' ')} ${n}${n % 9 === 0 ? ' {name}' : ''}`;
}

/** A project with five targets; a tenth of one locale is missing. */
function project(keys: number): string {
  const root = mkdtempSync(join(tmpdir(), 'locale-sync-bench-'));
  mkdirSync(join(root, 'locales'));
  const targets = ['de', 'fr', 'es', 'it', 'nl'];
  for (const locale of ['en', ...targets]) {
    const texts: Record<string, Record<string, string>> = {};
    for (let n = 0; n < keys; n += 1) {
      if (locale === 'fr' && n % 10 === 0) continue;
      (texts[`section${n % 50}`] ??= {})[`key${n}`] = textOf(n, locale);
    }
    writeFileSync(join(root, `locales/${locale}.json`), JSON.stringify(texts, null, 2));
  }
  const config = {
    version: 1,
    source: 'en',
    targets,
    catalogs: [{ files: 'locales/{locale}.json' }],
  };
  writeFileSync(join(root, 'service.config.json'), JSON.stringify(config));
  return root;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Milliseconds from the start of the navigation until rows are visible. */
async function firstPaint(browser: Browser, url: string): Promise<{ ms: number; page: Page }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (document.querySelector('.row') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => { window.painted = performance.now(); }));
    }).observe(document, { childList: true, subtree: true });`);
  await page.goto(url);
  await page.waitForSelector('.row');
  for (;;) {
    const ms = await page.evaluate<number | undefined>('window.painted');
    if (ms !== undefined) return { ms, page };
  }
}

/** Milliseconds from typing a letter until the list shows the matches. */
async function search(page: Page, query: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const input = document.getElementById('query');
    const start = performance.now();
    input.value = ${JSON.stringify(query)};
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
  })()`);
}

interface Scrolled {
  readonly gaps: number;
  readonly slowest: number;
}

/**
 * Scrolls through the list, one screen per frame. Returns the frames in which a visible row was
 * missing.
 */
async function scroll(page: Page): Promise<Scrolled> {
  return page.evaluate<Scrolled>(`(async () => {
    const list = document.querySelector('.list');
    let gaps = 0, slowest = 0;
    for (let at = 0; at < 200; at += 1) {
      const start = performance.now();
      list.scrollTop += list.clientHeight * 0.9;
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      slowest = Math.max(slowest, performance.now() - start);
      const rows = [...list.querySelectorAll('.row')].map((row) => row.getBoundingClientRect());
      const { top, bottom } = list.getBoundingClientRect();
      const covered = Math.min(...rows.map((row) => row.top)) <= top + 1
        && Math.max(...rows.map((row) => row.bottom)) >= bottom - 1;
      if (!covered) gaps += 1;
    }
    return { gaps, slowest };
  })()`);
}

async function main(): Promise<void> {
  const executablePath = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const browser = await chromium.launch({
    executablePath: executablePath.find((path) => statSync(path, { throwIfNoEntry: false })) ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const big = project(20_000);
  const small = project(2_000);
  const child = spawn(process.execPath, [cli, 'review', '--no-open'], { cwd: big });
  try {
    const url = await new Promise<string>((found) => {
      child.stdout.on('data', (said: Buffer) => {
        const [address] = /http\S+/.exec(said.toString()) ?? [];
        if (address !== undefined) found(address);
      });
    });
    const paints: number[] = [];
    const searches: number[] = [];
    let scrolled: Scrolled = { gaps: 0, slowest: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ms, page } = await firstPaint(browser, url);
      paints.push(ms);
      for (const query of ['c', 'checkout', 'key1999', 'nothing like it', '']) {
        searches.push(await search(page, query));
      }
      if (round === 0) scrolled = await scroll(page);
      await page.close();
    }
    const report = join(small, 'report.html');
    spawnSync(process.execPath, [cli, 'report', '--html', report], { cwd: small });
    const opens: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ms, page } = await firstPaint(browser, pathToFileURL(report).href);
      opens.push(ms);
      await page.close();
    }
    const rows = [
      ['100,000 units: first paint', `${median(paints).toFixed(0)} ms`, '< 1000 ms'],
      ['search, median', `${median(searches).toFixed(0)} ms`, '< 100 ms'],
      [
        'search, slowest (the first prepares the texts)',
        `${Math.max(...searches).toFixed(0)} ms`,
        '',
      ],
      ['scrolling 200 screens: frames with a gap', String(scrolled.gaps), '0'],
      ['slowest frame', `${scrolled.slowest.toFixed(0)} ms`, ''],
      ['report of 10,000 units', `${(statSync(report).size / 1e6).toFixed(2)} MB`, '≤ 6 MB'],
      ['opens in', `${median(opens).toFixed(0)} ms`, '< 1000 ms'],
    ];
    console.log(formatTable('the review page', [['measured', 'figure', 'asked for'], ...rows]));
  } finally {
    child.kill();
    await browser.close();
    for (const root of [big, small]) rmSync(root, { recursive: true, force: true });
  }
}

await main();
