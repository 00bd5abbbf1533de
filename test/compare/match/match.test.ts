import { describe, expect, test } from 'vitest';
import { EDITED } from '../../../src/lock/index.js';
import { compareTexts, fileOf, settledTexts } from '../../support/comparison.js';
import { compareChange, settled } from './support.js';
import type { LockRow } from '../../support/lock-rows.js';
import type { Texts } from './support.js';

/** Texts of one file: today's, for its source at the last run, by `settledTexts`. */
type Row = readonly [
  title: string,
  before: Texts,
  now: Texts,
  people: readonly string[],
  expected: Readonly<Record<string, string>>,
];

const ALL = ['One', 'Two', 'Three', 'Four'];

async function texts({
  before,
  now,
  people,
}: {
  before: Texts;
  now: Texts;
  people: readonly string[];
}): Promise<object> {
  const found = await settled({ before: { app: before }, now: { app: now }, people });
  return (found as { app: object }).app;
}

describe('a translation goes where its source text went', () => {
  test.each<Row>([
    ['a key got another name', { a: 'One' }, { b: 'One' }, ALL, { b: 'one' }],
    ['a key got another name, of a machine’s', { a: 'One' }, { b: 'One' }, [], { b: 'one' }],
    [
      'two keys changed places',
      { a: 'One', b: 'Two' },
      { a: 'Two', b: 'One' },
      ALL,
      { a: 'two', b: 'one' },
    ],
    [
      'three keys changed places',
      { a: 'One', b: 'Two', c: 'Three' },
      { a: 'Three', b: 'One', c: 'Two' },
      ALL,
      { a: 'three', b: 'one', c: 'two' },
    ],
    [
      'numbered keys shifted back: the last key goes',
      { q1: 'One', q2: 'Two', q3: 'Three' },
      { q1: 'Two', q2: 'Three' },
      ALL,
      { q1: 'two', q2: 'three' },
    ],
    [
      'numbered keys shifted on: the new one is open',
      { q1: 'One', q2: 'Two' },
      { q1: 'New', q2: 'One', q3: 'Two' },
      ALL,
      { q1: '–', q2: 'one', q3: 'two' },
    ],
    [
      'an element was deleted',
      ['One', 'Two', 'Three'],
      ['One', 'Three'],
      ALL,
      { 0: 'one', 1: 'three' },
    ],
    [
      'an element was inserted',
      ['One', 'Two'],
      ['One', 'New', 'Two'],
      ALL,
      { 0: 'one', 1: '–', 2: 'two' },
    ],
    [
      'an element was moved',
      ['One', 'Two', 'Three'],
      ['Three', 'One', 'Two'],
      ALL,
      { 0: 'three', 1: 'one', 2: 'two' },
    ],
    [
      'an element of several texts was deleted',
      [
        { q: 'One', a: 'Two' },
        { q: 'Three', a: 'Four' },
      ] as unknown as Texts,
      [{ q: 'Three', a: 'Four' }] as unknown as Texts,
      ALL,
      { '0.q': 'three', '0.a': 'four' },
    ],
  ])('%s', async (_, before, now, people, expected) => {
    expect(await texts({ before, now, people })).toEqual(expected);
  });

  test('into another file', async () => {
    const before = { app: { a: 'One', b: 'Two' }, home: { c: 'Three' } };
    const now = { app: { b: 'Two' }, home: { c: 'Three', a: 'One' } };
    expect(await settled({ before, now, people: ALL })).toEqual({
      app: { b: 'two' },
      home: { c: 'three', a: 'one' },
    });
  });

  test('into a file that has another name than its own', async () => {
    const before = { app: { a: 'One', b: 'Two' } };
    const now = { home: { a: 'One', b: 'Two' } };
    expect(await settled({ before, now, people: ALL })).toEqual({ home: { a: 'one', b: 'two' } });
  });

  test('of two texts for one source each goes to the key that is most alike', async () => {
    const lock = [
      ['x.title', 'One', 'Eins', 'person'],
      ['x.name', 'One', 'Erste', 'person'],
    ] as const;
    const target = { x: { title: 'Eins', name: 'Erste' } };
    const source = { y: { name: 'One', title: 'One' } };
    expect(settledTexts(fileOf(await compareTexts({ source, target, lock })))).toEqual({
      'y.name': 'Erste',
      'y.title': 'Eins',
    });
  });

  test('of flat keys, too: the one with the most alike name', async () => {
    const lock = [
      ['label_open_issues', 'open', 'otwarte', 'person'],
      ['version_status_open', 'open', 'otwarta', 'person'],
    ] as const;
    const target = { label_open_issues: 'otwarte', version_status_open: 'otwarta' };
    const source = { version_status_opened: 'open' };
    expect(settledTexts(fileOf(await compareTexts({ source, target, lock })))).toMatchObject({
      version_status_opened: 'otwarta',
    });
  });

  test('from the file whose key is gone rather than from one that keeps its key', async () => {
    const before = { app: { a: 'One' }, home: { a: 'One' } };
    const comparison = await compareChange(
      { before, now: { app: { a: 'One' }, home: { b: 'One' } }, people: ['One'] },
      {},
    );
    const [unit] = fileOf(comparison, 'de/home.json').rows;
    expect(unit?.state.arrival).toMatchObject({ path: 'de/home.json', origin: '==' });
  });

  test('as what it was: a text in review stays in review, an edited one edited', async () => {
    const change = { before: { app: { a: 'One' } }, now: { app: { b: 'One' } }, people: ['One'] };
    expect(await settled({ ...change, as: 'review' })).toEqual({ app: { b: 'one?' } });
    const [unit] = fileOf(await compareChange({ ...change, as: 'edited' })).rows;
    expect(unit?.state.arrival?.origin).toBe(EDITED);
  });
});

