import { describe, expect, test } from 'vitest';
import { drafted } from './support.js';
import type { Answers } from './support.js';

const IN_TURN = 'An element before it in its array has no text yet';

/** The list in the file as it would be, and the keys that wait for their turn. */
async function list(
  format: 'json' | 'yaml',
  { source, target, answers }: { source: object; target?: object; answers: Answers },
): Promise<object> {
  const input = { format, source: { l: source }, target: target && { l: target } };
  const { draft, failures } = await drafted(input, answers);
  const waiting = Object.entries(failures as Record<string, string>)
    .filter(([, message]) => message.includes(IN_TURN))
    .map(([key]) => key);
  const units = draft.document?.units ?? [];
  return { has: Object.fromEntries(units.map(({ key, text }) => [key.join('.'), text])), waiting };
}

describe.each(['json', 'yaml'] as const)('elements of a list in %s', (format) => {
  test('are all written where all have a text', async () => {
    const found = await list(format, {
      source: ['A', 'B'],
      target: [],
      answers: { A: 'X', B: 'Y' },
    });
    expect(found).toEqual({ has: { 'l.0': 'X', 'l.1': 'Y' }, waiting: [] });
  });

  test('behind one that has no text wait, in a file that exists', async () => {
    const found = await list(format, {
      source: ['A', 'B', 'C', 'D'],
      target: ['X'],
      answers: { B: 'Y', D: 'Z' },
    });
    expect(found).toEqual({ has: { 'l.0': 'X', 'l.1': 'Y' }, waiting: ['l.3'] });
  });

  test('behind one that has no text wait, in a new file', async () => {
    const answers = { A: 'X', C: 'Z' };
    const found = await list(format, { source: ['A', 'B', 'C'], answers });
    expect(found).toEqual({ has: { 'l.0': 'X' }, waiting: ['l.2'] });
  });

  test('have each of their texts where the others of the element have none', async () => {
    const source = [
      { q: 'A', a: 'B' },
      { q: 'C', a: 'D' },
    ];
    const found = await list(format, { source, answers: { A: 'X', C: 'Y' } });
    expect(found).toEqual({ has: { 'l.0.q': 'X', 'l.1.q': 'Y' }, waiting: [] });
  });

  test('wait for those of their own list only', async () => {
    const source = { a: ['A', 'B'], b: ['C', 'D'] };
    const found = await list(format, { source, answers: { B: 'X', C: 'Y', D: 'Z' } });
    expect(found).toEqual({ has: { 'l.b.0': 'Y', 'l.b.1': 'Z' }, waiting: ['l.a.1'] });
  });
});
