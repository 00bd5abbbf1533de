import fc from 'fast-check';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report } from '../../src/index.js';
import type { RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

/** Real files and requests on a machine that may be busy. */
const TIMEOUT = 300_000;

let service: RunningService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

type Extension = 'json' | 'yaml';
type Command = 'sync' | 'plan' | 'status' | 'check';

/** A catalog whose keys are numbered: `k1`, `k2` and so on. */
class World {
  readonly #project: Project;
  readonly #extension: Extension;

  constructor(extension: Extension) {
    this.#extension = extension;
    const files = `l/{locale}.${extension}`;
    const config = `version: 1\nsource: en\ntargets: [de]\ncatalogs: [{ files: '${files}' }]\n`;
    this.#project = new Project({ 'service.config.yaml': config }, 'shifts', onTestFinished);
  }

  write(locale: string, texts: readonly string[]): void {
    this.#save(locale, Object.fromEntries(texts.map((text, n) => [`k${n + 1}`, text])));
  }

  /** In the order of the numbers. */
  texts(): readonly string[] {
    const catalog = this.#read('de');
    return Object.keys(catalog)
      .sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
      .map((key) => catalog[key] ?? '');
  }

  edit(at: number, text: string): void {
    this.#save('de', { ...this.#read('de'), [`k${at + 1}`]: text });
  }

  loseState(): void {
    this.#project.remove('.locale-sync');
  }

  bytes(): Readonly<Record<string, string>> {
    return this.#project.files();
  }

  async run(command: Command): Promise<Report> {
    const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
    const engine = createEngine(await loadConfig({ cwd: this.#project.root, env }));
    return command === 'plan' ? (await engine.plan()).report : engine[command]();
  }

  #read(locale: string): Readonly<Record<string, string>> {
    const text = this.#project.read(`l/${locale}.${this.#extension}`);
    return parse(text) as Readonly<Record<string, string>>;
  }

  #save(locale: string, catalog: Readonly<Record<string, string>>): void {
    const text = this.#extension === 'json' ? JSON.stringify(catalog, null, 2) : stringify(catalog);
    this.#project.write(`l/${locale}.${this.#extension}`, text);
  }
}

/** Which places hold a text of a person. */
const people = fc.array(fc.boolean(), { minLength: 6, maxLength: 6 });

/** Adopted, or written over a machine's. */
async function begin(
  world: World,
  sources: readonly string[],
  isPersons: readonly boolean[],
): Promise<readonly string[]> {
  world.write('en', sources);
  await world.run('sync');
  for (const at of sources.keys()) if (isPersons[at] === true) world.edit(at, `Hand ${at}`);
  await world.run('sync');
  return world.texts();
}

async function expectIdle(world: World, first: Report): Promise<void> {
  const bytes = world.bytes();
  const again = await world.run('sync');
  expect(again).toMatchObject({ ok: first.ok, requests: 0, files: { written: 0 } });
  expect(world.bytes()).toEqual(bytes);
  expect((await world.run('check')).ok).toBe(first.ok);
}

test.each(['json', 'yaml'] as const)(
  'numbered keys of %s: every source text that is still there keeps its target text, and only new ones are sent',
  { timeout: TIMEOUT },
  async (extension) => {
    const old = [0, 1, 2, 3, 4].map((n) => `Text ${n}`);
    const all = [...old, 'New one', 'New two'];
    const shuffled = fc.shuffledSubarray(all, { minLength: 1 });
    const property = fc.asyncProperty(
      fc.record({ now: shuffled, isPersons: people, isFresh: fc.boolean() }),
      async ({ now, isPersons, isFresh }) => {
        const world = new World(extension);
        const before = await begin(world, old, isPersons);
        world.write('en', now);
        if (isFresh) world.loseState();
        const planned = await world.run('plan');
        const looked = await world.run('status');
        const report = await world.run('sync');
        const { texts, reused } = report;
        expect(texts).toBe(now.filter((text) => !old.includes(text)).length);
        expect(planned).toMatchObject({ texts, reused });
        expect(looked.locales).toEqual(planned.locales);
        const after = world.texts();
        // Of a lock that may be older, no text of a person is dropped with its source.
        const goes = old.some((text, at) => isPersons[at] === true && !now.includes(text));
        for (const [at, text] of now.entries()) {
          if (isFresh && goes) break;
          const was = old.indexOf(text);
          if (was >= 0) expect(after[at], `k${at + 1}: ${text}`).toBe(before[was]);
        }
        await expectIdle(world, report);
      },
    );
    await fc.assert(property, { numRuns: 40, seed: 11 });
  },
);

test.each(['json', 'yaml'] as const)(
  'numbered keys of %s, whose texts are alike or were edited meanwhile: no text of a person is lost while its source is there',
  { timeout: TIMEOUT },
  async (extension) => {
    const alike = fc.array(fc.constantFrom<string>('Text A', 'Text B', 'Text C', 'Text D'), {
      minLength: 2,
      maxLength: 6,
    });
    const property = fc.asyncProperty(
      fc.record({ old: alike, now: alike, isPersons: people, edited: fc.nat(6) }),
      async ({ old, now, isPersons, edited }) => {
        const world = new World(extension);
        await begin(world, old, isPersons);
        if (edited < old.length) world.edit(edited, 'Hand again');
        const before = world.texts();
        world.write('en', now);
        const report = await world.run('sync');
        const after = world.texts();
        for (const [at, text] of before.entries()) {
          const isKept = isPersons[at] === true || at === edited;
          const stays = at < now.length && now.includes(old[at] ?? '');
          if (isKept && stays) expect(after, `k${at + 1}: ${old[at]}`).toContain(text);
        }
        expect(report.texts).toBeLessThanOrEqual(
          now.filter((text) => !old.includes(text)).length + 1,
        );
        await expectIdle(world, report);
      },
    );
    await fc.assert(property, { numRuns: 60, seed: 12 });
  },
);
