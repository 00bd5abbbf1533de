import { describe, expect, test } from 'vitest';
import { lockChanges } from '../../src/engine/write/lock-facts.js';
import { isDrifted } from '../../src/engine/units/drift.js';
import { choiceOf } from '../../src/engine/plan/selection.js';
import { ADOPTED, targetHash } from '../../src/lock/index.js';
import { compareTexts } from '../support/comparison.js';
import type { ComparisonInput } from '../support/comparison.js';
import { rowsOf } from '../support/lock-rows.js';
import type { LockRow, Who } from '../support/lock-rows.js';
import { planFor, rowsIn } from '../support/plan.js';
import { answer, textsOf } from './support.js';
import type { Answers } from './support.js';

interface After extends ComparisonInput {
  /** What the service says, proposals included. */
  readonly answers?: Answers;
  readonly accept?: true;
  /** False: a narrowed run, or one with a broken file. Default: true. */
  readonly isComplete?: boolean;
  /** The file could not be written. */
  readonly isFailed?: boolean;
}

const KEYS = ['a', 'b', 'c', 'n', 'l.0', 'l.1', 'old', 'gone#x'];
const TEXTS = ['A', 'B', 'C', 'Old', '1', '2', 'X', 'Y', 'Z', 'U', 'a', 'b', 'c'];

/** What the lock says after a run of the units that changed; `gone`: nothing anymore. */
async function lockAfter(input: After): Promise<readonly (LockRow | string)[]> {
  const { answers = {}, accept, isComplete = true, isFailed = false } = input;
  const comparison = await compareTexts(input);
  const selection = accept === undefined ? {} : { accept };
  const plan = planFor(comparison, { selection });
  const rows = rowsIn(plan);
  for (const row of rows) answer(row, answers);
  for (const { row, known } of isFailed ? [] : textsOf(rows, answers)) {
    row.written = { hash: targetHash(known.text), origin: known.origin };
  }
  const changes = lockChanges({
    previous: (id) => comparison.lock.factsOf(id),
    files: plan.files,
    orphans: comparison.locales.flatMap(({ locale, orphans }) =>
      orphans.map((texts) => ({ locale, texts })),
    ),
    accepts: choiceOf(selection, isDrifted).accepts,
    kept: new Set(isFailed ? plan.files : []),
    mayBeGone: isComplete ? comparison.lock.facts.keys() : [],
    adopted: new Map(),
    lockIsEmpty: false,
  });
  const { words } = comparison;
  const gone = KEYS.filter((key) => {
    const facts = new Map([...changes].filter(([, own]) => own.length === 0));
    return [...facts.keys()].some((id) => rowsOfKey(key, id, words));
  });
  return [
    ...rowsOf(changes, { keys: KEYS, texts: TEXTS }, words),
    ...gone.map((key) => `${key} gone`),
  ];
}

function rowsOfKey(key: string, id: string, words: Parameters<typeof rowsOf>[2]): boolean {
  const one = new Map([
    [id, [{ source: '', targets: new Map([['de', { hash: '', origin: '==' }]]) }]],
  ]);
  return rowsOf(one, { keys: [key], texts: [] }, words).length > 0;
}

/** A unit "A" with the text "X". */
function known(source: string, who: Who, rest: After = {}): After {
  return { source: { a: 'A' }, target: { a: 'X' }, lock: [['a', source, 'X', who]], ...rest };
}

