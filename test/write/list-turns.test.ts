import { describe, expect, test } from 'vitest';
import { behindElement, behindGaps } from '../../src/engine/write/draft.js';
import { EditError, formatKey } from '../../src/model/index.js';
import { documentOf } from '../load/support.js';
import { drafted, firstFile } from './support.js';
import type { Answers } from './support.js';

const IN_TURN = 'An earlier element of its array has no text yet';

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

describe('a text behind a gap of its list', () => {
  interface Gaps {
    readonly source: object;
    /** The file as it was. */
    readonly before?: object;
    /** The file as a codec made it. */
    readonly made: object;
    readonly answers: Answers;
  }

  /** Keys of texts that are in another's place. */
  async function behind({ source, before, made, answers }: Gaps): Promise<readonly string[]> {
    const { file, rows } = await firstFile({ source, target: before });
    const written = rows.filter(({ source: { expected } }) => expected.text in answers);
    const document = documentOf('de/app.json', JSON.stringify(made), { role: 'target' });
    const turn = { document, before: file.target.document, expected: file.expected };
    return behindGaps({ ...turn, rows: written }).map(({ key }) => formatKey(key));
  }

  test.each<[string, Gaps, readonly string[]]>([
    [
      'is in the place of one that has none',
      { source: ['A', 'B'], made: ['Y'], answers: { B: 'Y' } },
      ['1'],
    ],
    [
      'and all behind it',
      { source: ['A', 'B', 'C', 'D'], made: ['X', 'Y', 'Z'], answers: { A: 'X', C: 'Y', D: 'Z' } },
      ['2', '3'],
    ],
    ['is none without a gap', { source: ['A', 'B'], made: ['X'], answers: { A: 'X' } }, []],
    [
      'is none where the element was there before',
      { source: ['A', 'B'], before: ['X'], made: ['X', 'Y'], answers: { B: 'Y' } },
      [],
    ],
    [
      'is none in another list',
      {
        source: { a: ['A', 'B'], b: ['C'] },
        made: { a: ['Y'], b: ['Z'] },
        answers: { B: 'Y', C: 'Z' },
      },
      ['a.1'],
    ],
    [
      'is none under names',
      { source: { a: 'A', b: 'B' }, made: { b: 'Y' }, answers: { B: 'Y' } },
      [],
    ],
  ])('%s', async (_, gaps, expected) => {
    expect(await behind(gaps)).toEqual(expected);
  });
});

describe('where an element was refused', () => {
  const refused = [new EditError('not-writable', ['l', '1'], 'no', { element: ['l', '1'] })];

  /** Whether the text of a key waits for its turn. */
  async function waits(source: object, key: string, target?: object): Promise<boolean> {
    const { rows } = await firstFile({ source, target, ...(target && { lock: OLD }) });
    const row = rows.find((one) => formatKey(one.source.expected.key) === key);
    return behindElement(row!, refused) !== undefined;
  }
  const OLD = [['l.2', 'Old', 'Z', 'machine']] as const;
  const LIST = { l: ['A', 'B', 'C'] };

  test.each<[string, object, string, boolean]>([
    ['it waits itself', LIST, 'l.1', true],
    ['those behind it wait', LIST, 'l.2', true],
    ['those before it do not', LIST, 'l.0', false],
    ['those of another list do not', { m: ['A', 'B'] }, 'm.1', false],
    ['those of a list inside of an element before it do not', { l: [['A', 'B']] }, 'l.0.1', false],
    ['texts inside of elements behind it wait', { l: ['A', 'B', { q: 'C' }] }, 'l.2.q', true],
  ])('%s', async (_, source, key, expected) => {
    expect(await waits(source, key)).toBe(expected);
  });

  test('a text that is made anew does not: it has its place', async () => {
    expect(await waits(LIST, 'l.2', { l: ['X', 'Y', 'Z'] })).toBe(false);
  });

  test('nothing waits for what is refused for another reason', async () => {
    const [row] = (await firstFile({ source: LIST })).rows;
    expect(behindElement(row!, [new EditError('overlap', ['l', '0'], 'no')])).toBeUndefined();
  });
});
