import { describe, expect, test } from 'vitest';
import {
  rememberedProblems,
  rememberedTallies,
  RememberedFiles,
} from '../../src/engine/ledger/remembered-files.js';
import type { RememberedRun } from '../../src/engine/ledger/remembered-files.js';
import type { Loaded } from '../../src/engine/load/index.js';
import { recordsOf } from '../../src/engine/ledger/make-records.js';
import type { Problem } from '../../src/model/index.js';
import { finishedRun } from './support.js';
import type { RunInput } from './support.js';

const OF_APP: Problem = {
  code: 'option-ignored',
  severity: 'warning',
  message: 'no',
  file: 'en/app.json',
};

/** Two files, of which `read` were read again by a run after this one. */
async function later(
  input: RunInput,
  read: readonly string[],
  rest: Partial<Loaded> = {},
): Promise<RememberedRun> {
  const run = await finishedRun(input);
  const { loaded } = run;
  const isRead = (source: string): boolean => read.includes(source);
  const unread = loaded.scan.pairs.filter(({ source }) => !isRead(source));
  const pairs = loaded.pairs.filter(({ source }) => isRead(source.path));
  return {
    loaded: { ...loaded, pairs, remembered: unread, isWhole: true, ...rest },
    remembered: new RememberedFiles(recordsOf(run)!),
  };
}

const FILES: RunInput = {
  files: {
    app: { source: { a: 'A' }, target: { a: 'X\u200b' }, targets: { fr: { a: 'U' } } },
    home: { source: { b: 'B' }, target: { b: 'Y' }, targets: { fr: { b: 'V' } } },
  },
};
const BOTH = ['en/app.json', 'en/home.json'];

describe('what unread targets add to a report', () => {
  const paths = (run: RememberedRun): readonly string[] =>
    rememberedTallies(run).map(({ path }) => path);

  test.each<[string, readonly string[], readonly string[]]>([
    [
      'all where nothing was read',
      [],
      ['de/app.json', 'fr/app.json', 'de/home.json', 'fr/home.json'],
    ],
    ['those of the other sources', ['en/app.json'], ['de/home.json', 'fr/home.json']],
    ['none where all was read', BOTH, []],
  ])('is %s', async (_, read, expected) => {
    expect(paths(await later(FILES, read))).toEqual(expected);
  });

  test('is of the selected locales only', async () => {
    const { loaded } = await later(FILES, ['en/home.json']);
    const german = loaded.remembered.map((pair) => ({
      ...pair,
      targets: pair.targets.filter(({ locale }) => locale === 'de'),
    }));
    const run = await later(FILES, ['en/home.json'], { remembered: german });
    expect(paths(run)).toEqual(['de/app.json']);
  });

  test('is their counts, and what was said of their texts', async () => {
    const [app] = rememberedTallies(await later(FILES, ['en/home.json']));
    expect(app).toMatchObject({
      locale: 'de',
      counts: { units: 1, current: 1 },
      problems: [{ code: 'forbidden-characters', severity: 'warning' }],
    });
  });

  test('is nothing where nothing is remembered', async () => {
    expect(rememberedTallies({ ...(await later(FILES, [])), remembered: undefined })).toEqual([]);
  });
});

describe('warnings of unread files', () => {
  const input: RunInput = { ...FILES, problems: [OF_APP] };

  test.each<[string, readonly string[], readonly Problem[]]>([
    ['stay', [], [OF_APP]],
    ['are none of the others', ['en/app.json'], []],
    ['are none where all was read', BOTH, []],
  ])('%s', async (_, read, expected) => {
    expect(rememberedProblems(await later(input, read))).toEqual(expected);
  });

  test('are none where nothing is remembered', async () => {
    expect(rememberedProblems({ ...(await later(input, [])), remembered: undefined })).toEqual([]);
  });
});

describe('a glob that excludes keys is idle', () => {
  const idle = (run: RememberedRun): readonly string[] =>
    rememberedProblems(run).map(({ message }) => /"([^"]*)"/.exec(message)?.[1] ?? '');
  const input: RunInput = { ...FILES, exclude: ['a', 'b', 'c'] };

  test('if it matches no key of any file, read or not', async () => {
    expect(idle(await later(input, []))).toEqual(['c']);
    expect(idle(await later(input, ['en/home.json']))).toEqual(['c']);
    expect(idle(await later(input, ['en/app.json']))).toEqual(['c']);
  });

  test('is not said where not all files were looked at', async () => {
    expect(idle(await later(input, [], { isWhole: false }))).toEqual([]);
  });

  test('is said with a key of a file that was not read', async () => {
    const [problem] = rememberedProblems(await later(input, []));
    expect(problem?.message).toContain('(keys look like "a")');
  });
});
