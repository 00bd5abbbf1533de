import { describe, expect, test } from 'vitest';
import { recordsOf } from '../../src/engine/ledger/make-records.js';
import { LOCK_FILE, sourceHash } from '../../src/lock/index.js';
import { idOf } from '../support/lock-rows.js';
import type { LockRow, Who } from '../support/lock-rows.js';
import { finishedRun, recordsAfter } from './support.js';
import type { RunInput } from './support.js';

/** One letter for each unit of the first target. */
async function states(input: RunInput): Promise<string | undefined> {
  return (await recordsAfter(input)).pairs[0]?.targets[0]?.states;
}

async function isSettled(input: RunInput): Promise<boolean | undefined> {
  return (await recordsAfter(input)).pairs[0]?.isSettled;
}

/** The unit `a`, whose source is "A" and whose text is "X". */
function known(source: string, who: Who, rest: RunInput = {}): RunInput {
  const lock: LockRow[] = [['a', source, 'X', who]];
  return { source: { a: 'A' }, target: { a: 'X' }, lock, ...rest };
}

describe('a unit that no run needs to look at again', () => {
  test.each<[string, RunInput, string]>([
    ['is current', known('A', 'machine'), 'c'],
    ['is current, found without a lock', { source: { a: 'A' }, target: { a: 'X' } }, 'c'],
    ['is edited', known('A', 'edited'), 'e'],
    ['is current and drifted', known('A', 'other'), 'd'],
    ['is a number', { source: { a: 1 }, target: { a: 1 } }, 'n'],
    ['is an empty text', { source: { a: '' }, target: { a: '' } }, 'n'],
    ['was translated in this run', { source: { a: 'A' }, answers: { A: 'X' } }, 'c'],
    ['was translated anew in this run', known('Old', 'machine', { answers: { A: 'Y' } }), 'c'],
    ['was copied in this run', { source: { a: 1 }, target: {} }, 'n'],
    ['is excluded, and was copied in this run', { source: { a: 'A' }, exclude: ['a'] }, 'c'],
  ])('%s: %s', async (_, input, expected) => {
    expect(await states(input)).toBe(expected);
  });
});

describe('a unit that every run looks at', () => {
  test.each<[string, RunInput]>([
    ['has no text, and got none', { source: { a: 'A' } }],
    ['is stale, and got no text', known('Old', 'machine')],
    ['waits for review', known('A', 'review')],
    ['waits for review, with a proposal', known('Old', 'person', { answers: { A: 'Y' } })],
    ['is invalid', known('A {n}', 'machine', { source: { a: 'A {n}' } })],
    ['has a text that only warns', { source: { a: 'A' }, target: { a: 'X\u200b' } }],
    ['has no room in its file', { source: { a: 'A' }, target: { a: { b: 'X' } } }],
    [
      'was moved here in this run',
      { source: { a: 'A' }, target: { old: 'X' }, lock: [['old', 'A', 'X', 'person']] },
    ],
    ['is shown by an alias', { format: 'yaml', source: 'a: A\n', target: 'x: &x X\na: *x\n' }],
  ])('%s', async (_, input) => {
    expect(await states(input)).toBe('?');
  });

  test('took what another key has', async () => {
    const input = { source: { a: 'A', b: 'A' }, target: { b: 'X' } };
    expect(await states(input)).toBe('?c');
  });
});

