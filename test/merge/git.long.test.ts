import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { targetHash } from '../../src/lock/index.js';
import { CLI, Project } from '../support/project.js';
import { JSON_CONFIG, KEY, startTestService } from '../support/scenario.js';
import { FILES } from './files.js';

/** Runs git and returns its exit code and what it prints. */
type Git = (...args: readonly string[]) => { readonly code: number; readonly output: string };

/** A repository in which the merge driver is installed. */
async function repository(files: Readonly<Record<string, string>>): Promise<[Project, Git]> {
  const project = new Project({
    'service.config.yaml': JSON_CONFIG,
    '.gitignore': '.locale-sync\nnode_modules\n',
    ...files,
    'node_modules/.bin/locale-sync': `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`,
  });
  chmodSync(project.path('node_modules/.bin/locale-sync'), 0o755);
  const git: Git = (...args) => {
    const user = ['-c', 'user.name=t', '-c', 'user.email=t@localhost', '-c', 'core.editor=true'];
    const ran = spawnSync('git', [...user, ...args], { cwd: project.root, encoding: 'utf8' });
    return { code: ran.status ?? -1, output: `${ran.stdout}${ran.stderr}` };
  };
  git('init', '-q', '-b', 'main');
  const installed = await project.run(['merge', '--install']);
  expect(installed).toMatchObject({ code: 0, stdout: '' });
  expect(installed.stderr).toMatch(/^\.gitattributes written: commit it\./);
  expect(project.read('.gitattributes')).toBe('locales/*.json merge=locale-sync\n');
  return [project, git];
}

function commit(git: Git, message: string): void {
  git('add', '-A');
  expect(git('commit', '-qm', message).code).toBe(0);
}

test.each(['merge', 'rebase'])(
  'git %s: two branches with neighbouring keys are clean in every format',
  async (command) => {
    const [project, git] = await repository({});
    const attributes = Object.keys(FILES).map((name) => `${name} merge=locale-sync\n`);
    project.write('.gitattributes', attributes.join(''));
    const writeAll = (...entries: readonly (readonly [key: string, text: string])[]): void => {
      for (const [name, { file, entry }] of Object.entries(FILES))
        project.write(name, file(entries.map(([key, text]) => entry(key, text))));
    };
    writeAll(['a', 'A'], ['z', 'Z']);
    commit(git, 'base');
    git('checkout', '-qb', 'left');
    writeAll(['a', 'A of ours'], ['b', 'B'], ['z', 'Z']);
    commit(git, 'left');
    git('checkout', '-q', 'main');
    writeAll(['a', 'A'], ['c', 'C'], ['z', 'Z of theirs']);
    commit(git, 'right');
    if (command === 'rebase') git('checkout', '-q', 'left');

    const args = command === 'merge' ? ['--no-edit', 'left'] : ['main'];
    const ran = git(command, ...args);
    expect(ran.code, ran.output).toBe(0);

    for (const [name, { file, entry }] of Object.entries(FILES)) {
      const [a, b, c, z] = [
        entry('a', 'A of ours'),
        entry('b', 'B'),
        entry('c', 'C'),
        entry('z', 'Z of theirs'),
      ] as const;
      expect([file([a, b, c, z]), file([a, c, b, z])], name).toContain(project.read(name));
    }
  },
);

test('human text wins over machine text of an older source, in a merge and in a rebase', async () => {
  const service = await startTestService();
  const [project, git] = await repository({ 'locales/en.json': '{\n  "a": "Apple"\n}\n' });
  project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  project.write('.gitattributes', '*.lock merge=locale-sync\n*.json merge=locale-sync\n');
  expect(await project.report(['sync'])).toMatchObject({ code: 0 });
  await service.close();
  commit(git, 'machine text');
  const machine = (project.json('locales/de.json') as { readonly a: string }).a;

  git('checkout', '-qb', 'person');
  project.write('locales/en.json', '{\n  "a": "Apples"\n}\n');
  project.write('locales/de.json', '{\n  "a": "Äpfel"\n}\n');
  project.env = {};
  expect(await project.report(['accept', 'de:a'])).toMatchObject({ code: 0 });
  commit(git, 'a person translates the new source');

  git('checkout', '-q', 'main');
  git('checkout', '-qb', 'machine');
  project.write('locales/de.json', '{\n  "a": "Apfel"\n}\n');
  const lock = project.read('locale-sync.lock');
  project.write('locale-sync.lock', lock.replace(targetHash(machine), targetHash('Apfel')));
  commit(git, 'other options');

  git('checkout', '-qb', 'merged');
  expect(git('merge', '--no-edit', 'person')).toMatchObject({ code: 0 });
  expect(project.read('locales/de.json')).toBe('{\n  "a": "Äpfel"\n}\n');

  git('checkout', '-q', 'machine');
  expect(git('rebase', 'person')).toMatchObject({ code: 0 });
  expect(project.read('locales/de.json')).toBe('{\n  "a": "Äpfel"\n}\n');
});

test('two human texts of one unit are a conflict that git shows, and `git checkout` takes a side', async () => {
  const [project, git] = await repository({
    'locales/en.json': '{\n  "a": "Apple",\n  "b": "Bread"\n}\n',
    'locales/de.json': '{\n  "a": "Apfel",\n  "b": "Brot"\n}\n',
  });
  commit(git, 'base');
  git('checkout', '-qb', 'left');
  project.write('locales/de.json', '{\n  "a": "Äpfel",\n  "b": "Brot"\n}\n');
  commit(git, 'left');
  git('checkout', '-q', 'main');
  project.write('locales/de.json', '{\n  "a": "Apfel!",\n  "b": "Brot!"\n}\n');
  commit(git, 'right');

  const { code, output } = git('merge', 'left');
  expect(code).toBe(1);
  expect(output).toContain('locales/de.json: changed on both sides: a\n');
  expect(git('status', '--short').output).toContain('UU locales/de.json');
  expect(project.read('locales/de.json')).toBe(
    '{\n<<<<<<< ours\n  "a": "Apfel!",\n=======\n  "a": "Äpfel",\n>>>>>>> theirs\n  "b": "Brot!"\n}\n',
  );
  git('checkout', '--theirs', 'locales/de.json');
  expect(project.read('locales/de.json')).toContain('"Äpfel"');
});
