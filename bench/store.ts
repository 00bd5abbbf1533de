/**
 * The costs and savings of a shared store: `npx tsx bench/store.ts [--runners 20] [--texts 10000]
 * [--remembered 1000000] [--rounds 15]`. Starts PostgreSQL in a temporary folder. `--runners 0`
 * skips the simultaneous runs.
 *
 * Simultaneous runners share two cores here, so most of their wall time is the cost of that many
 * processes. For comparison, the same number of processes also runs with every answer already in
 * the store.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openStore } from '../src/store/index.js';
import { memoryKey } from '../src/lock/index.js';
import { Postgres } from '../test/store/postgres.js';
import { median, runNode, type Cost } from './support/measure.js';
import { KEY, openService } from './support/service.js';
import { formatTable, whole } from './support/table.js';

const { values } = parseArgs({
  options: {
    runners: { type: 'string', default: '20' },
    texts: { type: 'string', default: '10000' },
    remembered: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '15' },
    /** Milliseconds that the service takes per request. */
    latency: { type: 'string', default: '1000' },
  },
});
const CLI = resolve(import.meta.dirname, '../dist/cli.cjs');
const RUNNERS = Number(values.runners);
const TEXTS = Number(values.texts);
const REMEMBERED = Number(values.remembered);
const ROUNDS = Number(values.rounds);
const CONCURRENCY = '5';
const SCHEMA = 'locale_sync';

const root = mkdtempSync(join(tmpdir(), 'locale-sync-store-'));
const postgres = await Postgres.start();
let checkouts = 0;

interface Together {
  /** Milliseconds from the first start to the last end. */
  readonly wall: number;
  /** Total milliseconds. */
  readonly cpu: number;
  /** Number of texts sent to the service. */
  readonly paid: number;
}

/** A fresh clone with the same texts as all others. */
function checkout(): string {
  checkouts += 1;
  const folder = join(root, `checkout${checkouts}`);
  mkdirSync(join(folder, 'locales'), { recursive: true });
  const texts = Array.from({ length: TEXTS }, (_, at) => [`key${at}`, `The text of number ${at}`]);
  writeFileSync(
    join(folder, 'locales/en.json'),
    JSON.stringify(Object.fromEntries(texts), null, 2),
  );
  writeFileSync(
    join(folder, 'service.config.yaml'),
    'version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: locales/{locale}.json\nstore: ${LOCALE_SYNC_STORE}\n',
  );
  return folder;
}

async function sync(cwd: string, env: Readonly<Record<string, string>>): Promise<Cost> {
  const args = [CLI, 'sync', '--concurrency', CONCURRENCY];
  const run = await runNode(args, { cwd, env });
  const isSound = run.code === 0 && !run.output.includes('shared store');
  if (!isSound) console.log(`exit ${String(run.code)}: ${run.output}`);
  readFileSync(join(cwd, 'locales/de.json'));
  return run;
}

/** Cold runs of several checkouts, all started at the same time. */
async function together(count: number, store: string): Promise<Together> {
  const service = await openService(CLI, Number(values.latency));
  const env = {
    SERVICE_URL: service.url,
    SERVICE_AUTH_KEY: KEY,
    SERVICE_AUTH_SCHEME: 'DeepL-Auth-Key',
    LOCALE_SYNC_STORE: store,
  };
  const folders = Array.from({ length: count }, checkout);
  const start = performance.now();
  const costs = await Promise.all(folders.map((folder) => sync(folder, env)));
  const wall = performance.now() - start;
  const { texts: paid } = await service.asked();
  await service.close();
  return { wall, cpu: costs.reduce((sum, { cpu }) => sum + cpu, 0), paid };
}

