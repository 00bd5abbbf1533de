import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Row {
  readonly section: string;
  readonly rule: string;
  readonly titles: readonly string[];
  readonly file: string;
}

const here = (name: string) => new URL(name, import.meta.url);

/** The list: a heading per section, a row per rule, with a file of tests and titles in it. */
function rows(): readonly Row[] {
  const page = readFileSync(here('rules-of-the-interface.md'), 'utf8');
  let section = '';
  return page.split('\n').flatMap((line) => {
    section = /^## (\S+)/.exec(line)?.[1] ?? section;
    const [, rule = '', file = '', titles = ''] = line
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (section === '' || !line.startsWith('|') || rule === 'rule' || rule.startsWith('--'))
      return [];
    return [
      { section, rule, file, titles: [...titles.matchAll(/`([^`]+)`/g)].map(([, t = '']) => t) },
    ];
  });
}

/** Titles of the tests of a file, as they are written in it. */
const titlesOf = (file: string) =>
  readFileSync(
    [`../${file}.test.ts`, `../${file}.long.test.ts`].map(here).find((one) => existsSync(one)) ??
      expect.fail(`no test ${file}`),
    'utf8',
  ).replaceAll("\\'", "'");

test('every rule of the list has a test of that title', () => {
  const list = rows();
  expect(list.length).toBeGreaterThan(150);
  const sources = new Map(list.map(({ file }) => [file, titlesOf(file)]));
  const missing = list.flatMap(({ section, rule, file, titles }) => {
    const unknown = titles.filter((title) => sources.get(file)?.includes(`'${title}'`) !== true);
    return titles.length === 0 || unknown.length > 0
      ? [`${section} ${rule}: ${unknown.join()}`]
      : [];
  });
  expect(missing).toEqual([]);
});

test('every section of interface.md with rules is in the list', () => {
  const sections = [...new Set(rows().map(({ section }) => section))];
  const wanted = [12, 3, 10].flatMap((count, index) =>
    Array.from({ length: count }, (_, at) => `${index + 2}.${at + 1}`),
  );
  expect(sections).toEqual([...wanted, '5', '6', '7', '8']);
});
