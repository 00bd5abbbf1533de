import { expect, test } from 'vitest';
import { linesAbout, madeLock, parseLock } from '../../src/lock/index.js';
import { HEADER } from '../../src/lock/format-lock.js';

const unit = (index: number): string => `unit${String(index).padStart(7, '0')}`;
const lineOf = (index: number, source = 'ssssssss'): string =>
  `${unit(index)} ${source} hhhhhh==de\n`;
const range = (end: number): readonly number[] => Array.from({ length: end }, (_, i) => i);

const LINES = range(100).map((index) => lineOf(index));
const LOCK = parseLock(HEADER + LINES.join(''));
const MERGED = parseLock(HEADER + [...LINES].reverse().join(''));

test.each<[string, readonly number[], readonly number[]]>([
  ['none', [], []],
  ['the first', [0], [0]],
  ['the last', [99], [99]],
  ['few, in any order', [80, 3, 4], [3, 4, 80]],
  ['one that the lock does not know', [200], []],
  ['most', [...range(99)].reverse(), range(99)],
  ['most, with gaps', range(100).filter((i) => i % 3 > 0), range(100).filter((i) => i % 3 > 0)],
  ['all and more', range(120), range(100)],
])('lines about units: %s', (_, wanted, found) => {
  const units = new Set(wanted.map(unit));
  const lines = found.map((index) => lineOf(index)).join('');
  expect(linesAbout(LOCK, units)).toBe(lines);
  expect(linesAbout(MERGED, units)).toBe(lines);
});

test('all lines about a unit', () => {
  const both = lineOf(7, 'rrrrrrrr') + lineOf(7);
  const lock = parseLock(HEADER + LINES.join('').replace(lineOf(7), both));
  expect(linesAbout(lock, new Set([unit(7)]))).toBe(both);
  expect(linesAbout(lock, new Set(range(8).slice(6).map(unit)))).toBe(lineOf(6) + both);
});

test('a lock that was just made is read as one from the disk', () => {
  const { text } = LOCK;
  for (const one of [text, HEADER]) {
    expect(madeLock(one)).toEqual(parseLock(one));
    expect(madeLock(one).isEmpty).toBe(one === HEADER);
    expect(parseLock(one).isEmpty).toBe(one === HEADER);
    expect(madeLock(one).starts).toEqual(parseLock(one).starts);
  }
  for (let at = 0; at < LINES.length; at += 1) {
    expect(madeLock(text).factsOf(unit(at))).toEqual(LOCK.facts.get(unit(at)));
  }
  expect(linesAbout(madeLock(text), new Set([unit(99)]))).toBe(lineOf(99));
});
