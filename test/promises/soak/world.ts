import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Project } from '../../support/project.js';
import type { Run } from '../../support/project.js';
import type { Random } from '../lives/random.js';
import { makeStyle } from '../lives/source.js';
import { changed, handText, newText, replaceText, targetPath } from './catalog.js';
import type { CatalogFile } from './catalog.js';
import { Clone, LOCALES } from './clone.js';
import { SOAK_FORMATS } from './formats.js';
import type { SoakFormat, Texts } from './formats.js';
import { before, judgeAnyRun, judgeComplete, judgeLook } from './laws.js';
import type { Judged } from './laws.js';
import { Ledger } from './ledger.js';

const CLONES = ['ann', 'ben', 'ci'];
/** A runner that was killed may not have kept what had reached it so short before (ms). */
const DOUBT = 300;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/** A repository, its clones, the service, and all that happens to them. */
export class World {
  readonly ledger: Ledger;
  readonly clones: readonly Clone[];
  readonly #random: Random;
  readonly #origin: Project;
  readonly #outside: Project;
  /** How many deeds of each kind were done. */
  readonly done = new Map<string, number>();
  #count = 10;
  /** See `Judged.unsure`. */
  #unsure = false;
  /** Clones whose last run did not come to its end. */
  readonly #unfinished = new Set<Clone>();

  constructor(
    random: Random,
    {
      url,
      ledger,
      finished,
    }: { url: string; ledger: Ledger; finished: (task: () => void) => void },
  ) {
    this.#random = random;
    this.ledger = ledger;
    this.#origin = new Project({}, 'soak-origin', finished);
    this.#outside = new Project({ 'canary.json': '{"k1": "untouched"}\n' }, 'soak-out', finished);
    const first = Math.floor(random.next() * SOAK_FORMATS.length);
    const chosen = SOAK_FORMATS.filter((_, at) => at === first || random.chance(0.2));
    const catalogs = chosen.map((format) => ({
      format,
      style: { ...makeStyle(random), comments: false },
    }));
    this.clones = CLONES.map((name) => new Clone(name, { catalogs, url, finished }));
    this.#found(catalogs);
  }

  static async begin(random: Random, finished: (task: () => void) => void): Promise<World> {
    const ledger = new Ledger(random);
    const url = await ledger.listen();
    finished(() => ledger.close());
    return new World(random, { url, ledger, finished });
  }

  /** One deed after another, until the time is over. */
  async live(until: number): Promise<void> {
    while (performance.now() < until) {
      const clone = this.#pick(this.clones);
      const deed = this.#pick(DEEDS);
      this.done.set(deed, (this.done.get(deed) ?? 0) + 1);
      this.ledger.weather = this.#random.chance(0.3) ? 'stormy' : 'fine';
      await this.#carryOut(deed, clone);
    }
    this.ledger.weather = 'fine';
    for (const clone of this.clones) {
      await this.#sync(clone);
      const { requests } = this.ledger;
      const files = clone.project.files();
      await this.#sync(clone);
      expect(this.ledger.requests, 'a second run asks for nothing').toBe(requests);
      expect(clone.project.files(), 'a second run changes nothing').toEqual(files);
    }
  }

