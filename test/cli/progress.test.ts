import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showProgress } from '../../src/cli/progress.js';
import { makeStyle } from '../../src/people/index.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const READ = { type: 'reading', file: 'en.json' } as const;

test('reading files takes a line now and then where nothing redraws', () => {
  const terminal = { interactive: false, redraws: false, width: 80, color: false };
  const shown: string[] = [];
  const io = { terminal, stderr: (text: string) => void shown.push(text), redraw: () => undefined };
  const view = showProgress(io, makeStyle(terminal), { verbose: false, quiet: false });
  view.onEvent({ type: 'phase', name: 'load' });
  vi.advanceTimersByTime(5_000);
  view.onEvent(READ);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(6_000);
  view.stop();
  expect(shown).toEqual(['reading files: 10 s\n']);
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
