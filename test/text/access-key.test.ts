import { expect, test } from 'vitest';
import { isAccessKey } from '../../src/text/index.js';

test.each<[string, string, boolean]>([
  ['save-button.accesskey', 'S', true],
  ['accesskey-help', 'H ', true],
  ['Search.searchField.mnemonic', 'f', true],
  ['menu_file_access_key', 'П', true],
  ['reload.key', 'r', true],
  ['editShortcut', 'x', true],
  // A word, or a letter that is one.
  ['save-button.accesskey', 'Save', false],
  ['hotkeys.title', 'Hotkeys', false],
  ['units.days', 'd', false],
  ['monkey', 'm', false],
  ['reload.key', '5', false],
])('%s = %s: %s', (key, text, expected) => {
  expect(isAccessKey(key.split('.'), text)).toBe(expected);
});
