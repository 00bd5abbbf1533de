/**
 * The cost of large repositories: `npx tsx bench/scale.ts [--files 1000,10000] [--rounds 5]`. Half
 * of the files are sources, half are their translations, with ten texts each, a hundred files per
 * folder. `git status` of the same tree alternates with each command. Growth is CPU time per file
 * relative to the previous size; 1 is linear. `--files 1000,10000,100000` takes about four minutes.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { median, medianCost, runNode, type Cost } from './support/measure.js';
import { KEY, openService } from './support/service.js';
import { formatTable } from './support/table.js';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '1000,10000' },
    rounds: { type: 'string', default: '5' },
  },
});
const CLI = resolve(import.meta.dirname, '../dist/cli.cjs');
const ROUNDS = Number(values.rounds);
const TEXTS = 10;
const PER_FOLDER = 100;
const AUTHOR = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com'];
/** CPU time per file at the previous size. */
const perFile = new Map<string, number>();

const service = await openService(CLI, 0);
const env = {
  SERVICE_URL: service.url,
  SERVICE_AUTH_KEY: KEY,
  SERVICE_AUTH_SCHEME: 'DeepL-Auth-Key',
};

function catalog(file: number): string {
  const texts = Array.from({ length: TEXTS }, (_, at) => [`text_${at}`, `Text ${file}.${at}`]);
  return `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`;
}

const folderOf = (root: string, file: number): string =>
  join(root, 'apps', `app${Math.floor(file / (PER_FOLDER / 2))}`);

/** A repository in which half of the files are sources, none of them translated. */
function makeRepository(files: number): string {
  const root = mkdtempSync(join(tmpdir(), 'locale-sync-scale-'));
  for (let file = 0; file < files / 2; file += 1) {
    const folder = folderOf(root, file);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${file}.en.json`), catalog(file));
  }
  writeFileSync(
    join(root, 'service.config.yaml'),
    'version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: apps/*/*.{locale}.json\n',
  );
  writeFileSync(join(root, '.gitignore'), '.locale-sync/\n');
  git(root, 'init', '--quiet');
  // After a large commit, git's background maintenance would disturb the measurements.
  git(root, 'config', 'gc.auto', '0');
  git(root, 'config', 'maintenance.auto', 'false');
  return root;
}

function git(cwd: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
}

/** Milliseconds, with a warm file cache. */
function gitStatus(root: string): number {
  const start = performance.now();
  git(root, 'status', '--short');
  return performance.now() - start;
}

async function run(root: string, ...args: readonly string[]): Promise<Cost> {
  const done = await runNode([CLI, ...args], { cwd: root, env });
  if (done.code !== 0) throw new Error(`${args.join(' ')}: ${done.code}\n${done.output}`);
  return done;
}

/** Changes one source text, so that `sync` or `plan` finds exactly one change. */
function change(root: string, round: number): void {
  const path = join(folderOf(root, 0), '0.en.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/Text [\d.a-z]+/, `Text 0.0r${round}`));
}

function growth(what: string, cpu: number): string {
  const before = perFile.get(what);
  perFile.set(what, cpu);
  return before === undefined || Number.isNaN(cpu) ? '' : (cpu / before).toFixed(2);
}

async function measured(files: number): Promise<readonly (readonly string[])[]> {
  const root = makeRepository(files);
  try {
    const first = await run(root, 'sync');
    git(root, 'add', '--all');
    git(root, ...AUTHOR, 'commit', '--quiet', '--message', 'All files');
    gitStatus(root);
    const statuses: number[] = [];
    const costs = { nothing: [] as Cost[], plan: [] as Cost[], changed: [] as Cost[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      statuses.push(gitStatus(root));
      costs.nothing.push(await run(root, 'sync'));
      change(root, round);
      costs.plan.push(await run(root, 'plan'));
      costs.changed.push(await run(root, 'sync'));
    }
    const status = median(statuses);
    const nothing = medianCost(costs.nothing);
    const row = (what: string, { wall, cpu, peak }: Cost): readonly string[] => [
      String(files),
      what,
      (wall / 1000).toFixed(2),
      (cpu / 1000).toFixed(2),
      (wall / status).toFixed(2),
      (wall / nothing.wall).toFixed(2),
      growth(what, cpu / files),
      peak.toFixed(0),
    ];
    return [
      row('git status', { wall: status, cpu: Number.NaN, peak: Number.NaN }),
      row('first run', first),
      row('nothing to do', nothing),
      row('plan, one text changed', medianCost(costs.plan)),
      row('sync, one text changed', medianCost(costs.changed)),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

const rows: (readonly string[])[] = [];
for (const files of values.files.split(',').map(Number)) rows.push(...(await measured(files)));
const head = ['files', 'what', 'wall s', 'cpu s', '/ git status', '/ nothing', 'growth', 'MiB'];
console.log(formatTable('Half sources, half targets, ten texts each', [head, ...rows]));
await service.close();
