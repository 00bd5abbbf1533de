import { expect, test } from 'vitest';
import { foldLook, foldName, nameFlaw, twins } from '../../src/model/portable-name.js';

const flawOf = (path: string): string | undefined => {
  const flaw = nameFlaw(path);
  return flaw && `${flaw.path} ${flaw.reason}`;
};

test.each([
  'locales/de.json',
  'locales/console.json',
  'locales/com.json',
  'locales/com10/lpt.yml',
  'locales/conin.json',
  'messages.con.xlf',
  'messages.nul',
  '.con.json',
  'a b/c d.json',
  '..a/.b/c..d',
  'Überschrift/日本語.json',
  'family-\u{1f468}\u200d\u{1f469}.json',
  'می\u200cخواهم.json',
  "it's (1) [2] {3} #4 %5 &6 @7 ~8 $9 +=,;!^`.json",
])('every system can have %j', (path) => {
  expect(flawOf(path)).toBeUndefined();
});

test.each([
  ['con', 'con is a device name on Windows'],
  ['l/nul.json', 'l/nul.json is a device name on Windows'],
  ['l/AUX.tar.gz', 'l/AUX.tar.gz is a device name on Windows'],
  ['Prn/de.json', 'Prn is a device name on Windows'],
  ['l/com1.json', 'l/com1.json is a device name on Windows'],
  ['l/lpt9', 'l/lpt9 is a device name on Windows'],
  ['l/com¹.yml', 'l/com¹.yml is a device name on Windows'],
  ['l/conout$.yml', 'l/conout$.yml is a device name on Windows'],
  ['l/nul .json', 'l/nul .json is a device name on Windows'],
  ['a./de.json', 'a. ends with a dot, which Windows strips'],
  ['l/de.json ', 'l/de.json  ends with a space, which Windows strips'],
  ...Array.from('<>:"|?*\\', (one) => [
    `l/a${one}b/de.json`,
    `l/a${one}b contains ${one} in its name, which Windows does not allow`,
  ]),
  ['l/a\nb.json', 'l/a\nb.json contains an invisible character, U+000A, in its name'],
  ['l/\u202egnp.json', 'l/\u202egnp.json contains an invisible character, U+202E, in its name'],
  ['l/a\u200b.json', 'l/a\u200b.json contains an invisible character, U+200B, in its name'],
  ['\ufeffl/a.json', '\ufeffl contains an invisible character, U+FEFF, in its name'],
])('not every system can have %j', (path, flaw) => {
  expect(flawOf(path)).toBe(flaw);
});

test.each([
  ['de.json', 'DE.json', true],
  ['caf\u00e9.json', 'cafe\u0301.json', true],
  ['CAF\u00c9.json', 'cafe\u0301.json', true],
  ['\u212bngstrom', '\u00e5ngstrom', true],
  ['Σ', 'σ', true],
  ['cafe', 'caf\u00e9', false],
  ['stra\u00dfe', 'strasse', false],
  ['ﬁ', 'fi', false],
  ['a-b', 'a_b', false],
])('%j and %j are one file without letter case and normal forms: %s', (a, b, one) => {
  expect(foldName(a) === foldName(b)).toBe(one);
});

test.each([
  ['caf\u00e9', 'cafe\u0301', true],
  ['title', 'ti\u200btle', true],
  ['title', 'title\u200d', true],
  ['title', '\u202etitle', true],
  ['title', 'Title', false],
  ['a', '\u0430', false],
])('%j and %j look the same: %s', (a, b, same) => {
  expect(foldLook(a) === foldLook(b)).toBe(same);
});

test('twins are groups of items that fold to one', () => {
  expect(twins(['a', 'b', 'A', 'c', 'B', 'a'], (one) => one.toLowerCase())).toEqual([
    ['a', 'A', 'a'],
    ['b', 'B'],
  ]);
  expect(twins(['a', 'b'], (one) => one)).toEqual([]);
});
