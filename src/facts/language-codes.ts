import { languageTable, styleLanguages, type LanguageRow } from './language-table.js';

const byCode: ReadonlyMap<string, LanguageRow> = new Map(
  languageTable.map((row) => [row.lang.toLowerCase(), row]),
);

/** `pt-br` → `pt-BR`, `ZH-HANS` → `zh-Hans`; unknown codes are cased in the same way. */
export function canonicalCode(code: string): string {
  const [base = '', ...rest] = code.trim().replaceAll('_', '-').split('-');
  const parts = rest.map((part) =>
    part.length === 4
      ? part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()
      : part.toUpperCase(),
  );
  return [base.toLowerCase(), ...parts].join('-');
}

/** `PT-BR` → `pt`. */
export function baseLanguage(code: string): string {
  return canonicalCode(code).split('-')[0] ?? '';
}

/**
 * The source language of a code in any letter case; undefined for a code with a region or script.
 */
export function findSource(code: string): LanguageRow | undefined {
  const row = byCode.get(code.toLowerCase());
  return row?.use === 'target' ? undefined : row;
}

/**
 * The target language of a code in any letter case; bare `EN` and `PT` are accepted
 * (docs/interface.md 4.1).
 */
export function findTarget(code: string): LanguageRow | undefined {
  return byCode.get(code.toLowerCase());
}

/**
 * Whether a target has style rule lists and custom instructions; variants are like their base
 * language.
 */
export function hasStyleRules(code: string): boolean {
  return styleLanguages.has(baseLanguage(code));
}

/**
 * Whether a target has low-latency models; variants are like their base language
 * (docs/interface.md 4.1).
 */
export function hasLowLatency(code: string): boolean {
  return byCode.get(baseLanguage(code))?.kind === 'both';
}