describe('a pair that need not be read while its files are unchanged', () => {
  const dropped: RunInput = {
    source: { a: 'A' },
    target: { a: 'X', old: 'Alt' },
    lock: [
      ['a', 'A', 'X', 'machine'],
      ['old', 'Old', 'Alt', 'machine'],
    ],
  };
  const warned: RunInput = { source: { a: 'A' }, target: { a: 'X\u200b' } };
  const inDe = ['de/app.json'];

  test.each<[string, RunInput, boolean]>([
    ['has nothing to do', known('A', 'machine'), true],
    ['got all that it lacked', { source: { a: 'A' }, answers: { A: 'X' } }, true],
    ['does not lack a text', { source: { a: 'A' } }, false],
    ['does not lack one of its texts', { source: { a: 'A', b: 'B' }, answers: { A: 'X' } }, false],
    [
      'does not lack a text in one of its targets',
      { source: { a: 'A' }, target: { a: 'X' }, targets: { fr: {} } },
      false,
    ],
    [
      'waits for review, with a proposal that was shown',
      known('Old', 'person', { answers: { A: 'Y' } }),
      true,
    ],
    ['does not wait for a proposal', known('Old', 'person'), false],
    ['waits for review as it did before', known('A', 'review'), true],
    ['has texts that warn', warned, true],
    [
      'was not replaced while texts in it warn: their lines are others',
      { ...warned, replaced: inDe },
      false,
    ],
    [
      'was replaced, with nothing to say',
      known('Old', 'machine', { answers: { A: 'Y' }, replaced: inDe }),
      true,
    ],
    ['lost what the source dropped', dropped, true],
    ['does not keep what the source dropped', { ...dropped, keeps: inDe }, false],
    [
      'does not keep what is shown elsewhere',
      {
        format: 'yaml',
        source: 'page:\n  a: A\n  b: B\n',
        target: 'base: &base\n  a: X\npage:\n  <<: *base\n  b: Y\n',
        lock: [['base.a', 'Old', 'X', 'machine']],
      },
      false,
    ],
  ])('%s: %#', async (_, input, expected) => {
    expect(await isSettled(input)).toBe(expected);
  });
});

describe('the record of a pair', () => {
  const input: RunInput = {
    source: { a: 'A', n: 1 },
    target: { a: 'X', n: 1 },
    targets: { fr: { a: 'U' } },
    exclude: ['n', 'nowhere'],
  };

  test('has each unit once, for all targets of the same units', async () => {
    const [pair] = (await recordsAfter(input)).pairs;
    const words = { pathOf: () => 'en/app.json' };
    expect(pair?.tables).toHaveLength(1);
    expect(pair!.tables[0]!.ids).toEqual([idOf('a', words), idOf('n', words)]);
    expect(pair!.tables[0]!.sources).toEqual([sourceHash('A'), sourceHash('1')]);
    expect(pair?.targets.map(({ table }) => table)).toEqual([0, 0]);
  });

  test('has a table for each set of plural forms', async () => {
    const [pair] = (
      await recordsAfter({
        messages: 'i18next',
        source: { a_one: 'One', a_other: 'More' },
        targets: { pl: {}, fr: {} },
      })
    ).pairs;
    const counts = pair?.tables.map(({ ids }) => ids.length);
    expect(pair?.targets.map(({ locale, table }) => [locale, counts?.[table]])).toEqual([
      ['de', 2],
      ['pl', 4],
      ['fr', 3],
    ]);
  });

  test('says what a report says: the globs that match, a key for messages, counts, problems', async () => {
    const problem = { code: 'option-ignored', severity: 'warning', message: 'no' } as const;
    const own = { ...problem, file: 'en/app.json' };
    const problems = [own, { ...problem, file: 'en/other.json' }, problem];
    const [pair] = (await recordsAfter({ ...input, problems })).pairs;
    expect(pair).toMatchObject({ excludes: ['n'], example: 'a', problems: [own] });
    const [german] = pair!.targets;
    expect(german).toMatchObject({ path: 'de/app.json', counts: { units: 1, current: 1 } });
  });

  test('counts nothing as translated: that was this run, and no later one', async () => {
    const [pair] = (await recordsAfter({ source: { a: 'A' }, answers: { A: 'X' } })).pairs;
    expect(pair?.targets[0]?.counts).toMatchObject({ units: 1, current: 1, translated: 0 });
  });
});

describe('what is not certain is not remembered', () => {
  const input = known('A', 'machine');

  test('nothing without the lock', async () => {
    expect(recordsOf(await finishedRun({ ...input, unseen: [LOCK_FILE] }))).toBeUndefined();
  });

  test('no pair whose source was not read', async () => {
    expect((await recordsAfter({ ...input, unseen: ['en/app.json'] })).pairs).toEqual([]);
  });

  test('no target that was not read', async () => {
    const { pairs } = await recordsAfter({
      ...input,
      targets: { fr: {} },
      unseen: ['fr/app.json'],
    });
    expect(pairs[0]?.targets.map(({ path }) => path)).toEqual(['de/app.json']);
  });
});