describe('what the lock says after a run', () => {
  test.each<[string, After, readonly (LockRow | string)[]]>([
    ['nothing new of what it knows', known('A', 'machine'), []],
    [
      'a text that was found: a person’s',
      { source: { a: 'A' }, target: { a: 'X' } },
      [['a', 'A', 'X', 'person']],
    ],
    [
      'a text that was written: a machine’s',
      { source: { a: 'A' }, answers: { A: 'X' } },
      [['a', 'A', 'X', 'machine']],
    ],
    ['nothing of a text that never came', { source: { a: 'A' } }, []],
    ['still the former text of one that never came', known('Old', 'machine'), []],
    [
      'the new text in place of the former one',
      known('Old', 'machine', { answers: { A: 'Y' } }),
      [['a', 'A', 'Y', 'machine']],
    ],
    [
      'that a text was edited',
      known('A', 'machine', { target: { a: 'Y' } }),
      [['a', 'A', 'Y', 'edited']],
    ],
    ['a copy', { source: { n: 1 }, target: {} }, [['n', '1', '1', 'copied']]],
    [
      'a text that was reused: what it was',
      { source: { a: 'A', b: 'A' }, target: { b: 'X' }, lock: [['b', 'A', 'X', 'machine']] },
      [['a', 'A', 'X', 'machine']],
    ],
    [
      'still what it said of a source that is for review, until a proposal was shown',
      known('Old', 'person'),
      [],
    ],
    [
      'that a text is for review, once a proposal was shown',
      known('Old', 'person', { answers: { A: 'Y' } }),
      [
        ['a', 'Old', 'X', 'person'],
        ['a', 'A', 'X', 'review'],
      ],
    ],
    [
      'that a text is for review where nothing is asked for',
      known('Old', 'machine', { target: { a: 'Z' }, lockIsKnown: false }),
      [['a', 'A', 'Z', 'review']],
    ],
    [
      'that a text is a person’s, once it was accepted',
      known('Old', 'person', { accept: true }),
      [['a', 'A', 'X', 'person']],
    ],
    [
      'that a text is a machine’s, where the service confirms it',
      known('Old', 'person', { answers: { A: 'X' } }),
      [['a', 'A', 'X', 'machine']],
    ],
    [
      'the machine’s text beneath an invalid one',
      {
        source: { a: 'A {n}' },
        target: { a: 'Y' },
        lock: [['a', 'A {n}', 'X {n}', 'machine']],
      },
      [],
    ],
  ])('%s', async (_, input, expected) => {
    expect(await lockAfter(input)).toEqual(expected);
  });
});

describe('of a unit that the source dropped', () => {
  const lock: LockRow[] = [
    ['a', 'A', 'X', 'machine'],
    ['old', 'Old', 'Y', 'machine'],
  ];
  const input = { source: { a: 'A' }, target: { a: 'X', old: 'Y' }, lock };

  test('it says nothing anymore', async () => {
    expect(await lockAfter(input)).toEqual(['old gone']);
  });

  test('it says the same as long as the text is in its file', async () => {
    expect(await lockAfter({ ...input, isFailed: true })).toEqual([]);
  });

  test('it says nothing anymore of any locale, whether its file had it or not', async () => {
    const rows: LockRow[] = [...lock, ['old', 'Old', 'U', 'machine', 'fr']];
    const targets = { fr: { a: 'Z' } };
    const french = {
      ...input,
      targets,
      lock: [...rows, ['a', 'A', 'Z', 'machine', 'fr']] as const,
    };
    expect(await lockAfter(french)).toEqual(['old gone']);
  });

  test('it says nothing anymore though no file had it', async () => {
    expect(await lockAfter({ ...input, target: { a: 'X' } })).toEqual(['old gone']);
  });

  test('it says the same after a run that did not look at everything', async () => {
    expect(await lockAfter({ ...input, target: { a: 'X' }, isComplete: false })).toEqual([]);
  });

  test('it says the same of what is left of a source file that is gone', async () => {
    const files = { gone: { target: { x: 'Z' } } };
    const rows: LockRow[] = [...lock, ['gone#x', 'C', 'Z', 'person']];
    expect(await lockAfter({ ...input, files, lock: rows })).toEqual(['old gone']);
    expect(await lockAfter({ ...input, lock: rows })).toEqual(['old gone', 'gone#x gone']);
  });
});

describe('where texts move', () => {
  const lock: LockRow[] = [
    ['a', 'A', 'X', 'person'],
    ['b', 'B', 'Y', 'machine'],
  ];
  const swapped = { source: { a: 'B', b: 'A' }, target: { a: 'X', b: 'Y' }, lock };

  test('it says what they were, at their new keys', async () => {
    expect(await lockAfter(swapped)).toEqual([
      ['a', 'B', 'Y', 'machine'],
      ['b', 'A', 'X', 'person'],
    ]);
  });

  test('it says the same as long as they did not', async () => {
    expect(await lockAfter({ ...swapped, isFailed: true })).toEqual([]);
  });

  test('what is left at the old key is a copy that waits for its translation', async () => {
    const input = { source: { a: 'C', b: 'A' }, target: { a: 'X' }, lock: lock.slice(0, 1) };
    expect(await lockAfter(input)).toEqual([
      ['a', 'A', 'X', 'machine'],
      ['b', 'A', 'X', 'person'],
    ]);
  });
});

