import { describe, expect, test } from 'vitest';
import { localeOfSpelling, spellingsOf } from '../../src/config/locale-spelling.js';
import { localeNamesOf } from '../../src/formats/locale-names.js';

describe('the name in the path of a new file', () => {
  test.each([
    ['android', 'de', 'de'],
    ['android', 'pt-BR', 'pt-rBR'],
    ['android', 'pt_BR', 'pt-rBR'],
    ['android', 'sr-Latn', 'b+sr+Latn'],
    ['android', 'es-419', 'b+es+419'],
    ['android', 'zh-Hant-TW', 'b+zh+Hant+TW'],
    ['android', 'ca-valencia', 'b+ca+valencia'],
    ['android', 'he', 'iw'],
    ['android', 'id-ID', 'in-rID'],
    ['android', 'yi', 'ji'],
    ['android', 'iw', 'iw'],
    ['android', 'fil', 'fil'],
    ['strings', 'pt_BR', 'pt-BR'],
    ['stringsdict', 'zh_Hans', 'zh-Hans'],
    ['properties', 'pt-BR', 'pt_BR'],
    ['arb', 'pt-BR', 'pt_BR'],
    ['arb', 'zh-Hant', 'zh_Hant'],
    ['properties', 'sr-Latn-RS', 'sr_Latn_RS'],
    ['resx', 'pt_BR', 'pt-BR'],
    ['po', 'pt-BR', 'pt_BR'],
    ['po', 'sr-Latn', 'sr@latin'],
    ['po', 'uz-Cyrl-UZ', 'uz_UZ@cyrillic'],
    ['po', 'ca-valencia', 'ca@valencia'],
    ['po', 'zh-Hans', 'zh_Hans'],
    ['qt', 'pt-BR', 'pt_BR'],
    ['php', 'pt_BR', 'pt_BR'],
    ['php', 'pt-br', 'pt-br'],
    ['xliff', 'pt-BR', 'pt-BR'],
    ['json', 'pt_BR', 'pt_BR'],
    ['android', 'klingon', 'klingon'],
  ])('%s: %s → %s', (format, locale, name) => {
    expect(spellingsOf(locale, localeNamesOf(format))[0]).toBe(name);
  });

  test.each([
    ['po', ['pt-BR', 'zh-CN', 'de'], 'sr-Latn', 'sr-Latn'],
    ['po', ['pt_BR', 'de'], 'sr-Latn', 'sr@latin'],
    ['po', ['de', 'fr'], 'pt-BR', 'pt_BR'],
    ['properties', ['pt-BR'], 'zh-TW', 'zh-TW'],
    ['strings', ['pt_BR', 'zh_CN', 'en-GB'], 'zh-TW', 'zh_TW'],
    ['markdown', ['pt-br', 'zh-cn'], 'zh-TW', 'zh-tw'],
    ['android', ['b+pt+BR', 'b+zh+CN', 'en-rGB'], 'zh-TW', 'b+zh+TW'],
  ])('%s beside %s: %s → %s', (format, votes, locale, name) => {
    expect(spellingsOf(locale, localeNamesOf(format), votes)[0]).toBe(name);
  });
});

test.each([
  ['android', 'he', 'he'],
  ['android', 'pt-BR', 'b+pt+BR'],
  ['properties', 'he', 'iw'],
  ['po', 'sr-Latn', 'sr_Latn'],
  ['po', 'nb', 'no'],
  ['strings', 'pt-BR', 'pt_BR'],
  ['php', 'pt-BR', 'pt_BR'],
  ['markdown', 'pt-BR', 'pt-br'],
])('%s: %s is found as %s', (format, locale, name) => {
  expect(spellingsOf(locale, localeNamesOf(format))).toContain(name);
});

test.each(['json', 'yaml', 'xliff', 'srt'])('%s has no other spelling', (format) => {
  expect(spellingsOf('pt-BR', localeNamesOf(format))).toEqual(['pt-BR']);
});

test.each([
  ['pt-rBR', 'pt-BR'],
  ['b+sr+Latn', 'sr-Latn'],
  ['es-r419', 'es-419'],
  ['iw', 'he'],
  ['in', 'id'],
  ['pt_BR', 'pt-BR'],
  ['sr@latin', 'sr-Latn'],
  ['zh-hans', 'zh-Hans'],
  ['no', 'no'],
  ['v21', undefined],
  ['night-v21', undefined],
])('%s in a path is %s', (name, locale) => {
  expect(localeOfSpelling(name)).toBe(locale);
});
