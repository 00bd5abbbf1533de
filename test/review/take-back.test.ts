import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeBackOf, takenBack } from '../../src/engine/review/index.js';

const BEFORE = 'a\nb\nc\nd\n';

test.each<[what: string, before: string, after: string, now: string, then: string | undefined]>([
  ['other lines changed', BEFORE, 'a\nB\nc\nd\n', '0\nx\nB\ny\n', '0\nx\nb\ny\n'],
  ['the same line changed', BEFORE, 'a\nB\nc\nd\n', 'a\nBB\nc\nd\n', undefined],
  ['it moved', BEFORE, 'a\nB\nc\nd\n', 'c\nd\na\nB\n', 'c\nd\na\nb\n'],
  ['a line was added', BEFORE, 'a\nb\nx\nc\nd\n', 'A\nb\nx\nc\nD\n', 'A\nb\nc\nD\n'],
  ['a line was removed', BEFORE, 'a\nb\nd\n', 'A\nb\nd\n', 'A\nb\nc\nd\n'],
  ['lines are alike', 'a\nx\nb\ny\n', 'a\nx\nb\nx\n', 'A\nx\nb\nx\n', 'A\nx\nb\ny\n'],
  ['it came again', BEFORE, 'a\nB\nc\nd\n', 'B\nB\nc\n', undefined],
  ['no last line end', 'a\nb', 'a\nB', 'A\nB', 'A\nb'],
  ['a part of a line is no line', BEFORE, 'a\nB\nc\nd\n', 'xB\n', undefined],
])('%s', (_, before, after, now, then) => {
  const takeBack = takeBackOf(before, after);
  expect(takeBack && takenBack(now, takeBack)).toBe(then);
});

test('what nobody changed since is what it was', () => {
  const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd'), { maxLength: 8 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const takeBack = takeBackOf(before.join(''), after.join(''));
      if (takeBack === undefined) return;
      expect(takenBack(after.join(''), takeBack)).toBe(before.join(''));
    }),
  );
});