test('it keeps what it said of other locales', async () => {
  const lock: LockRow[] = [
    ['a', 'A', 'X', 'machine'],
    ['a', 'A', 'U', 'person', 'fr'],
  ];
  expect(await lockAfter({ source: { a: 'A' }, target: { a: 'Y' }, lock })).toEqual([
    ['a', 'A', 'Y', 'edited'],
    ['a', 'A', 'U', 'person', 'fr'],
  ]);
});

test('of two facts that branches left, the one that holds stays', async () => {
  const lock: LockRow[] = [
    ['a', 'Old', 'X', 'machine'],
    ['a', 'A', 'X', 'person'],
  ];
  const input = { source: { a: 'A' }, target: { a: 'X' }, lock };
  expect(await lockAfter(input)).toEqual([['a', 'A', 'X', 'person']]);
});

test(`what is adopted is remembered as ${ADOPTED}, whatever its source was once`, async () => {
  const lock: LockRow[] = [['a', 'Old', 'U', 'machine', 'fr']];
  expect(await lockAfter({ source: { a: 'A' }, target: { a: 'X' }, lock })).toEqual([
    ['a', 'Old', 'U', 'machine', 'fr'],
    ['a', 'A', 'X', 'person'],
  ]);
});

describe('what is left of a text that did not become what it should', () => {
  test.each<[string, After, readonly (LockRow | string)[]]>([
    [
      'a machine’s text without its new one: still the former one',
      known('Old', 'machine', { isFailed: true, answers: { A: 'Y' } }),
      [],
    ],
    [
      'an edited text whose source changed, and that has no proposal: what was known',
      known('Old', 'machine', { target: { a: 'Z' } }),
      [],
    ],
    [
      'an edited text whose source changed, with a proposal: for review',
      known('Old', 'machine', { target: { a: 'Z' }, answers: { A: 'Y' } }),
      [['a', 'A', 'Z', 'review']],
    ],
    [
      'an invalid text that nobody knows: a person’s',
      { source: { a: 'A {n}' }, target: { a: 'X' } },
      [['a', '(A {n})', 'X', 'person']],
    ],
    [
      'a text that the target lost: what was known, so that it is the same when it comes back',
      { source: { a: 'A' }, target: {}, lock: [['a', 'A', 'X', 'person']] },
      [],
    ],
    [
      'a text that was lost, and is translated: a machine’s',
      { source: { a: 'A' }, target: {}, lock: [['a', 'A', 'X', 'person']], answers: { A: 'Y' } },
      [['a', 'A', 'Y', 'machine']],
    ],
  ])('%s', async (_, input, expected) => {
    const rows = (await lockAfter(input)).map((row) =>
      typeof row === 'string' ? row : row.map((one) => (one?.startsWith('(') ? '(A {n})' : one)),
    );
    expect(rows).toEqual(expected);
  });
});

describe('of what is kept because something shows it', () => {
  const input: After = {
    format: 'yaml',
    source: 'page:\n  a: A\n  b: B\n',
    target: 'base: &base\n  a: X\npage:\n  <<: *base\n  b: Y\n',
    lock: [
      ['base.a', 'Old', 'X', 'machine'],
      ['page.b', 'B', 'Y', 'machine'],
    ],
  };

  test('it says the same: it goes once nobody needs it', async () => {
    expect(await lockAfter(input)).toEqual([]);
  });
});

describe('of two locales', () => {
  const lock: LockRow[] = [
    ['a', 'Old', 'X', 'machine'],
    ['a', 'Old', 'U', 'machine', 'fr'],
  ];

  test('that got a text it says both beside one source', async () => {
    const input = { source: { a: 'A' }, target: {}, targets: { fr: {} }, answers: { A: 'Y' } };
    expect(await lockAfter(input)).toEqual([
      ['a', 'A', 'Y', 'machine'],
      ['a', 'A', 'Y', 'machine', 'fr'],
    ]);
  });

  test('of which one got a text it says each beside its own source', async () => {
    const input = { source: { a: 'A' }, target: { a: 'Z' }, targets: { fr: { a: 'U' } }, lock };
    const accepted = await lockAfter({ ...input, accept: true });
    expect(accepted).toEqual([
      ['a', 'Old', 'U', 'machine', 'fr'],
      ['a', 'A', 'Z', 'person'],
    ]);
  });
});
