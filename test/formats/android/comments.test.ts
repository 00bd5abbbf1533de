import { expect, it } from 'vitest';
import { android } from '../../../src/formats/android/index.js';

it('a comment behind something else in its line is none of what a later line begins with', () => {
  const text =
    '<resources>\n  <plurals name="n"> <!-- minutes -->\n' +
    '    <item quantity="other">%d minutes</item>\n  </plurals>\n</resources>\n';
  const document = android.parse(text);
  expect(document.units[0]?.note).toBeUndefined();
  const more = android.edit(document, [
    { op: 'insert', key: ['n', 'one'], text: 'A minute', after: null },
  ]);
  expect(more).toBe(
    text.replace('    <item', '    <item quantity="one">A minute</item>\n    <item'),
  );
  expect(android.edit(android.parse(more), [{ op: 'remove', key: ['n', 'one'] }])).toBe(text);
});

it('attributes that describe a resource are part of its note', () => {
  const { units } = android.parse(
    '<resources>\n' +
      '  <!-- Above -->\n  <string name="a" description="Of a. [CHAR LIMIT=9]">A</string>\n' +
      '  <string name="b" description="" comment=" Of b ">B</string>\n' +
      '  <plurals name="c" description="Of c"><item quantity="other">C</item></plurals>\n' +
      '</resources>\n',
  );
  expect(units.map(({ note }) => note)).toEqual(['Above\nOf a. [CHAR LIMIT=9]', 'Of b', 'Of c']);
  expect(units[0]?.maxLength).toBe(9);
});
