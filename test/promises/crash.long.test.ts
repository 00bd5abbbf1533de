import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { parseLock } from '../../src/lock/index.js';
import { Project } from '../support/project.js';
import { JSON_CONFIG, KEY, setFaults, startTestService } from '../support/scenario.js';

/** The same dozen kills each time; CRASHES=200 SEED=1 for a series of so many over 10,000 texts. */
const ASKED = process.env['CRASHES'];
const SERIES =
  ASKED === undefined
    ? { kills: 12, texts: 1_500, seed: 7 }
    : { kills: Number(ASKED), texts: 10_000, seed: Number(process.env['SEED'] ?? 1) };
const FILES = 10;
const CONCURRENCY = 8;
/** Texts in one request. */
const BATCH = 50;
const RUN = ['sync', '--concurrency', String(CONCURRENCY)] as const;
/** What pays without the command line. */
const LIBRARY = `
  const { createEngine, loadConfig } = await import(process.argv[1]);
  const config = await loadConfig({ cwd: process.cwd(), env: process.env });
  const limits = { ...config.limits, concurrency: ${CONCURRENCY} };
  await createEngine({ ...config, limits }).sync();`;
const PACKAGE = new URL('../../dist/index.js', import.meta.url).href;
const LOCK = 'locale-sync.lock';

type Bytes = Readonly<Record<string, string>>;

function source(file: number, texts: number): string {
  const all = Array.from({ length: texts }, (_, n) => [`key${n}`, `File ${file} text ${n}`]);
  return `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`;
}

/** Ten files, in each a few texts that are translated already and the others that are not. */
class Series {
  readonly service: RunningService;
  /** Committed files before and after a run that nobody stops, and how long that takes (ms). */
  before: Bytes = {};
  after: Bytes = {};
  length = 0;
  texts = 0;
  /**
   * Texts that the service was asked for more than once, and that were under way when runs were
   * killed.
   */
  repeats = 0;
  underWay = 0;
  kills = 0;
  rounds = 0;
  /**
   * Kills before anything was asked, with requests in flight, and with all answered that were sent.
   */
  readonly phases = { unasked: 0, asking: 0, answered: 0 };
  #seed: number;
  #from = '';

  constructor(service: RunningService, seed: number) {
    this.service = service;
    this.#seed = seed;
  }

