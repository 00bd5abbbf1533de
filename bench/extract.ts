/**
 * The cost of finding keys in code, compared with i18next-cli, on built files:
 * `tsx bench/extract.ts [RUNS]`. Prints one JSON object: the number of keys that each tool found,
 * the keys that only i18next-cli found, and CPU time in milliseconds, as medians of interleaved
 * runs. Fails if a first run takes more than twice the time of i18next-cli.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { keysBelow, PROJECTS } from './support/extract-projects.js';

const ROOT = resolve(import.meta.dirname, '..');
const OURS = join(ROOT, 'dist/cli.cjs');
const THEIRS = join(ROOT, 'node_modules/i18next-cli/dist/esm/cli.js');
if (!existsSync(THEIRS)) {
  throw new Error('It is compared with i18next-cli: npm install --no-save i18next-cli@1.74.2');
}
const SET_METHODS = join(import.meta.dirname, 'support/set-methods.cjs');
const METER = join(import.meta.dirname, 'support/meter.cjs');
const RUNS = Number(process.argv[2] ?? 5);
/** The most that a first run may take, as a multiple of i18next-cli's time. */
const MOST = 2;

const CONFIG = `version: 1
source: en
targets: [de]
catalogs:
  - files: ours/{locale}/*.json
extract:
  code: ['src/**/*.{js,jsx,ts,tsx}']
  catalog: ours/en/{namespace}.json
`;
const THEIR_CONFIG = `export default {
  locales: ['en'],
  extract: {
    input: ['src/**/*.{js,jsx,ts,tsx}'],
    output: 'theirs/{{language}}/{{namespace}}.json',
  },
};
`;

/** CPU time of a call, in milliseconds. */
function run(folder: string, args: readonly string[]): number {
  const meter = join(folder, 'meter.json');
  const { status, stderr } = spawnSync(process.execPath, ['-r', METER, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, BENCH_METER: meter },
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return (JSON.parse(readFileSync(meter, 'utf8')) as { readonly cpu: number }).cpu;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Without a code cache and without catalogs. */
function forget(folder: string): void {
  for (const name of ['ours', 'theirs', '.locale-sync']) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
  mkdirSync(join(folder, 'ours/en'), { recursive: true });
}

function measure(folder: string) {
  const first: number[] = [];
  const theirs: number[] = [];
  const second: number[] = [];
  for (let at = 0; at < RUNS; at += 1) {
    forget(folder);
    first.push(run(folder, [OURS, 'extract', '--quiet']));
    second.push(run(folder, [OURS, 'extract', '--quiet']));
    theirs.push(run(folder, ['-r', SET_METHODS, THEIRS, 'extract']));
  }
  const [own, their] = [keysBelow(join(folder, 'ours/en')), keysBelow(join(folder, 'theirs/en'))];
  return {
    keys: own.size,
    keysOfI18nextCli: their.size,
    onlyI18nextCli: [...their].filter((key) => !own.has(key)),
    cpu: { first: median(first), second: median(second), i18nextCli: median(theirs) },
    ratio: Number((median(first) / median(theirs)).toFixed(2)),
  };
}

const results: Record<string, unknown> = {};
for (const [name, prepare] of Object.entries(PROJECTS)) {
  const folder = mkdtempSync(join(tmpdir(), 'locale-sync-bench-'));
  prepare(folder);
  writeFileSync(join(folder, 'service.config.yaml'), CONFIG);
  writeFileSync(join(folder, 'i18next.config.mjs'), THEIR_CONFIG);
  const measured = measure(folder);
  if (measured.ratio > MOST) process.exitCode = 1;
  results[name] = measured;
  rmSync(folder, { recursive: true, force: true });
}
console.log(JSON.stringify(results, null, 2));
