import { describe, expect, it } from 'vitest';
import {
  canonicalCode,
  findSource,
  findTarget,
  hasLowLatency,
  hasStyleRules,
  languageTable,
} from '../../src/facts/index.js';
import {
  language,
  languagesOf,
  oldLanguages,
  resource,
  resourceNames,
  resources,
} from '../../src/api/index.js';

const oldTargets =
  'AR, BG, CS, DA, DE*, EL, EN-GB, EN-US, ES*, ES-419*, ET, FI, FR*, HU, ID, IT*, JA*, KO, LT, LV, NB, NL*, PL*, PT-BR*, PT-PT*, RO, RU*, SK, SL, SV, TR, UK, ZH, ZH-HANS, ZH-HANT';

describe('the language tables', () => {
  it('give the old targets with their formality (interface.md 4.5)', () => {
    const listed = oldLanguages('target').map(
      (row) => `${row.language}${row.supports_formality === true ? '*' : ''}`,
    );
    expect(listed.sort()).toEqual(oldTargets.split(', ').sort());
  });

  it('give the old sources without regions and without formality', () => {
    const sources = oldLanguages('source');
    expect(sources.map((row) => row.language)).toContain('EN');
    expect(sources.every((row) => !row.language.includes('-'))).toBe(true);
    expect(sources.every((row) => row.supports_formality === undefined)).toBe(true);
  });

  it.each(resourceNames)('answer language objects as described for %s', (name) => {
    const rows = languagesOf(name, ['beta', 'external']);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(language.parse(row)).toEqual(row);
  });

  it('include beta languages on request only', () => {
    const codes = (include: readonly string[]) =>
      languagesOf('translate_text', include).map(({ lang }) => lang);
    expect(codes([])).not.toContain('de-CH');
    expect(codes(['beta'])).toEqual(expect.arrayContaining(['de-CH', 'fr-CA']));
  });

  it('list no feature that the resources do not know', () => {
    for (const { name, features } of resources) {
      expect(resource.parse({ name, features })).toEqual({ name, features });
      const known = new Set(features.map((feature) => feature.name));
      for (const row of languagesOf(name as (typeof resourceNames)[number], ['beta'])) {
        for (const key of Object.keys(row.features)) expect(known).toContain(key);
      }
    }
  });

  it('have English as source en and targets en-US and en-GB', () => {
    const english = languagesOf('translate_text').filter(({ lang }) => lang.startsWith('en'));
    expect(english.map((row) => [row.lang, row.usable_as_source, row.usable_as_target])).toEqual([
      ['en', true, false],
      ['en-GB', false, true],
      ['en-US', false, true],
    ]);
  });

  it('hold the 81 languages that were promoted as next-gen only, and no code twice', () => {
    const nextGen = languageTable.filter(({ kind }) => kind === 'next-gen');
    expect(nextGen.length).toBe(81 + ['he', 'th', 'vi'].length);
    expect(new Set(languageTable.map(({ lang }) => lang)).size).toBe(languageTable.length);
  });
});

describe('language codes', () => {
  it('are known in any case', () => {
    expect(findTarget('PT-BR')?.lang).toBe('pt-BR');
    expect(findTarget('zh-hans')?.lang).toBe('zh-Hans');
    expect(findTarget('EN')?.lang).toBe('en');
    expect(findTarget('xx')).toBeUndefined();
    expect(findTarget('__proto__')).toBeUndefined();
  });

  it('with a region are no source', () => {
    expect(findSource('EN')?.lang).toBe('en');
    expect(findSource('EN-US')).toBeUndefined();
  });

  it.each([
    ['DE', true, true],
    ['de-CH', true, true],
    ['PT-BR', true, false],
    ['zh-Hant', true, true],
    ['nb', true, false],
    ['gl', false, false],
    ['xx', false, false],
  ])('say of %s whether it has low latency (%s) and style rules (%s)', (code, low, style) => {
    expect(hasLowLatency(code)).toBe(low);
    expect(hasStyleRules(code)).toBe(style);
  });

  it('have one casing', () => {
    expect(canonicalCode('ZH-HANT')).toBe('zh-Hant');
    expect(canonicalCode('es-419')).toBe('es-419');
    expect(canonicalCode('DE_ch')).toBe('de-CH');
  });
});
