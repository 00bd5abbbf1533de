import { expect, test } from 'vitest';
import { splitSettled } from '../../src/engine/load/load.js';
import type { Stamp } from '../../src/state/index.js';
import { placed } from './support.js';

const pairs = [placed('a.en → a.de, a.fr'), placed('b.en → b.de'), placed('c.en → c.de')];
const stampOf = (path: string): Stamp => ({
  path,
  kind: 'file',
  size: 1,
  mtime: 1,
  ctime: 1,
  inode: 1,
});

test.each([
  { name: 'nothing is remembered', settled: [], changed: [], known: [], asked: [] },
  {
    name: 'all is settled and as it was',
    settled: ['a.en', 'b.en', 'c.en'],
    changed: [],
    known: ['a.en', 'b.en', 'c.en'],
    asked: ['a.en', 'a.de', 'a.fr', 'b.en', 'b.de', 'c.en', 'c.de'],
  },
  {
    name: 'a target has changed: the rest of its pair is not looked at',
    settled: ['a.en', 'b.en'],
    changed: ['a.de'],
    known: ['b.en'],
    asked: ['a.en', 'a.de', 'b.en', 'b.de'],
  },
  {
    name: 'a source has changed',
    settled: ['c.en'],
    changed: ['c.en'],
    known: [],
    asked: ['c.en'],
  },
])('$name', ({ settled, changed, known, asked }) => {
  const looked: string[] = [];
  const split = splitSettled(
    pairs,
    ({ source }) => (settled as readonly string[]).includes(source),
    (path) => {
      looked.push(path);
      return (changed as readonly string[]).includes(path) ? undefined : stampOf(path);
    },
  );
  expect(split.settled.map(({ pair }) => pair.source)).toEqual(known);
  expect(split.open).toEqual(pairs.filter(({ source }) => !known.includes(source)));
  expect(looked).toEqual(asked);
  for (const { pair, stamps } of split.settled) {
    const paths = [pair.source, ...pair.targets.map(({ path }) => path)];
    expect(stamps.map(({ path }) => path)).toEqual(paths);
  }
});
