import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appendRun, readRuns } from '../../src/state/index.js';
import type { PastRun } from '../../src/state/runs/runs.js';

const RUN: PastRun = {
  time: '2026-01-02T03:04:05.000Z',
  command: 'sync',
  locales: ['de'],
  requests: 1,
  texts: 2,
  characters: 3,
};

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), 'locale-sync-runs-'));
  return join(root, '.locale-sync');
}

test('runs are read in the order in which they were added', () => {
  const state = folder();
  expect(readRuns(state)).toEqual([]);
  appendRun(state, RUN);
  appendRun(state, { ...RUN, command: 'improve' });
  expect(readRuns(state)).toEqual([RUN, { ...RUN, command: 'improve' }]);
});

test('lines that are no run are left out', () => {
  const state = folder();
  appendRun(state, RUN);
  appendFileSync(join(state, 'runs'), 'null\n{"time":1}\n{"time":"x","command":"y","loc\n\n');
  appendRun(state, RUN);
  expect(readRuns(state)).toHaveLength(2);
});

test('the file stays small', () => {
  const state = folder();
  appendRun(state, RUN);
  const file = join(state, 'runs');
  writeFileSync(file, readFileSync(file, 'utf8').repeat(5_000));
  appendRun(state, { ...RUN, command: 'last' });
  expect(readRuns(state)).toHaveLength(1_000);
  expect(readRuns(state).at(-1)?.command).toBe('last');
  expect(statSync(file).size).toBeLessThan(262_144);
});

test('a link out of the project is not followed', () => {
  const state = folder();
  appendRun(state, RUN);
  rmSync(join(state, 'runs'));
  const outside = `${state}-outside`;
  writeFileSync(outside, 'mine\n');
  symlinkSync(outside, join(state, 'runs'));
  appendRun(state, RUN);
  expect(readFileSync(outside, 'utf8')).toBe('mine\n');
});
