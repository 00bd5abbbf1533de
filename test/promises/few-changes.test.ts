import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine, loadConfig, recall, remember } from '../../src/index.js';
import type { Report } from '../../src/index.js';
import type { RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

// After few changes a run reads what changed, and knows of the other files what the run before found.
// Of two repositories that live the same life, one remembers and the other forgets everything but its
// paid answers: they stay the same, byte for byte, and both are told the same.

/** The same lives each time; LIVES=1000 for so many new ones. */
const ASKED = process.env['LIVES'];
const LIVES = ASKED === undefined ? { numRuns: 6, seed: 25 } : { numRuns: Number(ASKED) };
const FILES = 40;
const LOCALES = ['de', 'fr'] as const;
const CONFIG = `version: 1
source: en
targets: [de, fr]
rules: { placeholders: warn }
catalogs:
  - files: 'app/*/{locale}.json'
    keys: { exclude: ['internal.*'] }
  - files: 'web/{locale}/*.json'
`;

/** The first ones are in several files. */
const SHARED = ['Save', 'Open {name}', 'Close the window', 'Delete all', 'Hello, {name}!', ''];

const textOf = (n: number): string => SHARED[n] ?? `Text number ${n}`;

let service: RunningService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const DEEDS = [
  ...(['add', 'drop', 'rename', 'move', 'swap', 'space'] as const),
  ...(['person', 'lose', 'empty'] as const),
];
/** After these everything is looked at. */
const HARD = ['file', 'no-file', 'lock'] as const;

interface Edit {
  readonly do: (typeof DEEDS)[number] | (typeof HARD)[number] | 'change';
  readonly file: number;
  readonly key: number;
  readonly text: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  do: fc.oneof(
    { weight: 10, arbitrary: fc.constant('change' as const) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(...DEEDS),
    },
    { weight: 1, arbitrary: fc.constantFrom(...HARD) },
  ),
  file: fc.nat(FILES - 1),
  key: fc.nat(5),
  text: fc.nat(400),
});

const life = fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), {
  minLength: 6,
  maxLength: 12,
});

type Catalog = Record<string, string>;

function pathOf(file: number, locale = 'en'): string {
  return file % 2 === 0 ? `app/a${file}/${locale}.json` : `web/${locale}/w${file}.json`;
}

/** With something that the config excludes. */
function written(catalog: Catalog): string {
  return `${JSON.stringify({ ...catalog, internal: { id: 'A1' } }, null, 2)}\n`;
}

/** Two repositories in which the same happens. */
class Twins {
  /** Compares every file anew, as in a fresh clone. */
  readonly forgetful: Project;
  readonly mindful: Project;
  /** Rounds before which the mindful one had records of its files. */
  remembered = 0;
  rounds = 0;

  constructor(finished: (task: () => void) => void) {
    const files = Object.fromEntries(
      Array.from({ length: FILES }, (_, file): [string, string] => {
        const keys = [0, 1, 2, 3].map((key) => [`k${key}`, textOf(file * 4 + key)]);
        return [pathOf(file), written(Object.fromEntries(keys) as Catalog)];
      }),
    );
    const project = { 'service.config.yaml': CONFIG, ...files };
    this.forgetful = new Project(project, 'forgetful', finished);
    this.mindful = new Project(project, 'mindful', finished);
  }

  carryOut(edit: Edit): void {
    for (const project of [this.forgetful, this.mindful]) happen(project, edit);
  }