  async #carryOut(deed: Deed, clone: Clone): Promise<void> {
    switch (deed) {
      case 'change':
      case 'add':
      case 'remove':
      case 'rename':
        this.#editSource(clone, deed);
        return;
      case 'translate':
        this.#translate(clone);
        return;
      case 'sync':
        await this.#sync(clone);
        return;
      case 'look':
        return this.#look(clone);
      case 'kill':
        return this.#kill(clone);
      case 'signal':
        return this.#signal(clone);
      case 'two':
        return this.#two(clone);
      case 'exchange':
        this.#exchange(clone);
        return;
      case 'clock':
        this.#turnClock(clone);
        return;
      case 'half-saved':
        return this.#saveHalf(clone);
      case 'lead-out':
        return this.#leadOut(clone);
      case 'no-state':
        this.#loseState(clone);
        return;
      case 'state-barred':
        return this.#barState(clone);
      default:
        this.#unsure = true;
        clone.project.remove('locale-sync.lock');
    }
  }

  #found(catalogs: readonly CatalogFile[]): void {
    const [first] = this.clones;
    if (first === undefined) return;
    const { project } = first;
    spawnSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', this.#origin.root]);
    const lines = catalogs.map(
      ({ format: { source, target } }) => `  - { source: ${source}, target: '${target}' }\n`,
    );
    project.write(
      'service.config.yaml',
      `version: 1\nsource: en\ntargets: [${LOCALES.join(', ')}]\ncatalogs:\n${lines.join('')}`,
    );
    project.write('.gitignore', '.locale-sync\n');
    const union = ['locale-sync.lock', 'locale-sync.archive'].map(
      (file) => `${file} merge=union\n`,
    );
    project.write('.gitattributes', union.join(''));
    for (const catalog of catalogs) {
      const texts: Texts = new Map();
      for (let n = 1; n <= 6; n += 1) this.#add(catalog.format, texts, n);
      this.#write(project, catalog, texts);
    }
    first.git('init', '--quiet', '--initial-branch=main');
    first.git('remote', 'add', 'origin', this.#origin.root);
    first.git('add', '.');
    first.git('commit', '--quiet', '--message', 'begin');
    first.git('push', '--quiet', 'origin', 'main');
    for (const clone of this.clones.slice(1)) {
      clone.git('clone', '--quiet', this.#origin.root, '.');
    }
  }

  #editSource(clone: Clone, deed: 'change' | 'add' | 'remove' | 'rename'): void {
    const catalog = this.#pick(clone.catalogs);
    const texts = clone.source(catalog);
    if (texts === undefined) return;
    const keys = [...texts.keys()];
    const key = this.#pick(keys);
    const n = (this.#count += 1);
    if (deed === 'add') this.#add(catalog.format, texts, n);
    else if (deed === 'change') {
      const fresh = newText(catalog.format, n, this.#random);
      this.#write(clone.project, catalog, changed(catalog.format, texts, [key, fresh]));
      return;
    } else if (keys.length < 3) return;
    else if (deed === 'remove') texts.delete(key);
    else if (catalog.format.keys === 'names') {
      const renamed = [...texts].map(
        ([one, text]) => [one === key ? catalog.format.key(n) : one, text] as const,
      );
      texts.clear();
      for (const [one, text] of renamed) texts.set(one, text);
    }
    this.#write(clone.project, catalog, texts);
  }

  #add(format: SoakFormat, texts: Texts, n: number): void {
    const text = newText(format, n, this.#random);
    texts.set(format.keys === 'text' ? text : format.key(n), text);
  }

  #write(project: Project, { format, style }: CatalogFile, texts: Texts): void {
    project.write(format.source, format.render(texts, style));
  }

  #translate(clone: Clone): void {
    const catalog = this.#pick(clone.catalogs);
    const locale = this.#pick(LOCALES);
    const path = targetPath(catalog, locale);
    const texts = clone.source(catalog);
    if (texts === undefined || !clone.project.has(path)) return;
    const key = this.#pick([...texts.keys()]);
    const text = handText(catalog.format, (this.#count += 1), texts.get(key) ?? '');
    const next = replaceText(catalog, clone.project.read(path), { locale, key, text });
    if (next !== undefined) clone.project.write(path, next);
  }

  async #sync(clone: Clone): Promise<void> {
    const judged = this.#judged(clone, 'sync');
    const run = await clone.run('sync', '--json');
    this.#judgeRun(judged, run);
  }

  #judgeRun(judged: Judged, { code, stdout, stderr }: Run): void {
    const { about, clone } = judged;
    expect([0, 1, 2, 3], `${about}: ${stderr}`).toContain(code);
    expect(stdout + stderr, about).not.toContain('"internal"');
    judgeAnyRun(judged);
    if (code === 0) judgeComplete(judged);
    if (code === 0 || code === 1) this.#unfinished.delete(clone);
    else this.#unfinished.add(clone);
  }

  async #look(clone: Clone): Promise<void> {
    const command = this.#pick(['plan', 'check', 'status'] as const);
    const judged = this.#judged(clone, command);
    const { code, stderr } = await clone.run(command, '--json');
    expect([0, 1, 2], `${judged.about}: ${stderr}`).toContain(code);
    judgeLook(judged);
  }

  async #kill(clone: Clone): Promise<void> {
    const judged = this.#judged(clone, 'kill');
    this.#unfinished.add(clone);
    const at = await clone.cutShort('SIGKILL', 40 + this.#random.below(500));
    if (at !== undefined) this.ledger.doubt(clone.key, at - DOUBT);
    judgeAnyRun(judged);
  }

  async #signal(clone: Clone): Promise<void> {
    const signal = this.#pick(SIGNALS);
    const judged = this.#judged(clone, signal);
    this.#unfinished.add(clone);
    await clone.cutShort(signal, 100 + this.#random.below(400));
    judgeAnyRun(judged);
  }

  async #two(clone: Clone): Promise<void> {
    const judged = this.#judged(clone, 'two at once');
    const runs = await Promise.all([clone.run('sync', '--json'), clone.run('sync', '--json')]);
    for (const run of runs) this.#judgeRun(judged, run);
  }

  /** Commits what there is, takes what others pushed, and pushes. */
  #exchange(clone: Clone): void {
    if (this.#unfinished.has(clone)) this.#unsure = true;
    clone.git('add', '--all');
    clone.git('commit', '--quiet', '--message', 'work');
    clone.git('fetch', '--quiet');
    if (!clone.git('merge', '--quiet', '--no-edit', 'origin/main')) {
      clone.git('merge', '--abort');
      const isMerged = ['theirs', 'ours'].some((side) => {
        const merged = clone.git('merge', '--quiet', '--no-edit', '-X', side, 'origin/main');
        if (merged && this.#isReadable(clone)) return true;
        clone.git(merged ? 'reset' : 'merge', ...(merged ? ['--hard', 'HEAD^'] : ['--abort']));
        return false;
      });
      if (!isMerged) clone.git('reset', '--hard', 'origin/main');
    } else if (!this.#isReadable(clone)) clone.git('reset', '--hard', 'origin/main');
    clone.git('push', '--quiet', 'origin', 'HEAD:main');
  }

  #isReadable(clone: Clone): boolean {
    try {
      return clone.catalogs.every((catalog) => {
        for (const locale of LOCALES) clone.target(catalog, locale);
        return clone.source(catalog) !== undefined;
      });
    } catch {
      return false;
    }
  }

  /** Files from the past and from the future. */
  #turnClock({ project }: Clone): void {
    for (const entry of readdirSync(project.root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (!entry.isFile() || path.includes('.git') || !this.#random.chance(0.3)) continue;
      if (!statSync(path, { throwIfNoEntry: false })) continue;
      const time = this.#pick([new Date('2001-01-01'), new Date('2040-01-01'), new Date()]);
      utimesSync(path, time, time);
    }
  }

  /** An editor is in the middle of saving a file. */
  async #saveHalf(clone: Clone): Promise<void> {
    const catalog = this.#pick(clone.catalogs);
    const path = targetPath(catalog, this.#pick(LOCALES));
    if (!clone.project.has(path) || catalog.format.keys === 'times') return;
    const whole = clone.project.read(path);
    clone.project.write(path, whole.slice(0, whole.length * this.#random.next()));
    const judged = this.#judged(clone, 'half-saved');
    const { code, stderr } = await clone.run('sync', '--json');
    expect([0, 1, 2, 3], stderr).toContain(code);
    this.#unfinished.add(clone);
    const half = judged.before.bytes[path] ?? '';
    if (code === 2) expect(clone.project.files()[path]).toBe(half);
    clone.project.write(path, whole);
  }

  /** A target file leads out of the repository. */
  async #leadOut(clone: Clone): Promise<void> {
    const path = targetPath(this.#pick(clone.catalogs), this.#pick(LOCALES));
    if (!clone.project.has(path)) return;
    const whole = clone.project.read(path);
    clone.project.remove(path);
    symlinkSync(this.#outside.path('canary.json'), clone.project.path(path));
    const { code, stderr } = await clone.run('sync', '--json');
    expect([1, 2, 3], `lead out: ${stderr}`).toContain(code);
    expect(this.#outside.read('canary.json'), 'P9').toBe('{"k1": "untouched"}\n');
    expect(readdirSync(this.#outside.root), 'P9').toEqual(['canary.json']);
    clone.project.remove(path);
    clone.project.write(path, whole);
    this.#unfinished.add(clone);
  }

  #loseState(clone: Clone): void {
    if (this.#unfinished.has(clone)) this.#unsure = true;
    clone.project.remove('.locale-sync');
    this.ledger.forget(clone.key);
  }

  /** No place for the local state: the run goes on without it. */
  async #barState(clone: Clone): Promise<void> {
    this.#loseState(clone);
    clone.project.write('.locale-sync', 'no folder');
    await this.#sync(clone);
    clone.project.remove('.locale-sync');
    this.ledger.forget(clone.key);
  }

  #judged(clone: Clone, what: string): Judged {
    const about = `${what} of ${clone.key.slice(10)} after ${[...this.done.values()].reduce((a, b) => a + b, 0)} deeds`;
    const { ledger } = this;
    return { clone, ledger, about, before: before(clone, ledger), unsure: this.#unsure };
  }

  #pick<One>(list: readonly One[]): One {
    const one = this.#random.of(list);
    if (one === undefined) throw new Error('nothing to choose from');
    return one;
  }
}

const DEEDS = [
  ...(['change', 'change', 'add', 'remove', 'rename', 'translate', 'translate'] as const),
  ...(['sync', 'sync', 'sync', 'look', 'kill', 'kill', 'signal', 'two'] as const),
  ...(['exchange', 'exchange', 'exchange', 'clock', 'half-saved', 'lead-out'] as const),
  ...(['no-state', 'state-barred', 'lose-lock'] as const),
] as const;
type Deed = (typeof DEEDS)[number];
