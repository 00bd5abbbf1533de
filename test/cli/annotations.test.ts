import { symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const CONFIG = `source: en
targets: [de]
catalogs:
  - files: locales/{locale}.json
`;
const FILES = {
  'apps/web/service.config.yaml': CONFIG,
  'apps/web/locales/en.json': '{\n  "hello": "Hello"\n}\n',
};

const github = (project: Project) => ({
  env: { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: project.root },
});

test('annotations name files as they stand from the root of the repository', async () => {
  const project = new Project(FILES);
  for (const args of [
    ['check', '--cwd', 'apps/web'],
    ['check', '--config', 'apps/web/service.config.yaml'],
  ]) {
    const { code, stdout } = await project.run(args, github(project));
    expect(code).toBe(1);
    expect(stdout).toMatch(/^::error file=apps\/web\/locales\/en\.json,line=2,col=\d+,title=/);
  }
});

test('those of a remembered answer, too, and of a workspace that is a link', async () => {
  const project = new Project({
    ...FILES,
    'apps/web/locales/de.json': '{\n  "hello": "Hal\u200blo"\n}\n',
  });
  symlinkSync(project.root, project.path('link'));
  const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: project.path('link') };
  for (let i = 0; i < 2; i += 1) {
    const { code, stdout } = await project.run(['sync', '--cwd', 'apps/web'], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^::warning file=apps\/web\/locales\/de\.json,/);
  }
});

test('outside of the workspace they are told from the folder of the config', async () => {
  const project = new Project(FILES);
  const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: project.path('apps/other') };
  const { stdout } = await project.run(['check', '--cwd', 'apps/web'], { env });
  expect(stdout).toMatch(/^::error file=locales\/en\.json,/);
});

test.each(['apps/web', 'apps/web/locales'])(
  'every mistake of a config is told at its place, from %s',
  async (cwd) => {
    const config = `${CONFIG}limts: {}\nrules: { markup: loud }\n`;
    const project = new Project({ ...FILES, 'apps/web/service.config.yaml': config });
    const { code, stdout } = await project.run(['check', '--cwd', cwd], github(project));
    expect(code).toBe(2);
    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^::error file=apps\/web\/service\.config\.yaml,line=5,col=1,title=unknown-key::unknown key "limts"/,
      ),
      expect.stringMatching(
        /^::error file=apps\/web\/service\.config\.yaml,line=6,col=\d+,title=invalid-value::/,
      ),
    ]);
  },
);

test('a catalog without files is one at its line, a wrong call one without a place', async () => {
  const project = new Project({ 'apps/web/service.config.yaml': CONFIG });
  const empty = await project.run(['check', '--cwd', 'apps/web'], github(project));
  expect(empty.stdout).toMatch(
    /^::error file=apps\/web\/service\.config\.yaml,line=4,title=no-files::/,
  );
  const none = await project.run(['check'], github(project));
  expect(none.code).toBe(2);
  expect(none.stdout).toMatch(/^::error title=not-found::no config found/);
});

test('--json prints its one object and nothing else', async () => {
  const project = new Project({ ...FILES, 'apps/web/service.config.yaml': 'nope: 1\n' });
  const { stdout } = await project.run(['check', '--cwd', 'apps/web', '--json'], github(project));
  expect(stdout.trim().split('\n')).toHaveLength(1);
});
