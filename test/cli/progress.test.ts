import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { showProgress } from '../../src/cli/progress.js';
import { makeStyle } from '../../src/report/index.js';

const READ = { type: 'reading', file: 'en.json', bytes: 2, targets: 1 } as const;

test.each([
  ['a terminal, where the bar takes its place', true],
  ['anything else, in a line', false],
])('how many files were read is shown on %s, once it takes long', async (_, redraws) => {
  const terminal = { interactive: redraws, redraws, width: 80, color: false };
  const shown: string[] = [];
  const show = (text: string): void => void shown.push(text);
  const io = { terminal, stderr: show, redraw: show };
  const view = showProgress(io, makeStyle(terminal), { verbose: false, quiet: false });
  view.onEvent(READ);
  expect(shown).toEqual([]);
  await sleep(600);
  view.onEvent(READ);
  view.onEvent(READ);
  expect(shown).toEqual([redraws ? 'reading: 2 files' : 'reading: 2 files\n']);
  view.stop();
  expect(shown.slice(1)).toEqual(redraws ? [''] : []);
});

test('what a long run is at is shown on a terminal while nothing else is', async () => {
  const terminal = { interactive: true, redraws: true, width: 80, color: false };
  const shown: string[] = [];
  const io = { terminal, stderr: () => undefined, redraw: (text: string) => void shown.push(text) };
  const view = showProgress(io, makeStyle(terminal), { verbose: false, quiet: false });
  view.onEvent({ type: 'phase', name: 'compare' });
  await sleep(900);
  expect(shown).toEqual([expect.stringMatching(/^comparing: [01] s$/)]);
  // Requests have a bar of their own.
  view.onEvent({ type: 'phase', name: 'translate' });
  await sleep(900);
  expect(shown).toHaveLength(1);
  view.stop();
  expect(shown.slice(1)).toEqual(['']);
});
