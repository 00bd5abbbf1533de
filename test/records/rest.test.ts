import { expect, test } from 'vitest';
import { mayTakeRest, restOf } from '../../src/engine/records/rest.js';
import type { Answer, Asked } from '../../src/engine/records/rest.js';
import { NO_COUNTS } from '../../src/model/index.js';
import type { LocaleCounts, Problem, Report } from '../../src/model/index.js';
import type { Stamp } from '../../src/state/index.js';
import { catalogOf } from '../load/support.js';
import { recordsAfter } from './support.js';

function reportOf(input: Partial<Report> = {}): Report {
  return {
    ...{ ok: true, requests: 0, texts: 0, characters: 0, removed: 0, settled: 0 },
    reused: { repository: 0, memory: 0, duplicates: 0 },
    files: { written: 0, unchanged: 5 },
    ...{ locales: {}, problems: [], error: null },
    ...input,
  };
}

const file: Stamp = { path: '/p/en.json', kind: 'file', size: 1, mtime: 1, ctime: 1, inode: 1 };

function problem(code: Problem['code']): Problem {
  return { code, severity: 'warning', message: 'A message.', file: 'a.json' };
}

const CONFIG: Asked['config'] = { catalogs: [catalogOf('l/{locale}.json', {})] };
const NO_RESOURCES: Asked['resources'] = { glossaries: new Map(), styles: new Map() };

interface Row {
  readonly report?: Partial<Report>;
  readonly changed?: readonly Stamp[];
  readonly asked?: Partial<Asked>;
}

test.each<[string, boolean, Row]>([
  ['a file changed', true, {}],
  ['there are warnings of other files', true, { report: { problems: [problem('untranslated')] } }],
  ['a folder changed', false, { changed: [file, { ...file, kind: 'folder' }] }],
  ['a file came', false, { changed: [{ ...file, kind: 'absent' }] }],
  ['the run is narrowed', false, { asked: { selection: { locales: ['de'] } } }],
  ['something is retranslated', false, { asked: { selection: { retranslate: 'all' } } }],
  ['findings are settled', false, { report: { settled: 1 } }],
  ['a source is gone', false, { report: { problems: [problem('orphan-file')] } }],
  ['an excluded key is idle', false, { report: { problems: [problem('option-ignored')] } }],
  ['there are documents', false, { asked: { config: { ...CONFIG, documents: [] } } }],
  ['types are written', false, { asked: { config: { ...CONFIG, types: { library: 'auto' } } } }],
  [
    'a file holds all locales',
    false,
    {
      asked: {
        config: { catalogs: [catalogOf('l/app.xcstrings', { target: 'l/app.xcstrings' })] },
      },
    },
  ],
  [
    'a glossary is a file',
    false,
    { asked: { resources: { ...NO_RESOURCES, styles: new Map([['s.yaml', {} as never]]) } } },
  ],
])('where %s, the rest may be taken: %s', (_, expected, { report, changed = [file], asked }) => {
  const since: Answer = { report: reportOf(report), changed };
  const all = { config: CONFIG, selection: {}, resources: NO_RESOURCES, ...asked };
  expect(mayTakeRest(since, all)).toBe(expected);
});

test('the rest is what an answer says without the files that are looked at', () => {
  const { pairs } = recordsAfter({ source: { a: 'A', b: 'B' }, target: { a: 'X', b: 'Y' } });
  const own = pairs[0]!.targets[0]!.counts;
  const others: LocaleCounts = { ...NO_COUNTS, units: 7, current: 6, edited: 1, inherited: 2 };
  const sum = { ...others };
  for (const [name, count] of Object.entries(own) as [keyof LocaleCounts, number][]) {
    Object.assign(sum, { [name]: (sum[name] ?? 0) + count });
  }
  const problems = [problem('untranslated')];
  const report = reportOf({ locales: { de: sum, fr: NO_COUNTS }, problems });
  expect(own.units).toBeGreaterThan(0);
  expect(restOf(report, pairs)).toEqual({
    locales: { de: others, fr: NO_COUNTS },
    problems,
    files: 4,
  });
});

test('what a locale inherited in these files alone is not counted', () => {
  const [pair] = recordsAfter({ source: { a: 'A' }, target: { a: 'X' } }).pairs;
  const [target] = pair!.targets;
  const counts = { ...target!.counts, inherited: 1 };
  const part = [{ ...pair!, targets: [{ ...target!, counts }] }];
  const { locales } = restOf(reportOf({ locales: { de: counts } }), part);
  expect(locales['de']).toEqual(NO_COUNTS);
});
