import { describe, expect, test } from 'vitest';
import { languageTag, serviceLanguage, serviceSourceLanguage } from '../../src/facts/index.js';

describe('serviceLanguage: file-name locale → service code', () => {
  test.each([
    ['en', 'EN'],
    ['en-US', 'EN-US'],
    ['en_GB', 'EN-GB'],
    ['en-AU', 'EN-GB'],
    ['en-CA', 'EN-US'],
    ['pt', 'PT'],
    ['pt_BR', 'PT-BR'],
    ['pt-pt', 'PT-PT'],
    ['pt-AO', 'PT-PT'],
    ['es', 'ES'],
    ['es-ES', 'ES'],
    ['es-419', 'ES-419'],
    ['es_MX', 'ES-419'],
    ['zh', 'ZH'],
    ['zh-CN', 'ZH-HANS'],
    ['zh_Hans', 'ZH-HANS'],
    ['zh-Hans-HK', 'ZH-HANS'],
    ['zh-TW', 'ZH-HANT'],
    ['zh_hant', 'ZH-HANT'],
    ['zh-HK', 'ZH-HANT'],
    ['zh-SG', 'ZH-HANS'],
    ['no', 'NB'],
    ['nb', 'NB'],
    ['nb-NO', 'NB'],
    ['nn', 'NN'],
    ['de', 'DE'],
    ['de-DE', 'DE'],
    ['de_AT', 'DE'],
    ['de-CH', 'DE-CH'],
    ['de_informal', 'DE'],
    ['fr-CA', 'FR-CA'],
    ['fr_FR', 'FR'],
    ['ja-JP', 'JA'],
    ['iw', 'HE'],
    ['in', 'ID'],
    ['sr-Latn-RS', 'SR'],
    ['sr@latin', 'SR'],
    ['ca-valencia', 'CA'],
    ['ckb', 'CKB'],
  ])('%s → %s', (locale, code) => expect(serviceLanguage(locale, {})).toBe(code));

  test('what `languages` says wins', () => {
    expect(serviceLanguage('chs', { chs: 'zh-Hans' })).toBe('ZH-HANS');
    expect(serviceLanguage('en-AU', { 'en-AU': 'EN-US' })).toBe('EN-US');
  });

  test('inherited names are no mapping', () => {
    expect(serviceLanguage('constructor', {})).toBe('CONSTRUCTOR');
  });
});

test.each([
  ['en-US', 'EN'],
  ['zh_CN', 'ZH'],
  ['pt-BR', 'PT'],
  ['no', 'NB'],
])('serviceSourceLanguage: %s → %s, since a source has no region', (locale, code) => {
  expect(serviceSourceLanguage(locale, {})).toBe(code);
});

test.each([
  ['pt_BR', 'pt-BR'],
  ['PT-br', 'pt-BR'],
  ['zh_hant_tw', 'zh-Hant-TW'],
  ['no', 'nb'],
  ['es-419', 'es-419'],
  ['sr@latin', 'sr-Latn'],
  ['ca@valencia', 'ca-valencia'],
  ['de-x-formal', 'de-x-formal'],
  ['de_CH_1996', 'de-CH-1996'],
  ['deutsch', 'deutsch'],
])('languageTag: %s → %s', (locale, tag) => {
  expect(languageTag(locale)).toBe(tag);
});
