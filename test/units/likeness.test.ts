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
  expect(others.map((other) => likeness(key, other))).toEqual([9, 4, 2, 2, 1, 0]);
});

test('of equals the first is the highest', () => {
  const ranks = { a: 1, b: 2, c: 2 };
  expect(highest(['a', 'b', 'c'] as const, (one) => ranks[one])).toBe('b');
  const none: readonly string[] = [];
  expect(highest(none, () => 1)).toBeUndefined();
});
