import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report, Selection } from '../../src/index.js';
import { parseLock, sourceHash, targetHash, unitHash } from '../../src/lock/index.js';
import type { RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

/** The same histories each time; HISTORIES=1000 for so many new ones. */
const ASKED = process.env['HISTORIES'];
const HISTORIES = ASKED === undefined ? { numRuns: 40, seed: 7 } : { numRuns: Number(ASKED) };
const LOCALES = ['de', 'fr'] as const;
const FILES = ['a', 'b'] as const;
const LOCK = 'locale-sync.lock';
const CONFIG = `version: 1
source: en
targets: [de, fr]
catalogs: [{ files: 'locales/{locale}/*.json' }]
`;

let service: RunningService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

/** What may happen to a repository. Numbers choose among what is there. */
type Event =
  | { readonly type: 'add' | 'drop' | 'rename' | 'move'; readonly at: number }
  | { readonly type: 'source'; readonly at: number; readonly text: number }
  | { readonly type: 'person'; readonly at: number; readonly locale: number }
  | { readonly type: 'lose-text'; readonly at: number; readonly locale: number }
  | { readonly type: 'lose-file'; readonly at: number; readonly locale: number }
  | { readonly type: 'lose-lock' | 'lose-memory' | 'keep-lock' | 'merge-lock' | 'sync' }
  | { readonly type: 'sync-one'; readonly locale: number };

const at = fc.nat(1000);
const event: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ type: fc.constantFrom('add', 'drop', 'rename', 'move'), at }),
  fc.record({ type: fc.constant('source'), at, text: fc.nat(11) }),
  fc.record({ type: fc.constant('person'), at, locale: fc.nat(1) }),
  fc.record({ type: fc.constantFrom('lose-text', 'lose-file'), at, locale: fc.nat(1) }),
  fc.record({
    type: fc.constantFrom('lose-lock', 'lose-memory', 'keep-lock', 'merge-lock', 'sync', 'sync'),
  }),
  fc.record({ type: fc.constant('sync-one'), locale: fc.nat(1) }),
);

type Catalog = Record<string, string>;

/** A repository and, beside it, which texts of people must be where. */
class World {
  readonly project: Project;
  /** `locale/file/key` → text that a person wrote. */
  readonly human = new Map<string, string>();
  /**
   * Source keys (`file/key`) as they were when everything was last in step; only these are renamed
   * and moved.
   */
  #settled = new Set<string>();
  /**
   * Something was renamed since everything was last in step: its text still stands under the old
   * key.
   */
  #moved = false;
  /**
   * Source texts of keys that went since then: of two keys that had the same text nobody can tell
   * which went where.
   */
  #gone = new Set<string>();
  /** Source texts of keys (`file/key`) before they were changed, since then. */
  readonly #former = new Map<string, string>();
  #count = 0;
  #lock = '';
  /** The lock after each complete run. */
  readonly locks: string[] = [];

  constructor(finished: (task: () => void) => void) {
    this.project = new Project({ 'service.config.yaml': CONFIG }, 'history', finished);
    for (const file of FILES) {
      this.#save(`locales/en/${file}.json`, { [`${file}1`]: 'Text 1', [`${file}2`]: 'Text 2' });
    }
  }

