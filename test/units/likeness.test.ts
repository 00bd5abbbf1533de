import { expect, test } from 'vitest';
import { highest, likeness } from '../../src/engine/units/likeness.js';

test('the last segments of a key say most of what its text is', () => {
  const key = ['shop', 'cart', 'title'];
  const others = [
    ['shop', 'cart', 'title'],
    ['page', 'cart', 'title'],
    ['page', 'title'],
    ['shop', 'cart', 'name'],
    ['shop', 'name'],
    ['page'],
  ];
  expect(others.map((other) => Math.floor(likeness(key, other)))).toEqual([9, 4, 2, 2, 1, 0]);
});

test('of keys that share as many segments, the one with the most alike name', () => {
  const alike = (key: readonly string[], others: readonly (readonly string[])[]) =>
    highest(others, (other) => likeness(key, other));
  const flat = [['label_open_issues'], ['version_status_open'], ['status_open']];
  expect(alike(['version_status_opened'], flat)).toEqual(['version_status_open']);
  const nested = [
    ['shop', 'item', 'other'],
    ['shop', 'cartTitle', 'text'],
  ];
  expect(alike(['shop', 'cartHead', 'label'], nested)).toEqual(['shop', 'cartTitle', 'text']);
  expect(alike([''], [['x'], ['']])).toEqual(['']);
});

test('a name never counts as much as a segment', () => {
  const key = ['shop', 'cart', 'title'];
  expect(likeness(key, ['shop', 'name'])).toBeGreaterThan(
    likeness(key, ['shops', 'cart', 'titles']),
  );
});

test('of equals the first is the highest', () => {
  const ranks = { a: 1, b: 2, c: 2 };
  expect(highest(['a', 'b', 'c'] as const, (one) => ranks[one])).toBe('b');
  const none: readonly string[] = [];
  expect(highest(none, () => 1)).toBeUndefined();
});
