import { expect, test } from 'vitest';
import { createEngine, loadConfig, recall, remember } from '../../src/index.js';
import type { Report } from '../../src/index.js';
import { Project } from '../support/project.js';

const CONFIG = `version: 1
service: { url: embedded }
source: en
targets: [de]
catalogs:
  - files: l/{locale}/*.json
`;

const lines = (texts: Readonly<Record<string, string>>): string =>
  `${JSON.stringify(texts, undefined, 2)}\n`;

interface Ran {
  readonly report: Report;
  /** Source files that were read. */
  readonly read: readonly string[];
}

/** `sync` as the command does it, or `check`. */
async function run({ root }: Project, command: 'sync' | 'check' = 'sync'): Promise<Ran> {
  const config = await loadConfig({ cwd: root, env: {} });
  const read: string[] = [];
  const engine = createEngine(config, {
    onEvent: (event) => {
      if (event.type === 'reading') read.push(event.file);
    },
  });
  const report = await engine[command]();
  if (command === 'sync') remember({ selection: {}, config, engine, report });
  await engine.close();
  return { report, read };
}

/** Three translated files; of `kept` a person's text waits for review. */
async function repository(): Promise<Project> {
  const project = new Project({
    'service.config.yaml': CONFIG,
    'l/en/home.json': lines({ title: 'Welcome', bye: 'Goodbye' }),
    'l/en/shop.json': lines({ buy: 'Buy now', sell: 'Sell' }),
    'l/en/kept.json': lines({ a: 'One' }),
    'l/de/kept.json': lines({ a: 'Eins' }),
  });
  await run(project);
  project.write('l/en/kept.json', lines({ a: 'Number one' }));
  await run(project);
  await run(project);
  return project;
}

/** Without its local state. */
function cloneOf(project: Project): Project {
  const files = Object.entries(project.files());
  const bytes = files.map(([path, content]) => [path, Buffer.from(content, 'latin1')] as const);
  return new Project(Object.fromEntries(bytes), 'clone');
}

/** What a colleague pushes: files and lock, after a change and a run elsewhere. */
async function pull(project: Project, change: (theirs: Project) => void): Promise<void> {
  const theirs = cloneOf(project);
  change(theirs);
  await run(theirs);
  const ours = project.files();
  for (const [path, content] of Object.entries(theirs.files())) {
    if (ours[path] !== content) project.write(path, Buffer.from(content, 'latin1'));
  }
}

/** Runs with what is remembered, and again without: both must say and leave the same. */
async function runBothWays(project: Project): Promise<Ran> {
  const same = cloneOf(project);
  const looked = await run(project, 'check');
  project.remove('.locale-sync/ledger/files');
  expect((await run(project, 'check')).report).toEqual(looked.report);
  await run(same);
  await run(project);
  expect(project.files()).toEqual(same.files());
  return looked;
}

test.each<readonly [string, (theirs: Project) => void]>([
  [
    'a text that a colleague changed and translated',
    (theirs) => theirs.write('l/en/shop.json', lines({ buy: 'Buy today', sell: 'Sell' })),
  ],
  [
    'a text that a colleague edited',
    (theirs) => theirs.write('l/de/home.json', theirs.read('l/de/home.json').replace('[de ', '')),
  ],
  ['a new file', (theirs) => theirs.write('l/en/new.json', lines({ fresh: 'Fresh' }))],
])('after a pull of %s, every file is looked at', async (_, change) => {
  const project = await repository();
  await pull(project, change);
  const { read } = await runBothWays(project);
  expect(read).toEqual(read.filter((file) => file.startsWith('l/en/')));
  expect(read.length).toBeGreaterThanOrEqual(3);
});

test('lines of units that are nowhere leave the lock, wherever they came from', async () => {
  const project = await repository();
  const lock = project.read('locale-sync.lock');
  project.write('locale-sync.lock', `${lock}zzzzzzzzzzz ssssssss hhhhhh==de\n`);
  await run(project);
  expect(project.read('locale-sync.lock')).toBe(lock);
});

test('a lock that is gone is made again by looking at every file', async () => {
  const project = await repository();
  project.remove('locale-sync.lock');
  const { read } = await runBothWays(project);
  expect(read).toEqual(['l/en/home.json', 'l/en/kept.json', 'l/en/shop.json']);
});

test('the run after one that wrote files answers at once, also beside a text in review', async () => {
  const project = await repository();
  project.write('l/en/home.json', lines({ title: 'Welcome back', bye: 'Goodbye' }));
  const { report } = await run(project);
  expect(report.files.written).toBe(1);
  const remembered = recall({ cwd: project.root, env: {} });
  const { report: found } = await run(project);
  expect(remembered?.report).toEqual(found);
});

test('what was said of a file before it was written is found anew', async () => {
  const project = await repository();
  project.write('l/en/kept.json', lines({ first: 'Zero', a: 'Number one' }));
  await run(project);
  expect(recall({ cwd: project.root, env: {} })).toBeUndefined();
  const { report } = await run(project);
  expect(recall({ cwd: project.root, env: {} })?.report).toEqual(report);
});