  async carryOut(event: Event): Promise<void> {
    switch (event.type) {
      case 'add': {
        this.#add(event.at);
        return;
      }
      case 'drop': {
        this.#drop(event.at);
        return;
      }
      case 'rename':
      case 'move': {
        this.#move(event.at, event.type);
        return;
      }
      case 'source': {
        this.#changeSource(event.at, event.text);
        return;
      }
      case 'person': {
        this.#edit(event.at, event.locale);
        return;
      }
      case 'lose-text':
      case 'lose-file': {
        this.#lose(event.at, event.locale, event.type);
        return;
      }
      case 'lose-lock':
        // Without it a renamed key is a new one, and the old one an extra that stays.
        if (this.#moved) return;
        this.project.remove(LOCK);
        this.#settled.clear();
        return;
      case 'lose-memory': {
        this.project.remove('.locale-sync');
        return;
      }
      case 'keep-lock':
        this.#lock = this.#readLock();
        return;
      case 'merge-lock': {
        this.project.write(LOCK, this.#readLock() + this.#lock);
        return;
      }
      case 'sync':
        await this.sync({});
        return;
      case 'sync-one':
        await this.sync({ locales: [LOCALES[event.locale] ?? 'de'] });
    }
  }

  async sync(selection: Selection): Promise<Report> {
    const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
    const config = await loadConfig({ cwd: this.project.root, env });
    const before = this.#targets();
    const report = await createEngine(config).sync(selection);
    expect(report.error).toBeNull();
    this.#follow(selection.locales ?? LOCALES, before);
    this.check(selection.locales ?? LOCALES);
    if (selection.locales === undefined) {
      this.#former.clear();
      this.#moved = false;
      this.#gone.clear();
      this.#settled = new Set(this.#sources().map(({ file, key }) => `${file}/${key}`));
      this.locks.push(this.#readLock());
    }
    return report;
  }

  /**
   * Where the source of a text came to another key of its file, the text goes there; one whose
   * source is gone may make room for a text that stood in the file.
   */
  #follow(locales: readonly string[], before: ReadonlyMap<string, readonly string[]>): void {
    const sources = new Set(FILES.flatMap((file) => Object.values(this.#source(file))));
    const arrived: [place: string, text: string][] = [];
    for (const [place, text] of [...this.human]) {
      const [locale = '', file = '', key = ''] = place.split('/');
      const former = this.#former.get(`${file}/${key}`);
      const target = this.#target(locale, file);
      if (!locales.includes(locale) || former === undefined || target[key] === text) continue;
      const source = this.#source(file);
      const to = Object.keys(source).find((one) => source[one] === former && target[one] === text);
      const stood = before.get(`${locale}/${file}`)?.includes(target[key] ?? '') === true;
      if (to === undefined && (sources.has(former) || !stood)) continue;
      this.human.delete(place);
      if (to !== undefined) arrived.push([`${locale}/${file}/${to}`, text]);
    }
    for (const [place, text] of arrived) this.human.set(place, text);
  }

  #targets(): ReadonlyMap<string, readonly string[]> {
    return new Map(
      LOCALES.flatMap((locale) =>
        FILES.map((file) => [`${locale}/${file}`, Object.values(this.#target(locale, file))]),
      ),
    );
  }

  /** A moved text stays where it was until its locale is synced. */
  check(locales: readonly string[]): void {
    for (const [place, text] of this.human) {
      const [locale = '', file = '', key = ''] = place.split('/');
      if (!locales.includes(locale)) continue;
      expect(this.#target(locale, file)[key], `${place} in ${locale}/${file}`).toBe(text);
    }
  }

  /** Texts whose source a lock says was another one: translating these anew is what it asks for. */
  outdatedBy(lock: string): number {
    const { facts } = parseLock(lock);
    let count = 0;
    for (const file of FILES) {
      for (const [key, source] of Object.entries(this.#source(file))) {
        const known = facts.get(unitHash(`locales/en/${file}.json`, [key])) ?? [];
        for (const locale of LOCALES) {
          const hash = targetHash(this.#target(locale, file)[key] ?? '');
          const same = known.filter(({ targets }) => targets.get(locale)?.hash === hash);
          if (same.length > 0 && same.every((fact) => fact.source !== sourceHash(source))) {
            count += 1;
          }
        }
      }
    }
    return count;
  }

  /** Every text of a target that belongs to a key of the source. */
  texts(): Record<string, string | undefined> {
    const places = this.#sources().flatMap(({ file, key }) =>
      LOCALES.map((locale) => [`${locale}/${file}/${key}`, this.#target(locale, file)[key]]),
    );
    return Object.fromEntries(places) as Record<string, string | undefined>;
  }

  /** Bytes of everything that is committed. */
  bytes(): Record<string, string> {
    return this.project.files();
  }

  #sources(): { readonly file: string; readonly key: string }[] {
    return FILES.flatMap((file) => Object.keys(this.#source(file)).map((key) => ({ file, key })));
  }

  #pick(at: number, settled = false): { readonly file: string; readonly key: string } | undefined {
    const all = this.#sources().filter(
      ({ file, key }) => !settled || this.#settled.has(`${file}/${key}`),
    );
    return all[at % Math.max(1, all.length)];
  }

  #add(at: number): void {
    const file = FILES[at % 2] ?? 'a';
    this.#count += 1;
    const added = { ...this.#source(file), [`new${this.#count}`]: `Text ${at % 12}` };
    this.#save(`locales/en/${file}.json`, added);
  }

  #drop(at: number): void {
    const found = this.#pick(at);
    if (found === undefined || this.#sources().length < 3 || this.#isGone(found)) return;
    this.#dropKey(found.file, found.key);
    for (const locale of LOCALES) this.human.delete(`${locale}/${found.file}/${found.key}`);
  }

  #isGone({ file, key }: { readonly file: string; readonly key: string }): boolean {
    const text = this.#source(file)[key] ?? '';
    const gone = this.#gone.has(text);
    this.#gone.add(text);
    return gone;
  }

  #dropKey(file: string, key: string): string {
    const { [key]: text = '', ...rest } = this.#source(file);
    this.#save(`locales/en/${file}.json`, rest);
    this.#settled.delete(`${file}/${key}`);
    return text;
  }

  #move(at: number, how: 'rename' | 'move'): void {
    const found = this.#pick(at, true);
    if (found === undefined || this.#isGone(found)) return;
    this.#moved = true;
    const { file, key } = found;
    const other = FILES.find((one) => one !== file) ?? file;
    const to = how === 'rename' ? file : other;
    this.#count += 1;
    const name = how === 'rename' ? `renamed${this.#count}` : `${key}_${this.#count}`;
    const text = this.#dropKey(file, key);
    this.#save(`locales/en/${to}.json`, { ...this.#source(to), [name]: text });
    for (const locale of LOCALES) {
      const human = this.human.get(`${locale}/${file}/${key}`);
      if (human === undefined) continue;
      this.human.delete(`${locale}/${file}/${key}`);
      this.human.set(`${locale}/${to}/${name}`, human);
    }
  }

  #changeSource(at: number, text: number): void {
    const found = this.#pick(at);
    // One that was just renamed is new to the tool: changed at once as well, it is another text.
    if (found === undefined || !this.#settled.delete(`${found.file}/${found.key}`)) return;
    const path = `locales/en/${found.file}.json`;
    const source = this.#source(found.file);
    this.#former.set(`${found.file}/${found.key}`, source[found.key] ?? '');
    this.#save(path, { ...source, [found.key]: `Text ${text}` });
  }

  #edit(at: number, which: number): void {
    const locale = LOCALES[which] ?? 'de';
    const found = this.#pick(at);
    if (found === undefined) return;
    const target = this.#target(locale, found.file);
    // A person translates what is there.
    if (target[found.key] === undefined) return;
    this.#count += 1;
    const text = `Von Hand ${this.#count}`;
    this.#save(`locales/${locale}/${found.file}.json`, { ...target, [found.key]: text });
    this.human.set(`${locale}/${found.file}/${found.key}`, text);
  }

  #lose(at: number, which: number, how: 'lose-text' | 'lose-file'): void {
    const locale = LOCALES[which] ?? 'de';
    const found = this.#pick(at);
    if (found === undefined || this.#moved) return;
    const { file, key } = found;
    const path = `locales/${locale}/${file}.json`;
    if (how === 'lose-file') this.project.remove(path);
    else if (existsSync(this.project.path(path))) {
      const rest = Object.entries(this.#target(locale, file)).filter(([name]) => name !== key);
      this.#save(path, Object.fromEntries(rest));
    }
    for (const place of [...this.human.keys()]) {
      const gone = how === 'lose-file' ? `${locale}/${file}/` : `${locale}/${file}/${key}`;
      if (how === 'lose-file' ? place.startsWith(gone) : place === gone) this.human.delete(place);
    }
  }

  #source(file: string): Catalog {
    return this.project.json(`locales/en/${file}.json`) as Catalog;
  }

  #target(locale: string, file: string): Catalog {
    const path = `locales/${locale}/${file}.json`;
    return this.project.has(path) ? (this.project.json(path) as Catalog) : {};
  }

  #readLock(): string {
    return this.project.has(LOCK) ? this.project.read(LOCK) : '';
  }

  #save(path: string, catalog: Catalog): void {
    this.project.write(path, `${JSON.stringify(catalog, null, 2)}\n`);
  }
}

/** What must hold when a history has been carried out and synced. */
async function after(
  events: Parameters<World['carryOut']>[0][],
  check: (world: World) => Promise<void>,
): Promise<void> {
  const tasks: (() => void)[] = [];
  try {
    const world = new World((task) => tasks.push(task));
    await world.sync({});
    for (const one of events) await world.carryOut(one);
    await world.sync({});
    await check(world);
  } finally {
    for (const task of tasks) task();
  }
}

test(
  'whatever happens to a repository, no text of a person is lost, and a sync leaves the next nothing to do',
  { timeout: 600_000 },
  async () => {
    const property = fc.asyncProperty(
      fc.array(event, { minLength: 4, maxLength: 16 }),
      async (events) => {
        await after(events, async (world) => {
          const bytes = world.bytes();
          const last = await world.sync({});
          expect(last).toMatchObject({ requests: 0, characters: 0, files: { written: 0 } });
          expect(world.bytes()).toEqual(bytes);
        });
      },
    );
    await fc.assert(property, HISTORIES);
  },
);

test(
  'a lock of any earlier time, whole, cut in half or merged, costs no text of a person and pays for nothing that stands',
  { timeout: 600_000 },
  async () => {
    const property = fc.asyncProperty(
      fc.array(event, { minLength: 4, maxLength: 16 }),
      fc.nat(1000),
      fc.constantFrom('whole', 'half', 'merged'),
      async (events, which, how) => {
        await after(events, async (world) => {
          const before = world.texts();
          const older = world.locks[which % world.locks.length] ?? '';
          const now = world.project.read(LOCK);
          const lock =
            how === 'whole'
              ? older
              : how === 'half'
                ? older.slice(0, older.length / 2)
                : `<<<<<<< ours\n${now}=======\n${older}>>>>>>> theirs\n`;
          world.project.remove('.locale-sync');
          world.project.write(LOCK, lock);
          const outdated = world.outdatedBy(lock);
          const { texts } = await world.sync({});
          expect(texts).toBeLessThanOrEqual(outdated);
          if (outdated === 0) {
            expect(world.texts()).toEqual(before);
          }
          const { requests } = await world.sync({});
          expect(requests).toBe(0);
        });
      },
    );
    await fc.assert(property, HISTORIES);
  },
);
