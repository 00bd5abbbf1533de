import { expect } from 'vitest';
import { createEngine, loadConfig, remember } from '../../../src/index.js';
import type { Report, Selection } from '../../../src/index.js';
import { Project } from '../../support/project.js';
import { KEY } from '../../support/scenario.js';
import { HAPPENINGS } from './happenings.js';
import type { Since, Stage } from './happenings.js';
import { looksAt } from './looks.js';
import { judge, snapshotOf } from './oracle.js';
import { Random } from './random.js';
import { Repository } from './repository.js';
import { FAULTS, faultyService } from './service.js';
import type { Fault, Sent } from './service.js';
import { containersOf } from './source.js';

const RUNS = ['sync', 'syncOne', 'accept', 'retranslate', 'fault'] as const;
const NAMES = Object.keys(HAPPENINGS) as (keyof typeof HAPPENINGS)[];

/** Something that happens to a repository; the seed makes its choices. */
export type EventName = keyof typeof HAPPENINGS | (typeof RUNS)[number];
export const EVENTS: readonly EventName[] = [
  ...NAMES,
  ...(['change', 'change', 'edit', 'edit', 'remove', 'rename'] as const),
  ...RUNS,
  ...(['sync', 'sync', 'sync', 'fault', 'fault'] as const),
];

/** How often people look at what has just happened. */
const LOOKED_AT = 0.4;

/** A repository with all that happens to it, looked at after every run. */
export class Life {
  readonly #stage: Stage;
  readonly #env: Readonly<Record<string, string>>;
  readonly #finished: (task: () => void) => void;
  readonly #answered = new Set<string>();

  constructor(seed: number, url: string, finished: (task: () => void) => void) {
    const repository = new Repository(new Random(seed), finished);
    const since: Since = {
      gone: new Set(),
      moved: false,
      lostLock: false,
      oldLock: false,
      forgot: false,
    };
    this.#stage = { repository, since, keptLock: '' };
    this.#env = { SERVICE_URL: url, SERVICE_AUTH_KEY: KEY };
    this.#finished = finished;
  }

  async carryOut(name: EventName, seed: number): Promise<void> {
    const random = new Random(seed);
    const locale = random.of(this.#stage.repository.targets) ?? '';
    switch (name) {
      case 'sync':
        return this.run({}, random);
      case 'syncOne':
        return this.run({ locales: [locale] }, random);
      case 'accept':
        return this.run({ accept: true }, random);
      case 'retranslate': {
        const retranslate = random.of(['drifted', 'edited', 'all'] as const) ?? 'all';
        if (!random.chance(0.3)) return this.run({ retranslate }, random);
        return this.run({ retranslate, keys: ['*k1*'] }, random).catch(unlessNoneIsMeant);
      }
      case 'fault':
        return this.run({}, random, random.of(FAULTS));
      default:
        HAPPENINGS[name](this.#stage, random);
        if (name === 'loseState') this.#answered.clear();
        if (random.chance(LOOKED_AT)) await this.#looksAlike();
    }
  }

  async run(selection: Selection, random = new Random(0), fault: Fault = 'none'): Promise<void> {
    const { repository, since } = this.#stage;
    const config = await this.#config();
    const interrupt = new AbortController();
    let before = snapshotOf(repository);
    const { translator, sent } = await faultyService(config, {
      ...{ fault, random, answered: this.#answered, interrupt },
      meanwhile: () => {
        for (let n = 0; n < 3; n += 1) HAPPENINGS.edit(this.#stage, random);
        before = snapshotOf(repository);
      },
    });
    const engine = createEngine(config, { translator, signal: interrupt.signal });
    const plan = await engine.plan(selection);
    const report = await engine.sync(selection);
    remember({ selection, config, engine, report, env: this.#env });
    await engine.close();
    await translator.close();
    expect(sent.again, 'asked for again').toEqual([]);
    expect({ texts: report.texts, characters: report.characters }).toEqual(amounts(sent));
    if (!sent.failed) expect(report.error).toBeNull();
    if (fault === 'none') {
      const { requests, reused } = report;
      expect(plan.report, 'what was planned').toMatchObject({ requests, reused, ...amounts(sent) });
    }
    const isWhole = !sent.failed && report.error === null;
    judge(repository, { selection, report, isWhole, before, forgot: since.forgot });
    if (isWhole) await this.#again(selection, report);
    await this.#looksAlike();
    if (isWhole && selection.locales === undefined) settle(repository, since);
  }

  /** Another run has nothing to do and says the same. */
  async #again({ locales }: Selection, first: Report): Promise<void> {
    const { project } = this.#stage.repository;
    const selection = locales === undefined ? {} : { locales };
    const bytes = project.files();
    const config = await this.#config();
    const second = await createEngine(config).sync(selection);
    expect(second).toMatchObject({ ok: first.ok, requests: 0, files: { written: 0 } });
    expect(project.files()).toEqual(bytes);
    for (const [locale, counts] of Object.entries(second.locales))
      expect({ ...first.locales[locale], translated: 0 }, locale).toEqual(counts);
    const looked = await createEngine(config).check(selection);
    expect(looked.ok).toBe(first.ok);
  }

  /** Every command that looks says the same in a clone, which has only what is committed. */
  async #looksAlike(): Promise<void> {
    const { project } = this.#stage.repository;
    const committed = Object.entries(project.files());
    const files = committed.map(([path, bytes]) => [path, Buffer.from(bytes, 'latin1')] as const);
    const clone = new Project(Object.fromEntries(files), 'clone', this.#finished);
    const here = await looksAt(await this.#config(), this.#env);
    const there = await looksAt(await this.#config(clone), this.#env);
    expect(there, 'in a clone').toEqual(here);
  }

  #config({ root } = this.#stage.repository.project): ReturnType<typeof loadConfig> {
    return loadConfig({ cwd: root, env: this.#env });
  }
}

/** Such keys may not be there; then nothing is done. */
function unlessNoneIsMeant(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'no-match')) throw error;
}

function amounts({ texts, characters }: Sent): Pick<Sent, 'texts' | 'characters'> {
  return { texts, characters };
}

/** Everything is in step. */
function settle(repository: Repository, since: Since): void {
  since.gone.clear();
  since.moved = since.lostLock = since.oldLock = false;
  for (const { leaf } of repository.texts()) {
    leaf.settled = true;
    leaf.moved = false;
  }
  for (const { root } of repository.files) {
    for (const container of containersOf(root)) {
      if (container.type === 'list') container.changed = container.edited = false;
    }
  }
}
