// npm run build && npx tsx bench/promises.ts [auto] [plan]
// Concurrency `auto` with a service that accepts N requests at a time, 100 ms each, compared with
// `concurrency: N`; and a plan after 1,000 random edits, compared with reading the catalogs.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type * as LocaleSync from '../src/index.js';
import type { Report } from '../src/index.js';
import type * as Formats from '../src/formats/public.js';
import { parseLock } from '../src/lock/index.js';
import { KEY, openService } from './support/service.js';

// The built code, as users run it.
const DIST = resolve(import.meta.dirname, '../dist');
const CLI = join(DIST, 'cli.cjs');
const { createEngine, loadConfig } = (await import(join(DIST, 'index.js'))) as typeof LocaleSync;
const { codecFor } = (await import(join(DIST, 'formats.js'))) as typeof Formats;
const root = mkdtempSync(join(tmpdir(), 'locale-sync-bench-'));

function write(path: string, content: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
}

function catalog(texts: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(texts.map((text, n) => [`key${n}`, text])), null, 2);
}

function config(targets: readonly string[], concurrency: number | 'auto'): string {
  return JSON.stringify({
    version: 1,
    source: 'en',
    targets,
    catalogs: [{ files: 'locales/{locale}.json' }],
    limits: { concurrency },
  });
}

async function sync(url: string): Promise<{ report: Report; milliseconds: number }> {
  const env = { SERVICE_URL: url, SERVICE_AUTH_KEY: KEY, SERVICE_AUTH_SCHEME: 'DeepL-Auth-Key' };
  const engine = createEngine(await loadConfig({ cwd: root, env }));
  const started = performance.now();
  const report = await engine.sync();
  return { report, milliseconds: performance.now() - started };
}

/** Requests per second at a concurrency, and the share of them that was refused. */
async function measure(
  allowed: number,
  concurrency: number | 'auto',
): Promise<{ readonly rate: number; readonly refused: number; readonly requests: number }> {
  rmSync(join(root, '.locale-sync'), { recursive: true, force: true });
  rmSync(join(root, 'locales'), { recursive: true, force: true });
  rmSync(join(root, 'locale-sync.lock'), { force: true });
  const batches =
    Number(process.env['BATCHES'] ?? 0) || { 2: 200, 8: 600, 32: 1200 }[allowed] || 600;
  const texts = Array.from({ length: batches * 50 }, (_, n) => `Text number ${n}`);
  write('locales/en.json', catalog(texts));
  write('service.config.json', config(['de'], concurrency));
  const service = await openService(CLI, [
    { fault: 'status', status: 429, inFlightAbove: allowed, path: '/v2/translate' },
    { fault: 'latency', milliseconds: 100, path: '/v2/translate' },
  ]);
  try {
    const { report, milliseconds } = await sync(service.url);
    if (!report.ok) throw new Error(JSON.stringify(report.error ?? report.problems[0]));
    const { refused, requests } = await service.asked();
    return { rate: (batches / milliseconds) * 1000, refused: refused / requests, requests };
  } finally {
    await service.close();
  }
}

const RUNS = Number(process.env['RUNS'] ?? 3);
const only = process.argv.slice(2);
const wants = (part: string): boolean => only.length === 0 || only.includes(part);
for (const allowed of wants('auto') ? [2, 8, 32] : []) {
  for (let run = 0; run < RUNS; run += 1) {
    const fixed = await measure(allowed, allowed);
    const auto = await measure(allowed, 'auto');
    const share = ((auto.rate / fixed.rate) * 100).toFixed(1);
    const refused = `${(auto.refused * 100).toFixed(2)} % of ${auto.requests} (fixed: ${(fixed.refused * 100).toFixed(2)} %)`;
    console.log(
      `N=${allowed}: auto ${auto.rate.toFixed(1)}/s, fixed ${fixed.rate.toFixed(1)}/s: ${share} % (at least 85); refused ${refused} (at most 2)`,
    );
  }
}

// A history of 1,000 random edits over 10,000 units.
const targets = ['de', 'fr', 'es', 'it', 'nl'];
const texts = Array.from({ length: 10_000 }, (_, n) => `Text number ${n} of a catalog`);
rmSync(join(root, 'locales'), { recursive: true, force: true });
rmSync(join(root, '.locale-sync'), { recursive: true, force: true });
write('locales/en.json', catalog(texts));
write('service.config.json', config(targets, 'auto'));
const service = await openService(CLI, 0);
await sync(service.url);
await service.close();
const lockFile = join(root, 'locale-sync.lock');
const lockText = readFileSync(lockFile, 'utf8');
console.log(
  `lock of 10,000 units × 5: ${(statSync(lockFile).size / 1e6).toFixed(2)} MB (at most 1.1)`,
);
console.log(`lock read in ${best(5, () => parseLock(lockText)).toFixed(0)} ms (at most 40)`);
let seed = 1;
const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
for (let i = 0; i < 1000; i += 1) {
  const path = `locales/${['en', ...targets][random(6)] ?? 'en'}.json`;
  const document = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, string>;
  const key = `key${random(10_000)}`;
  const kind = random(4);
  if (kind === 0) Reflect.deleteProperty(document, key);
  else if (kind === 1) document[`new${i}`] = document[key] ?? `New ${i}`;
  else document[key] = `Changed ${i}`;
  write(path, JSON.stringify(document, null, 2));
}
const readAll = (): number => {
  let characters = 0;
  const codec = codecFor('x.json');
  for (const locale of ['en', ...targets]) {
    const text = readFileSync(join(root, `locales/${locale}.json`), 'utf8');
    const document = codec?.parse(text, { role: locale === 'en' ? 'source' : 'target', locale });
    // Texts are generated on demand.
    characters += document?.units.reduce((sum, unit) => sum + unit.text.length, 0) ?? 0;
  }
  return characters;
};
const reading: number[] = [];
const planning: number[] = [];
// Alternating, so that a disturbance affects both. Medians, because garbage collection hits some
// rounds.
for (let i = 0; i < 21; i += 1) {
  reading.push(timed(readAll));
  const engine = createEngine(await loadConfig({ cwd: root, env: {} }));
  const started = performance.now();
  await engine.plan();
  planning.push(performance.now() - started);
}
console.log(
  `plan after 1,000 edits: ${median(planning).toFixed(0)} ms, reading the catalogs ${median(reading).toFixed(0)} ms: ${(median(planning) / median(reading)).toFixed(2)} × (at most 3)`,
);
rmSync(root, { recursive: true, force: true });

/** Shortest of several runs, in milliseconds: the time without disturbances. */
function best(runs: number, run: () => unknown): number {
  return Math.min(...Array.from({ length: runs }, () => timed(run)));
}

function timed(run: () => unknown): number {
  const started = performance.now();
  run();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
