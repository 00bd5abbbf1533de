import { expect, test } from 'vitest';
import {
  FORGOTTEN,
  forgetIds,
  formatLock,
  mergeApplied,
  parseApplied,
  parseLock,
  unitHash,
  updateApplied,
} from '../../src/lock/index.js';

const FILE = unitHash('glossaries/shop.csv', []);
const ID = { service: 'abcdefgh', id: '1-2', name: 'Shop terms' };
const terms = (text: string) => new Map([['de', new Map([['shopping cart', new Set([text])]])]]);
const LINES = updateApplied('', FILE, { ids: [ID], terms: terms('aaaaaa') });

test('lines of a glossary file say what they were made of', () => {
  expect(LINES).toBe(`@${FILE} =abcdefgh:1-2 Shop terms\n@${FILE} aaaaaade shopping cart\n`);
  expect(parseApplied(LINES, FILE)).toEqual({ ids: [ID], terms: terms('aaaaaa') });
  expect(parseApplied(LINES, unitHash('other.csv', []))).toEqual({ ids: [], terms: new Map() });
});

test('a lock with them is of version 3, and keeps them when facts change', () => {
  const text = formatLock(new Map(), '', LINES);
  expect(text).toContain('lock v3');
  const lock = parseLock(text);
  expect(lock).toMatchObject({ applied: LINES, problems: [] });
  expect(formatLock(lock.facts, lock.settled, lock.applied)).toBe(text);
  expect(formatLock(lock.facts)).toContain('lock v1');
});

test('an id that is not known any more leaves the name to look for', () => {
  const forgotten = forgetIds(LINES, ID.service);
  expect(parseApplied(forgotten, FILE)).toEqual({
    ids: [{ ...ID, id: FORGOTTEN }],
    terms: terms('aaaaaa'),
  });
  expect(forgetIds(LINES, 'otherone')).toBe(LINES);
  expect(parseLock(formatLock(new Map(), '', forgotten)).problems).toEqual([]);
});

test('lines of both sides of a merge hold', () => {
  const others = updateApplied(LINES, FILE, { ids: [ID], terms: terms('bbbbbb') });
  const merged = parseLock(`${formatLock(new Map(), '', LINES)}${others}`);
  expect(merged.problems).toEqual([]);
  const hashes = parseApplied(merged.applied, FILE).terms.get('de')?.get('shopping cart');
  expect([...(hashes ?? [])].sort()).toEqual(['aaaaaa', 'bbbbbb']);
});

test('what others added while a run went on is kept', () => {
  const other = updateApplied('', unitHash('b.csv', []), { ids: [], terms: terms('cccccc') });
  const own = updateApplied(LINES, FILE, { ids: [ID], terms: terms('bbbbbb') });
  const onDisk = `${LINES}${other}`;
  const merged = mergeApplied({ before: LINES, own, onDisk });
  expect(merged).toContain('cccccc');
  expect(merged).toContain('bbbbbb');
  expect(merged).not.toContain('aaaaaa');
});
