import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatLock, parseLock } from '../../src/lock/index.js';
import type { Fact, Facts } from '../../src/lock/index.js';
import { LOCK_FILE } from '../../src/lock/names.js';
import { factSet, factsArbitrary } from './facts.js';

let repository: string;

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: repository,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: repository,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    },
  });
}

function commit(facts: Facts): void {
  writeFileSync(join(repository, LOCK_FILE), formatLock(facts));
  git('commit', '--quiet', '--allow-empty', '--all', '--message', 'lock');
}

function both(a: Facts, b: Facts): Facts {
  const merged = new Map<string, Fact[]>();
  for (const facts of [a, b]) {
    for (const [unit, known] of facts) merged.set(unit, [...(merged.get(unit) ?? []), ...known]);
  }
  return merged;
}

/** Two branches from `base`, merged by git. Throws on a conflict. */
function merge(base: Facts, ours: Facts, theirs: Facts): Facts {
  git('checkout', '--quiet', '-B', 'base', 'root');
  commit(base);
  git('checkout', '--quiet', '-B', 'theirs', 'base');
  commit(theirs);
  git('checkout', '--quiet', '-B', 'ours', 'base');
  commit(ours);
  git('merge', '--quiet', '--no-edit', 'theirs');
  const { facts, problems, writable } = parseLock(
    readFileSync(join(repository, LOCK_FILE), 'utf8'),
  );
  expect(problems).toEqual([]);
  expect(writable).toBe(true);
  return facts;
}

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'locale-sync-merge-'));
  git('init', '--quiet', '--initial-branch', 'start');
  writeFileSync(join(repository, '.gitattributes'), `${LOCK_FILE} merge=union\n`);
  writeFileSync(join(repository, LOCK_FILE), '');
  git('add', '.');
  git('commit', '--quiet', '--message', 'root');
  git('tag', 'root');
});

describe('the lock under git merge with merge=union', () => {
  it('never conflicts when two branches add facts, and holds the facts of both', () => {
    fc.assert(
      fc.property(factsArbitrary, factsArbitrary, factsArbitrary, (base, a, b) => {
        const [ours, theirs] = [both(base, a), both(base, b)];
        expect(factSet(merge(base, ours, theirs))).toEqual(factSet(both(ours, theirs)));
      }),
      { numRuns: 6 },
    );
  });

  it('never conflicts when branches also drop facts, and keeps what each side holds anew', () => {
    fc.assert(
      fc.property(factsArbitrary, factsArbitrary, factsArbitrary, (base, ours, theirs) => {
        const merged = new Set(factSet(merge(base, ours, theirs)));
        for (const line of [...factSet(ours), ...factSet(theirs)]) expect(merged).toContain(line);
      }),
      { numRuns: 6 },
    );
  });
});