  /** Both look, plan and sync. */
  async sync(): Promise<void> {
    this.rounds += 1;
    if (existsSync(join(this.mindful.root, '.locale-sync/ledger/files'))) this.remembered += 1;
    for (const command of ['check', 'plan', 'sync'] as const) {
      for (const file of ['sync', 'look', 'files']) {
        rmSync(join(this.forgetful.root, '.locale-sync/ledger', file), { force: true });
      }
      const expected = await this.#run(this.forgetful, command);
      expect(await this.#run(this.mindful, command), command).toEqual(expected);
    }
    expect(this.mindful.files()).toEqual(this.forgetful.files());
  }

  async #run(project: Project, command: 'check' | 'plan' | 'sync'): Promise<unknown> {
    const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
    const where = { cwd: project.root, env, isLook: command !== 'sync' };
    const remembered = recall(where);
    if (remembered !== undefined && command !== 'plan') return told(remembered.report);
    const config = await loadConfig(where);
    const engine = createEngine(config);
    if (command === 'plan') {
      const { report, items } = await engine.plan();
      return { report: told(report), items };
    }
    const report = await (command === 'sync' ? engine.sync() : engine.check());
    remember({ selection: {}, config, engine, report, env, isLook: command !== 'sync' });
    return told(report);
  }
}

/** What is said of files that were looked at may come after what is known of others. */
function told({ problems, ...report }: Report): unknown {
  return { ...report, problems: problems.map((one) => JSON.stringify(one)).sort() };
}

function happen(project: Project, { do: deed, file, key, text }: Edit): void {
  const path = pathOf(file);
  const locale = LOCALES[key % 2] ?? 'de';
  const target = pathOf(file, locale);
  const catalog = textsIn(project, path);
  const keys = Object.keys(catalog);
  const own = keys[key % (keys.length || 1)] ?? 'k0';
  const said = textOf(text);
  const save = (texts: Catalog): void => project.write(path, written(texts));
  const without = (gone: string): Catalog =>
    Object.fromEntries(Object.entries(catalog).filter(([name]) => name !== gone));
  switch (deed) {
    case 'change': {
      save({ ...catalog, [own]: said });
      return;
    }
    case 'add': {
      save({ ...catalog, [`n${text}`]: said });
      return;
    }
    case 'drop': {
      save(without(own));
      return;
    }
    case 'rename': {
      save({ ...without(own), [`r${text}`]: catalog[own] ?? '' });
      return;
    }
    case 'move': {
      const other = pathOf((file + 1 + text) % FILES);
      if (other === path) return undefined;
      const there = textsIn(project, other);
      project.write(other, written({ ...there, [`m${text}`]: catalog[own] ?? '' }));
      save(without(own));
      return;
    }
    case 'swap': {
      const other = keys[(key + 1) % (keys.length || 1)] ?? own;
      save({ ...catalog, [own]: catalog[other] ?? '', [other]: catalog[own] ?? '' });
      return;
    }
    case 'person': {
      edited(project, target, own, `By hand ${text}`);
      return;
    }
    case 'empty': {
      edited(project, target, own, '');
      return;
    }
    case 'lose': {
      edited(project, target, own, undefined);
      return;
    }
    case 'space':
      if (project.has(path)) project.write(path, `${project.read(path)}\n`);
      return undefined;
    case 'file': {
      project.write(pathOf(file), written({ k0: said }));
      return;
    }
    case 'no-file': {
      project.remove(target);
      return;
    }
    case 'lock': {
      project.remove('locale-sync.lock');
      return;
    }
  }
}

function textsIn(project: Project, path: string): Catalog {
  if (!project.has(path)) return {};
  const texts = Object.entries(project.json(path) as Catalog);
  return Object.fromEntries(texts.filter(([key]) => key !== 'internal'));
}

function edited(project: Project, path: string, key: string, text: string | undefined): void {
  if (!project.has(path)) return;
  const texts = project.json(path) as Catalog;
  project.write(path, `${JSON.stringify({ ...texts, [key]: text }, null, 2)}\n`);
}

let rounds = 0;
let remembered = 0;

test('a run after few changes does and says what a run over everything does', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (lives) => {
      const tasks: (() => void)[] = [];
      try {
        const twins = new Twins((task) => tasks.push(task));
        await twins.sync();
        for (const edits of lives) {
          for (const edit of edits) twins.carryOut(edit);
          await twins.sync();
        }
        rounds += twins.rounds;
        remembered += twins.remembered;
      } finally {
        for (const task of tasks) task();
      }
    }),
    LIVES,
  );
  // Otherwise it would say nothing.
  expect(remembered).toBeGreaterThan(rounds / 2);
}, 600_000);
