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
