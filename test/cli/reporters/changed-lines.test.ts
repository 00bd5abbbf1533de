import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { changedLines, isChangedLine, parseDiff } from '../../../src/cli/reporters/write.js';
import { Project } from '../../support/project.js';

test('hunks of files, by their new lines', () => {
  const diff = [
    'diff --git a/l/en.json b/l/en.json',
    '--- a/l/en.json',
    '+++ b/l/en.json',
    '@@ -1,2 +1,3 @@ {',
    '+++ b/other',
    '@@ -9 +10 @@',
    '@@ -12,2 +12,0 @@',
    'diff --git a/gone b/gone',
    '--- a/gone',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    'diff --git "a/\\303\\274" "b/\\303\\274"',
    '+++ "b/\\303\\274"',
    '@@ -0,0 +1 @@',
  ].join('\n');
  const changed = parseDiff(diff);
  const lines = [1, 2, 3, 4, 10, 12].filter((line) => isChangedLine(changed, 'l/en.json', line));
  expect(lines).toEqual([1, 2, 3, 10]);
  expect(isChangedLine(changed, 'other', 10)).toBe(false);
});

function repository(): { readonly project: Project; readonly git: (...args: string[]) => string } {
  const project = new Project({ 'app/en.json': '{\n"a": "A"\n}\n', 'other.txt': 'x\n' });
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: project.root,
      encoding: 'utf8',
    }).trim();
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'one');
  return { project, git };
}

test('the lines since the commit that the event names, and without one since the parent', () => {
  const { project, git } = repository();
  const sha = git('rev-parse', 'HEAD');
  project.write('app/en.json', '{\n"a": "A",\n"b": "B"\n}\n');
  project.write('other.txt', 'y\n');
  git('commit', '-qam', 'two');
  for (const event of [{ pull_request: { base: { sha } } }, { before: sha }, undefined, []]) {
    const changed = changedLines(project.path('app'), event);
    expect([...changed.keys()]).toEqual(['en.json']);
    expect(isChangedLine(changed, 'en.json', 3)).toBe(true);
    expect(isChangedLine(changed, 'en.json', 1)).toBe(false);
  }
});

test.each([
  ['no repository', undefined],
  ['an option for a commit', { before: '--output=x' }],
  ['a commit that is not there', { before: 'a'.repeat(40) }],
])('%s: none', (_, event) => {
  const { root } = new Project({ 'en.json': '{}' });
  expect(changedLines(root, event).size).toBe(0);
});
