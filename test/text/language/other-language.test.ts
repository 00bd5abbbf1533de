import { expect, test } from 'vitest';
import { isOtherLanguage } from '../../../src/text/language/other-language.js';

test.each([
  ['Die Datei konnte nicht gespeichert werden', 'FR', true],
  ['Vous pouvez enregistrer les modifications', 'DE', true],
  ['Сохранить изменения', 'DE', true],
  ['The file could not be saved to this folder', 'RU', true],
  ['Файл не был сохранён', 'RU', false],
  ['Enregistrer', 'DE', false],
  ['Die Datei konnte nicht gespeichert werden', 'DE', false],
  ['GitHub Actions', 'JA', false],
  ['{name} <b>%s</b>', 'DE', false],
  ['[de Ťhéé fííļéé ẃááş ñööţ şááṽééď]', 'DE', false],
  ['[ja Ťhéé fííļéé ẃááş ñööţ şááṽééď]', 'JA', false],
  ['O ficheiro foi guardado na pasta', 'PT-BR', false],
  ['', 'DE', false],
])('%j for %s: %s', (text, target, expected) => {
  expect(isOtherLanguage(text, { source: 'EN', target })).toBe(expected);
});