describe('a person’s text gives way', () => {
  test.each<Row>([
    [
      'if it moves itself',
      { a: 'One', b: 'Two' },
      { a: 'Two', c: 'One' },
      ALL,
      { a: 'two', c: 'one' },
    ],
    ['if no unit has its source', { a: 'One', b: 'Two' }, { a: 'Two' }, ALL, { a: 'two' }],
    [
      'in a list, if no unit of its source is without a text',
      ['One', 'Two', 'One'],
      ['One', 'One'],
      ALL,
      { 0: 'one', 1: 'one' },
    ],
  ])('%s', async (_, before, now, people, expected) => {
    expect(await texts({ before, now, people })).toEqual(expected);
  });

  test('to none where another unit has its source and a text of its own: it stays for review', async () => {
    // "One" is at b too, translated there: the person's text at a has no unit to go to.
    const before = { a: 'One', b: 'One', c: 'Two' };
    expect(await texts({ before, now: { a: 'Two', b: 'One' }, people: ['One'] })).toEqual({
      a: 'one?',
      b: 'one',
    });
  });

  test('to none in a run that did not read all sources', async () => {
    const change = { before: { app: { a: 'One', b: 'Two' } }, now: { app: { a: 'Two' } } };
    expect(await settled({ ...change, people: ALL }, { isWhole: false })).toEqual({
      app: { a: 'one?' },
    });
  });

  test('to none that does not move it, while the lock may be older than the files', async () => {
    const change = { before: { app: { a: 'One', b: 'Two' } }, now: { app: { a: 'Two' } } };
    const options = { lockIsKnown: false };
    expect(await settled({ ...change, people: ALL }, options)).toEqual({ app: { a: 'one?' } });
    const swapped = { ...change, now: { app: { a: 'Two', b: 'One' } } };
    expect(await settled({ ...swapped, people: ALL }, options)).toEqual({
      app: { a: 'two', b: 'one' },
    });
  });

  test('to none whose own way is closed: what would follow stays too', async () => {
    // "One" is needed at x, which is taken; so b's text cannot go to a, nor c's to b.
    const before = { a: 'One', b: 'Two', c: 'Three', x: 'One' };
    const now = { a: 'Two', b: 'Three', x: 'One' };
    expect(await texts({ before, now, people: ALL })).toEqual({ a: 'one?', b: 'two?', x: 'one' });
  });
});