  /** Between 0 and 1. */
  random(): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647;
    return this.#seed / 2_147_483_647;
  }

  async prepare(texts: number): Promise<void> {
    this.texts = texts;
    const project = this.#project();
    for (let file = 0; file < FILES; file += 1) {
      project.write(`locales/en/${file}.json`, source(file, 5));
    }
    expect((await project.run(RUN)).code).toBe(0);
    // The answers of this run are nobody's in the rounds to come.
    project.remove('.locale-sync');
    for (let file = 0; file < FILES; file += 1) {
      project.write(`locales/en/${file}.json`, source(file, 5 + texts / FILES));
    }
    this.before = project.files();
    const start = this.#project();
    cpSync(project.root, start.root, { recursive: true });
    this.#from = start.root;
    await setFaults(this.service.url, [
      { fault: 'latency', milliseconds: 20, path: '/v2/translate' },
    ]);
    const started = performance.now();
    expect((await project.run(RUN)).code).toBe(0);
    this.length = performance.now() - started;
    this.after = project.files();
  }

  /** Runs are killed at random instants until one gets to its end. */
  async round(most: number): Promise<void> {
    const tasks: (() => void)[] = [];
    const project = this.#project((task) => tasks.push(task));
    cpSync(this.#from, project.root, { recursive: true });
    // What earlier rounds asked for is not repeated by this one.
    const service = await startTestService([
      { fault: 'latency', milliseconds: 20, path: '/v2/translate' },
    ]);
    project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
    try {
      for (let killed = 0; killed < most; killed += 1) {
        if (!(await this.#kill(project, service))) break;
        this.kills += 1;
      }
      expect((await project.run(RUN)).code).toBe(0);
      expect(project.files()).toEqual(this.after);
      expect(litterIn(project)).toEqual([]);
      const { texts } = service.counters();
      expect((await project.report(['sync'])).requests).toBe(0);
      expect(service.counters().texts).toBe(texts);
      this.repeats += service.counters().repeats;
      this.rounds += 1;
    } finally {
      await service.close();
      for (const task of tasks.reverse()) task();
    }
  }

  /** False where the run was at its end before the instant came. */
  async #kill(project: Project, service: RunningService): Promise<boolean> {
    const { requests } = service.counters();
    const child = this.#start(project);
    const closed = once(child, 'close');
    await Promise.race([closed, this.#instant(service, () => child.exitCode !== null)]);
    if (child.exitCode !== null) {
      expect(child.exitCode).toBe(0);
      return false;
    }
    const { inFlight, requests: asked } = service.counters();
    child.kill('SIGKILL');
    await closed;
    while (service.counters().inFlight > 0) await sleep(2);
    // One that was answered may not have been read yet: not more than there may be in flight.
    if (asked > requests) this.underWay += CONCURRENCY * BATCH;
    this.phases[inFlight > 0 ? 'asking' : asked > requests ? 'answered' : 'unasked'] += 1;
    this.#check(project);
    return true;
  }

  /** Whatever pays: a run, one that then watches, or the library in a script or a bundler. */
  #start(project: Project): ChildProcess {
    const kind = this.random();
    if (kind < 0.5) return project.start(RUN);
    if (kind < 0.75) return project.start([...RUN, '--watch']);
    const args = ['--input-type=module', '--eval', LIBRARY, PACKAGE];
    const env = { ...process.env, ...project.env };
    const child = spawn(process.execPath, args, { cwd: project.root, env, stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    return child;
  }

  /** Some time of the run, some time while it asks, or soon after: most of a run is its start. */
  async #instant(service: RunningService, isOver: () => boolean): Promise<void> {
    const kind = this.random();
    if (kind < 0.3) {
      await sleep(this.random() * this.length);
      return;
    }
    const { texts, repeats } = service.counters();
    const left = this.texts - (texts - repeats);
    const until = texts + (kind < 0.8 ? this.random() * left : left);
    while (!isOver() && service.counters().texts < until) await sleep(1);
    await sleep(this.random() * (kind < 0.8 ? 20 : this.length / 4));
  }

  /** Every file is old or new to the byte, the lock too, and nothing lies beside them. */
  #check(project: Project): void {
    const now = project.files();
    expect(Object.keys(now).sort()).toEqual(Object.keys(this.before).sort());
    for (const [path, bytes] of Object.entries(now)) {
      const which = bytes === this.before[path] ? 'old' : bytes === this.after[path] ? 'new' : path;
      expect(['old', 'new'], `${path} after kill ${this.kills}`).toContain(which);
      if (path.endsWith('.json')) JSON.parse(bytes);
    }
    expect(parseLock(now[LOCK] ?? '').problems).toEqual([]);
  }

  #project(finished: (task: () => void) => void = onTestFinished): Project {
    const project = new Project({}, 'crash', finished);
    project.env = { SERVICE_URL: this.service.url, SERVICE_AUTH_KEY: KEY };
    project.write('service.config.yaml', JSON_CONFIG.replace('{locale}.json', '{locale}/*.json'));
    return project;
  }
}

/** Files of the local state that only a run under way needs. */
function litterIn(project: Project): string[] {
  return ['tmp', 'running'].flatMap((folder) => {
    const path = `.locale-sync/${folder}`;
    return project.has(path) ? readdirSync(project.path(path)) : [];
  });
}

test(
  `kill -9 at ${SERIES.kills} random instants: every file old or new, no litter, paid twice at most what was in flight`,
  { timeout: 3_600_000 },
  async () => {
    const service = await startTestService();
    onTestFinished(() => service.close());
    const series = new Series(service, SERIES.seed);
    await series.prepare(SERIES.texts);
    while (series.kills < SERIES.kills) await series.round(SERIES.kills - series.kills);
    const { kills, rounds, repeats, underWay, phases } = series;
    if (ASKED !== undefined) console.log({ kills, rounds, repeats, underWay, phases });
    expect(repeats).toBeLessThanOrEqual(underWay);
  },
);
