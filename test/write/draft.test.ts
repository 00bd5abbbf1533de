import { describe, expect, test } from 'vitest';
import { movedTogether } from '../../src/engine/write/draft.js';
import type { LockRow } from '../support/lock-rows.js';
import { srt, xliff } from '../support/comparison.js';
import { drafted, firstFile } from './support.js';

const LOCK: readonly LockRow[] = [['old', 'Old', 'Alt', 'machine']];

describe('a file as it will be', () => {
  test('has its texts, and everything else as it was', async () => {
    const input = {
      source: '{ "a": "A", "b": "B" }',
      target: '{\n  "b" : "Y", // mine\n  "own": 1\n}\n',
      lock: [['b', 'Old', 'Y', 'machine']] as const,
    };
    const { text, accepted, failures } = await drafted(input, { A: 'X', B: 'Z' });
    expect(text).toBe('{\n  "a" : "X",\n  "b" : "Z", // mine\n  "own": 1\n}\n');
    expect(accepted).toEqual(['a', 'b']);
    expect(failures).toEqual({});
  });

  test('is none where nothing changes', async () => {
    const { text } = await drafted({ source: { a: 'A' }, target: { a: 'X' } });
    expect(text).toBeUndefined();
    expect((await drafted({ source: { a: 'A' } })).text).toBeUndefined();
  });

  test('is made of its source where there was none', async () => {
    const source = '# Shop\na: "A"\nb: B # here\n';
    const { text } = await drafted({ format: 'yaml', source }, { A: 'X', B: 'Z' });
    expect(text).toBe('# Shop\na: "X"\nb: Z # here\n');
  });

  test('loses what the source dropped', async () => {
    const input = { source: { a: 'A' }, target: '{ "a": "X", "old": "Alt" }', lock: LOCK };
    expect((await drafted(input)).text).toBe('{ "a": "X" }');
  });

  test('turns a list into an object where the source did', async () => {
    const lock: LockRow[] = [['l.0', 'Old', 'Alt', 'machine']];
    const input = { source: { l: { x: 'A' } }, target: { l: ['Alt'] }, lock };
    const { text } = await drafted(input, { A: 'X' });
    expect(JSON.parse(text ?? '')).toEqual({ l: { x: 'X' } });
  });
});

describe('a text that its file cannot hold', () => {
  test('fails, and the others go on', async () => {
    const input = {
      format: 'xlf',
      source: xliff({ a: 'A <ph id="1"/>', b: 'B' }),
      target: xliff({ own: ['Own', 'O'] }),
    } as const;
    const { text, accepted, failures } = await drafted(input, { 'A <ph id="1"/>': 'X', B: 'Y' });
    expect(text).toContain('<target>Y</target>');
    expect(accepted).toEqual(['f.b']);
    expect(failures).toEqual({ 'f.a': expect.stringMatching(/^markup-mismatch: /) as string });
  });

  test('fails if half of a surrogate pair is missing, which would become another letter', async () => {
    const input = { format: 'srt', source: srt({ 1: 'One.', 5: 'Two.' }) } as const;
    const { text, failures } = await drafted(input, { 'One.': 'Eins', 'Two.': 'Zwei\ud83d' });
    expect(text).toContain('Eins');
    expect(Object.values(failures)).toEqual([expect.stringContaining('surrogate pair')]);
  });

  test('keeps what the source dropped in its file: it may be what was to move there', async () => {
    const format = 'xlf';
    const source = xliff({ a: 'A <ph id="1"/>' });
    const target = xliff({ old: ['Old', 'Alt'] });
    const lock: LockRow[] = [['f.old', 'Old', 'Alt', 'machine']];
    const input = { format, source, target, lock } as const;
    const { draft } = await drafted(input, { 'A <ph id="1"/>': 'X' });
    expect(draft).toMatchObject({ keepsObsolete: true, refusal: undefined });
    expect(draft.document).toBeUndefined();
  });
});

describe('texts that change places', () => {
  const lock: LockRow[] = [
    ['a', 'A', 'X', 'person'],
    ['b', 'B', 'Y', 'person'],
  ];

  test('all do', async () => {
    const target = '{ "a": "X", "b": "Y" }';
    const { text } = await drafted({ source: { a: 'B', b: 'A' }, target, lock });
    expect(text).toBe('{ "a": "Y", "b": "X" }');
  });
});

test('what is left over is kept while a text that moves has not come', async () => {
  const lock: LockRow[] = [
    ['a', 'A', 'X', 'person'],
    ['old', 'Old', 'Alt', 'machine'],
  ];
  const input = { source: { b: 'A' }, target: { a: 'X', old: 'Alt' }, lock };
  const whole = await drafted(input);
  expect(JSON.parse(whole.text ?? '')).toEqual({ b: 'X' });
  expect(whole.draft.keepsObsolete).toBe(false);
});

test('subtitles have the times of their source', async () => {
  const input = { format: 'srt', source: srt({ 1: 'One.', 3: 'Two.' }) } as const;
  const { text } = await drafted(input, { 'One.': 'Eins.', 'Two.': 'Zwei.' });
  expect(text).toBe(srt({ 1: 'Eins.', 3: 'Zwei.' }));
});

describe('texts that move go together or not at all', () => {
  /** "A" and "B" change places, and c is new. */
  const input = {
    source: { a: 'B', b: 'A', c: 'C' },
    target: { a: 'X', b: 'Y' },
    lock: [
      ['a', 'A', 'X', 'person'],
      ['b', 'B', 'Y', 'person'],
    ],
  } as const;

  test.each<[string, readonly string[], readonly string[]]>([
    ['where all are left, all stay', ['a', 'b', 'c'], ['a', 'b', 'c']],
    ['where one is not, those that would overwrite do not stay', ['a', 'c'], ['c']],
    ['where none is, the others stay', ['c'], ['c']],
    ['where another one is not, those that move do', ['a', 'b'], ['a', 'b']],
  ])('%s', async (_, left, expected) => {
    const known = { text: 'Z', origin: '' };
    const texts = (await firstFile(input)).rows.map((row) => ({ row, known }));
    const keyOf = ({ row }: (typeof texts)[number]): string => row.source.keyId;
    const some = texts.filter((text) => left.includes(keyOf(text)));
    expect(movedTogether(texts, some).map(keyOf)).toEqual(expected);
  });
});
