import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showProgress } from '../../src/cli/progress.js';
import { makeStyle } from '../../src/people/index.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const READ = { type: 'reading', file: 'en.json' } as const;

test.each([
  ['a terminal, where the bar takes its place', true],
  ['anything else, in a line', false],
])('how many files were read is shown on %s, once it takes long', (_, redraws) => {
  const terminal = { interactive: redraws, redraws, width: 80, color: false };
  const shown: string[] = [];
  const show = (text: string): void => void shown.push(text);
  const io = { terminal, stderr: show, redraw: show };
  const view = showProgress(io, makeStyle(terminal), { verbose: false, quiet: false });
  const read = (files: number): void => {
    for (let file = 0; file < files; file += 1) view.onEvent(READ);
  };
  read(150);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(600);
  read(2);
  expect(shown).toEqual([redraws ? 'reading: 151 files' : 'reading: 151 files\n']);
  view.stop();
  expect(shown.slice(1)).toEqual(redraws ? [''] : []);
});

test('a few files are not counted, however long they take', () => {
  const terminal = { interactive: false, redraws: false, width: 80, color: false };
  const shown: string[] = [];
  const io = { terminal, stderr: (text: string) => void shown.push(text), redraw: () => undefined };
  const view = showProgress(io, makeStyle(terminal), { verbose: false, quiet: false });
  vi.advanceTimersByTime(5_000);
  view.onEvent(READ);
  view.stop();
  expect(shown).toEqual([]);
});

test('what a long run is at is shown on a terminal while nothing else is', () => {
  const terminal = { interactive: true, redraws: true, width: 80, color: false };
  const shown: string[] = [];
  const io = { terminal, stderr: () => undefined, redraw: (text: string) => void shown.push(text) };
  const view = showProgress(io, makeStyle(terminal), { verbose: false, quiet: false });
  view.onEvent({ type: 'phase', name: 'compare' });
  vi.advanceTimersByTime(900);
  expect(shown).toEqual(['comparing: 1 s']);
  // Requests have a bar of their own.
  view.onEvent({ type: 'phase', name: 'translate' });
  vi.advanceTimersByTime(900);
  expect(shown).toHaveLength(1);
  view.stop();
  expect(shown.slice(1)).toEqual(['']);
});