describe('a machine’s text gives way to any', () => {
  test('a new source: it is made anew', async () => {
    const before = { a: 'One' };
    expect(await texts({ before, now: { a: 'New' }, people: [] })).toEqual({ a: '–' });
  });

  test('a person’s text that belongs there', async () => {
    const before = { a: 'One', b: 'Two' };
    expect(await texts({ before, now: { a: 'Two' }, people: ['Two'] })).toEqual({ a: 'two' });
  });
});

describe('in a list, a person’s text whose source was changed', () => {
  test.each<Row>([
    [
      'stays behind the text before it',
      ['One', 'Two', 'Three'],
      ['One', 'Changed', 'Three'],
      ALL,
      { 0: 'one', 1: 'two?', 2: 'three' },
    ],
    [
      'goes with the text before it',
      ['One', 'Two', 'Three'],
      ['New', 'One', 'Changed', 'Three'],
      ALL,
      { 0: '–', 1: 'one', 2: 'two?', 3: 'three' },
    ],
    [
      'goes with the text behind it',
      ['One', 'Two', 'Three'],
      ['Changed', 'Three'],
      ALL,
      { 0: 'two?', 1: 'three' },
    ],
    [
      'is made anew where it was a machine’s',
      ['One', 'Two', 'Three'],
      ['New', 'One', 'Changed', 'Three'],
      [],
      { 0: '–', 1: 'one', 2: '–', 3: 'three' },
    ],
  ])('%s', async (_, before, now, people, expected) => {
    expect(await texts({ before, now, people })).toEqual(expected);
  });
});

describe('doubt: nothing moves inside of a file', () => {
  const lock = [
    ['a', 'One', 'one', 'person'],
    ['b', 'Two', 'two', 'person'],
  ] as const;
  const source = { a: 'Two', b: 'One' };

  test('that has references', async () => {
    const target = 'a: &x one\nb: two\nc: *x\n';
    const file = fileOf(
      await compareTexts({ format: 'yaml', source: 'a: Two\nb: One\n', target, lock }),
    );
    expect(settledTexts(file)).toEqual({ a: 'one?', b: 'two?' });
  });

  test('in which an older lock does not know every text', async () => {
    const target = { a: 'one', b: 'two', c: 'new' };
    const input = { source: { ...source, c: 'Three' }, target, lock };
    expect(settledTexts(fileOf(await compareTexts({ ...input, lockIsKnown: false })))).toEqual({
      a: 'one?',
      b: 'two?',
      c: 'new',
    });
    expect(settledTexts(fileOf(await compareTexts(input)))).toMatchObject({ a: 'two', b: 'one' });
  });

  test('a text that somebody already moved by hand is not moved again', async () => {
    const file = fileOf(await compareTexts({ source, target: { a: 'two', b: 'one' }, lock }));
    expect(settledTexts(file)).toEqual({ a: 'two', b: 'one' });
    expect(file.rows.every(({ state }) => state.arrival === undefined)).toBe(true);
  });
});

test('a translation that no file has anymore belongs nowhere', async () => {
  const change = {
    before: { app: { a: 'One' } },
    now: { app: { b: 'One' } },
    targets: { app: {} },
  };
  expect(await settled(change)).toEqual({ app: { b: '–' } });
});

test('plural forms with one source text stay the forms that they were', async () => {
  const lock: LockRow[] = [
    ['a_one', 'Sheep', 'Schaf', 'machine'],
    ['a_other', 'Sheep', 'Schafe', 'person'],
  ];
  const source = { b_one: 'Sheep', b_other: 'Sheep' };
  const target = { a_one: 'Schaf', a_other: 'Schafe' };
  const file = fileOf(await compareTexts({ messages: 'i18next', source, target, lock }));
  expect(settledTexts(file)).toEqual({ b_one: 'Schaf', b_other: 'Schafe' });
});
