import { expect, it } from 'vitest';
import { po } from '../../../src/formats/po/index.js';

const HEADER =
  'msgid ""\nmsgstr "Language: de\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n';

const problemsOf = (entry: string): readonly string[] =>
  po
    .parse(HEADER + entry, { role: 'target', locale: 'de' })
    .problems.map(({ code, severity, line, key }) => `${code} ${severity} ${line} ${key}`);

it.each([
  String.raw`msgid "Hi\n"|msgstr "Hallo"`,
  String.raw`msgid "Hi"|msgstr "Hallo\n"`,
  String.raw`msgid "\nHi"|msgstr "Hallo"`,
  String.raw`msgid "Hi"|msgid_plural "His\n"|msgstr[0] "Hallo"|msgstr[1] "Hallos"`,
  String.raw`msgid "Hi"|msgid_plural "His"|msgstr[0] "Hallo"|msgstr[1] "Hallos\n"`,
])('is an error where msgfmt refuses a line break at only one of the ends: %s', (entry) => {
  const found = problemsOf(entry.replaceAll('|', '\n'));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^invalid-unit error \d+ /);
});

it.each([
  String.raw`msgid "Hi\n"|msgstr "Hallo\n"`,
  String.raw`msgid "Hi\n"|msgstr ""`,
  String.raw`#, fuzzy|msgid "Hi\n"|msgstr "Hallo"`,
  String.raw`msgid "\nHi"|msgid_plural "\nHis"|msgstr[0] "\nHallo"|msgstr[1] "\nHallos"`,
  String.raw`msgid "A\nB"|msgstr "C\n D"`,
])('is none where msgfmt accepts it: %s', (entry) => {
  expect(problemsOf(entry.replaceAll('|', '\n'))).toEqual([]);
});
