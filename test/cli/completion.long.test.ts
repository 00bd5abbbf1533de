import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { CLI, Project } from '../support/project.js';

function script(shell: string): string {
  return execFileSync(process.execPath, [CLI, 'completion', shell], { encoding: 'utf8' });
}

/**
 * What a shell offers after these words, the last of which is being written; undefined where there
 * is no such shell.
 */
type Offers = (words: readonly string[]) => readonly string[] | undefined;

const inBash: Offers = (words) => {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  return said(
    'bash',
    ['--norc', '-c'],
    [
      'source completion',
      `COMP_WORDS=(locale-sync ${quoted})`,
      `COMP_CWORD=${words.length}`,
      '_locale_sync',
      `printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
  );
};

/** Outside of its editor zsh offers nothing, so what would take it prints it. */
const inZsh: Offers = (words) => {
  const last = (words.at(-1) ?? '').replace(/^--[\w-]+=/, '');
  const offered = said(
    'zsh',
    ['-f', '-c'],
    [
      'autoload -U compinit',
      'compinit -u -D',
      'source ./completion',
      'compadd() { shift; print -rl -- "$@" }',
      '_files() { print -rl -- * }',
      'compset() { : }',
      `words=(locale-sync ${words.map((word) => `'${word}'`).join(' ')})`,
      `CURRENT=${words.length + 1}`,
      '_locale_sync',
    ],
  );
  return offered?.filter((word) => word.startsWith(last));
};

/** It adds a description after a tab. */
const inFish: Offers = (words) =>
  said(
    'fish',
    ['--no-config', '-c'],
    ['source completion', `complete -C 'locale-sync ${words.join(' ')}'`],
  )?.map((line) => line.split('\t')[0] ?? '');

function said(
  shell: string,
  flags: readonly string[],
  lines: readonly string[],
): readonly string[] | undefined {
  const project = new Project({
    completion: script(shell),
    'service.config.yaml': '',
    'my store.jsonl': '',
    's.jsonl': '',
    '[store].jsonl': '',
  });
  const { stdout, stderr, status, error } = spawnSync(shell, [...flags, lines.join('\n')], {
    cwd: project.root,
    encoding: 'utf8',
  });
  if (error !== undefined && shell !== 'bash') return undefined;
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout.split('\n').filter((word) => word !== '');
}

describe.each([
  ['bash', inBash],
  ['zsh', inZsh],
  ['fish', inFish],
])('%s, where it is installed, completes', (_, offers) => {
  test.each([
    [['sta'], ['status']],
    [['api', 'gl'], ['glossaries']],
    [['api', 'glossaries', 'put'], ['put-dictionary']],
    [
      ['api', 'text', 'translate', '--formality', 'prefer'],
      ['prefer_less', 'prefer_more'],
    ],
    [['api', 'text', 'translate', '--target-l'], ['--target-lang']],
    [['sync', '--retranslate', 'dr'], ['drifted']],
    [['completion', 'z'], ['zsh']],
    [['sync', '--config', 'service'], ['service.config.yaml']],
    [['store', 'import', 'service'], ['service.config.yaml']],
    [['store', 'import', 'my'], ['my store.jsonl']],
    [['store', 'import', '--qui'], ['--quiet']],
    [['plan', '--out', 'api', '--loc'], ['--locale']],
    [['--help', 'sta'], ['status']],
  ])('%j', (words, offered) => {
    const found = offers(words);
    if (found !== undefined) expect([...found].sort()).toEqual(offered);
  });
});

test('a value may be joined to its flag', () => {
  // As bash takes it apart.
  expect(inBash(['sync', '--config', '=', 'service'])).toEqual(['service.config.yaml']);
  expect(inBash(['sync', '--retranslate', '=', 'dr'])).toEqual(['drifted']);
  const inOtherShells = [inZsh(['sync', '--retranslate=dr']), inFish(['sync', '--retranslate=dr'])];
  for (const offered of inOtherShells)
    if (offered !== undefined) expect(offered.join()).toMatch(/drifted$/);
});

test('bash offers names as they are, however it splits words', () => {
  expect(inBash(['store', 'import', '['])).toEqual(['[store].jsonl']);
  const lines = ['IFS=:', 'source completion'];
  const words = ['COMP_WORDS=(locale-sync sta)', 'COMP_CWORD=1', '_locale_sync'];
  const offered = said('bash', ['--norc', '-c'], [...lines, ...words, 'echo "$COMPREPLY"']);
  expect(offered).toEqual(['status']);
});

test('a value of a flag is no command', () => {
  expect(inBash(['plan', '--out', 'api', ''])).toContain('--locale');
});

test('every shell knows areas and operations of the interface', () => {
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    expect(script(shell)).toContain('replace-configured-rules');
    expect(script(shell)).toContain('target-lang');
  }
});
