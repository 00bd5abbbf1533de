import { describe, expect, test } from 'vitest';
import type { Records } from '../../src/engine/ledger/records.js';
import { RememberedFiles, wantedSources } from '../../src/engine/ledger/remembered-files.js';
import { sourceHash } from '../../src/lock/index.js';
import { pairOf, placed } from '../load/support.js';
import { compareTexts } from '../support/comparison.js';
import { idOf } from '../support/lock-rows.js';
import { recordsAfter, sameLock, unitsNow, writeIn } from './support.js';
import type { RunInput } from './support.js';

const hashes = (...texts: readonly string[]): ReadonlySet<string> => new Set(texts.map(sourceHash));

/** `app` is settled; `home` still lacks a text. */
const RUN: RunInput = {
  files: {
    app: { source: { a: 'A' }, target: { a: 'X' } },
    home: { source: { b: 'B', c: 'C' }, target: { b: 'Y' } },
  },
};

async function known(
  wanted: ReadonlySet<string> = hashes(),
  { input = RUN, read = [] }: { input?: RunInput; read?: readonly string[] } = {},
): Promise<RememberedFiles> {
  return loaded(await recordsAfter(input), wanted, read);
}

/** The units of a target have the keys that are in it. */
const KEYED = { sourceDecides: false };

/** Once these source files were read, beside the lock that the records know. */
function loaded(
  records: Records,
  wanted: ReadonlySet<string>,
  read: readonly string[] = [],
): RememberedFiles {
  const files = new RememberedFiles(records);
  files.wanted = wanted;
  const pairs = read.map((path) => pairOf(path, '{}'));
  files.setLoaded(pairs, sameLock(records));
  return files;
}

/** `en/app.json → de/app.json` as the scan finds it now. */
function pair(line: string): Parameters<RememberedFiles['isSettled']>[0] {
  return placed(line);
}

describe('a pair need not be read', () => {
  const APP = 'en/app.json → de/app.json';

  test.each<[string, string, readonly string[], boolean]>([
    ['where nothing was left to do', APP, [], true],
    ['not where something was', 'en/home.json → de/home.json', [], false],
    ['not where its source is new', 'en/new.json → de/new.json', [], false],
    ['not where a locale is new', 'en/app.json → de/app.json, fr/app.json', [], false],
    ['where a target is asked for no more', 'en/app.json → ', [], true],
    ['not where its own source text is wanted elsewhere', APP, ['A'], false],
    ['where other source texts are wanted', APP, ['B', 'new'], true],
  ])('%s', async (_, line, wanted, expected) => {
    const targets = line.endsWith('→ ') ? { ...pair(line), targets: [] } : pair(line);
    const records = await recordsAfter(RUN);
    const files = loaded(records, hashes(...wanted));
    expect(files.isSettled(targets, sameLock(records))).toBe(expected);
  });
});

describe('what is remembered of a unit', () => {
  /** The state of "A" in a target. */
  async function stateOfA(
    target: string,
    wanted: readonly string[] = [],
  ): Promise<string | undefined> {
    const records = await recordsAfter(RUN);
    const files = new RememberedFiles(records);
    const unit = unitsNow('en/app.json', { a: 'A' }, { files }).get('a')!;
    return loaded(records, hashes(...wanted)).quietStates(target, KEYED)(unit);
  }

  test.each<[string, string, readonly string[], string | undefined]>([
    ['holds', 'de/app.json', [], 'current'],
    ['holds where other texts are wanted', 'de/app.json', ['B'], 'current'],
    ['does not where its source text is wanted', 'de/app.json', ['A'], undefined],
    ['does not in a target that nobody knows', 'fr/app.json', [], undefined],
  ])('%s', async (_, target, wanted, expected) => {
    expect(await stateOfA(target, wanted)).toBe(expected);
  });

  test('does not in a target that has changed', async () => {
    const records = await recordsAfter(RUN);
    writeIn(records.root, 'de/app.json', '{}');
    const files = new RememberedFiles(records);
    const unit = unitsNow('en/app.json', { a: 'A' }, { files }).get('a')!;
    const now = loaded(records, hashes());
    expect(now.unitsOf('en/app.json', [unit])[0]).toBeDefined();
    expect(now.quietStates('de/app.json', KEYED)(unit)).toBeUndefined();
  });
});

describe('units of files that were not read', () => {
  const words = { pathOf: (name: string) => `en/${name}.json` };
  const unit = (key: string, text: string): object => ({
    id: idOf(key, words),
    sourceHash: sourceHash(text),
  });
  const A = unit('a', 'A');
  const B = unit('home#b', 'B');
  const C = unit('home#c', 'C');

  test.each<[string, string, readonly string[], readonly object[]]>([
    ['are all where nothing was read', 'de', [], [A, B, C]],
    ['are those of the other files', 'de', ['en/app.json'], [B, C]],
    ['are none where all was read', 'de', ['en/app.json', 'en/home.json'], []],
    ['are none of a locale that has no files', 'fr', [], []],
  ])('%s', async (_, locale, read, expected) => {
    const files = await known(hashes(), { read });
    expect([...files.unreadUnits(locale)]).toEqual(expected);
  });

  test('are those that the locale has, with its own plural forms', async () => {
    const input: RunInput = {
      messages: 'i18next',
      source: { a_one: 'One', a_other: 'More' },
      targets: { ja: {} },
    };
    const japanese = [...(await known(hashes(), { input })).unreadUnits('ja')];
    expect(japanese).toEqual([unit('a_other', 'More')]);
  });
});

test.each([
  [[], []],
  [['new'], []],
  [
    ['A', 'C', 'new'],
    ['A', 'C'],
  ],
])('of the wanted texts %j, those that some file holds are %j', async (wanted, expected) => {
  expect((await known()).holding(hashes(...wanted))).toEqual(hashes(...expected));
});

test('wanted are the source texts of units that need a text, of all files and locales', async () => {
  const { locales } = await compareTexts({
    source: { a: 'A', b: 'B' },
    target: { a: 'X' },
    targets: { fr: { b: 'Y' } },
    files: { home: { source: { a: 'A', c: 'C' } } },
  });
  const isMissing = wantedSources(locales, ({ state }) => state.status === 'missing');
  expect(isMissing).toEqual(hashes('A', 'B', 'C'));
  const isGerman = wantedSources(locales.slice(0, 1), ({ current }) => current !== undefined);
  expect(isGerman).toEqual(hashes('A'));
  expect(wantedSources(locales, () => false)).toEqual(hashes());
});