/** Simultaneous cold runs, compared with a single run and with runs that find every answer. */
async function storm(): Promise<void> {
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);
  const row = (what: string, { wall, cpu, paid }: Together): readonly string[] => [
    what,
    seconds(wall),
    seconds(cpu),
    whole(paid),
  ];
  const alone = await together(1, await postgres.database());
  const store = await postgres.database();
  const cold = await together(RUNNERS, store);
  const warm = await together(RUNNERS, store);
  const apart = await together(1, '');
  const rows = [
    ['runs', 'wall s', 'cpu s', 'texts paid'],
    row('one, without a store', apart),
    row('one, with an empty store', alone),
    row(`${RUNNERS} at once, empty store`, cold),
    row(`${RUNNERS} at once, full store`, warm),
  ];
  console.log(formatTable(`${whole(TEXTS)} texts, ${values.latency} ms a request`, rows));
  console.log(
    `wall of ${RUNNERS} / wall of one: ${(cold.wall / alone.wall).toFixed(2)}, allowed 1.2;` +
      ` cpu of ${RUNNERS} cold / full: ${(cold.cpu / warm.cpu).toFixed(2)}\n`,
  );
  if (cold.paid !== TEXTS || warm.paid !== 0) {
    console.log('texts were paid for twice');
    process.exitCode = 1;
  }
}

/** `sync` with nothing to do, alternating with and without a store. */
async function nothingToDo(): Promise<void> {
  const store = await postgres.database();
  const service = await openService(CLI, 0);
  const common = {
    SERVICE_URL: service.url,
    SERVICE_AUTH_KEY: KEY,
    SERVICE_AUTH_SCHEME: 'DeepL-Auth-Key',
  };
  const folders = [checkout(), checkout()] as const;
  const environments = [common, { ...common, LOCALE_SYNC_STORE: store }] as const;
  const costs: [Cost[], Cost[]] = [[], []];
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const at of [0, 1] as const) {
      const cost = await sync(folders[at], environments[at]);
      if (round >= 0) costs[at].push(cost);
    }
  }
  await service.close();
  const [without, having] = costs.map((all) => median(all.map(({ cpu }) => cpu))) as [
    number,
    number,
  ];
  const ratio = having / without;
  console.log(
    `nothing to do: cpu ${without.toFixed(1)} ms without a store, ${having.toFixed(1)} ms with one: ${ratio.toFixed(3)}, allowed 1.05`,
  );
}

/** Looks up texts in a large store. */
async function lookUp(key: string | undefined): Promise<void> {
  const url = await postgres.database();
  const options = { url, schema: SCHEMA, key };
  const keys = Array.from({ length: TEXTS }, (_, at) => memoryKey([`text ${at}`]));
  const writer = openStore(options);
  writer.answer(
    'DE',
    keys.map((name, at) => [name, `Der Text mit der Nummer ${at}, der hier steht`]),
  );
  await writer.close();
  await postgres.query(
    url,
    `INSERT INTO ${SCHEMA}.entries (key, trust, target, value)
     SELECT substr(sha256(at::text::bytea), 1, 16), 'branch', 'DE', sha256(at::text::bytea) || sha256(at::text::bytea)
     FROM generate_series(1, ${REMEMBERED - TEXTS}) AS at`,
  );
  await postgres.query(url, `ANALYZE ${SCHEMA}.entries`);
  const walls: number[] = [];
  const cpus: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [before, start] = [process.cpuUsage(), performance.now()];
    const reader = openStore(options);
    const found = await reader.lookUp('DE', keys, () => true);
    walls.push(performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    cpus.push((user + system) / 1000);
    await reader.close();
    if (found.size !== TEXTS) throw new Error(`${found.size} texts of ${TEXTS}`);
  }
  const how = key === undefined ? 'plain' : 'encrypted';
  console.log(
    `look-up of ${whole(TEXTS)} among ${whole(REMEMBERED)}, ${how}, connecting included: wall ${median(walls).toFixed(0)} ms, cpu of the run ${median(cpus).toFixed(0)} ms, allowed 1,000`,
  );
}

try {
  if (RUNNERS > 0) await storm();
  await nothingToDo();
  await lookUp(undefined);
  await lookUp('a secret of the benchmark');
} finally {
  await postgres.stop();
  rmSync(root, { recursive: true, force: true, maxRetries: 3 });
}
