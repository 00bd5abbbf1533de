import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { CLI, Project } from '../support/project.js';

const FOLDER = `tmp/locale-sync-${process.getuid?.()}`;
const LEAST = 100_000;

function projectWithTmp(): Project {
  const project = new Project({
    'service.config.yaml':
      'version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: l/{locale}.json\n',
    'l/en.json': '{ "a": "One" }',
    'tmp/empty': '',
  });
  project.env = { TMPDIR: project.path('tmp') };
  return project;
}

/** The files of kept code, one a build. */
function slots(project: Project): readonly string[] {
  if (!statSync(project.path(FOLDER)).isDirectory()) return [];
  return readdirSync(project.path(FOLDER)).filter((name) => name.endsWith('.code'));
}
const slot = (project: Project) => `${FOLDER}/${slots(project)[0] ?? 'none'}`;
const bytes = (project: Project) => readFileSync(project.path(slot(project)));

test.runIf(process.getuid !== undefined)(
  'compiled code is kept where nobody else can write, and taken from there',
  async () => {
    const project = projectWithTmp();
    const first = await project.run(['plan']);
    const kept = bytes(project);
    expect(statSync(project.path(FOLDER)).mode & 0o777).toBe(0o700);
    expect(kept.length).toBeGreaterThan(LEAST);
    const { mtimeMs } = statSync(project.path(slot(project)));
    expect(await project.run(['plan'])).toEqual(first);
    expect(statSync(project.path(slot(project))).mtimeMs).toBe(mtimeMs);
  },
);

test.runIf(process.getuid !== undefined)(
  'a large project, whose runs collect garbage at another pace, keeps it once, too',
  async () => {
    const project = projectWithTmp();
    const texts = Array.from({ length: 300 }, (_, i) => [
      `k${i}`,
      `Text ${i} ${'x'.repeat(10_000)}`,
    ]);
    project.write('l/en.json', JSON.stringify(Object.fromEntries(texts)));
    await project.run(['plan']);
    const { mtimeMs } = statSync(project.path(slot(project)));
    await project.run(['plan']);
    expect(statSync(project.path(slot(project))).mtimeMs).toBe(mtimeMs);
  },
);

test.runIf(process.getuid !== undefined).each([
  ['empty', () => Buffer.alloc(0)],
  ['cut short', (kept: Buffer) => kept.subarray(0, kept.length / 2)],
  ['damaged', (kept: Buffer) => Buffer.from(kept).fill(0, kept.length - LEAST)],
  [
    'of another version',
    (kept: Buffer) =>
      Buffer.concat([
        Buffer.from(kept.toString('latin1', 0, 1) === 'x' ? 'y' : 'x'),
        kept.subarray(1),
      ]),
  ],
] as const)('code that is %s is made again', async (_, damage) => {
  const project = projectWithTmp();
  const first = await project.run(['plan']);
  const damaged = damage(bytes(project));
  project.write(slot(project), damaged);
  expect(await project.run(['plan'])).toEqual(first);
  expect(bytes(project).length).toBeGreaterThan(LEAST);
  expect(bytes(project).equals(damaged)).toBe(false);
});

test.runIf(process.getuid !== undefined).each([
  ['that others may write to', (folder: string) => chmodSync(folder, 0o777)],
  [
    'behind a link',
    (folder: string, project: Project) => {
      project.remove(FOLDER);
      mkdirSync(project.path('elsewhere'), { mode: 0o700 });
      symlinkSync(project.path('elsewhere'), folder);
    },
  ],
  [
    'that is a file',
    (_: string, project: Project) => {
      project.remove(FOLDER);
      project.write(FOLDER, '');
    },
  ],
] as const)('a folder %s is left alone', async (_, prepare) => {
  const project = projectWithTmp();
  mkdirSync(project.path(FOLDER), { mode: 0o700 });
  prepare(project.path(FOLDER), project);
  expect(await project.run(['plan'])).toMatchObject({ code: 0 });
  expect(project.has(slot(project))).toBe(false);
});

test('modules are loaded by code that was kept', async () => {
  const project = projectWithTmp();
  project.env = { ...project.env, SERVICE_URL: 'embedded' };
  await project.report(['sync']);
  project.write('l/en.json', '{ "a": "Two" }');
  expect(await project.report(['sync'])).toMatchObject({ code: 0, error: null, texts: 1 });
});

test.runIf(process.getuid !== undefined)('two installations keep theirs side by side', async () => {
  const project = projectWithTmp();
  const [one, two] = ['one', 'two'].map((name): readonly [string, string] => {
    cpSync(dirname(CLI), project.path(`${name}/dist`), { recursive: true });
    return [process.execPath, join(project.root, name, 'dist/cli.cjs')];
  });
  const after = async (command: readonly [string, string] | undefined) => {
    project.command = command!;
    expect(await project.run(['plan'])).toMatchObject({ code: 0 });
    const kept = slots(project).map((name) => project.path(`${FOLDER}/${name}`));
    return kept.map((path) => `${path} ${statSync(path).mtimeMs}`);
  };
  await after(one);
  const both = await after(two);
  expect(both).toHaveLength(2);
  expect(await after(one)).toEqual(both);
  expect(await after(two)).toEqual(both);
});
