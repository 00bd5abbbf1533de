import { baseLanguage, languageTag, serviceLanguage } from '../../../facts/index.js';
import type { ResolvedConfig } from '../../../config/index.js';
import { locate } from '../../../model/index.js';
import type { Document, Problem } from '../../../model/index.js';
import type { ReadTarget } from '../files.js';

/** Warnings for bilingual targets that declare another language than their locale's. */
export function foreignTargets(
  languages: ResolvedConfig['languages'],
  targets: readonly ReadTarget[],
): readonly Problem[] {
  return targets.flatMap(({ file: { document, locale, path: file }, capabilities }): Problem[] => {
    const attribute = document?.targetLanguageAttribute ?? capabilities.targetLanguageAttribute;
    if (attribute === undefined || document?.targetLanguage === undefined) return [];
    const stated = document.targetLanguage;
    const meant = [languageTag(locale), serviceLanguage(locale, languages)];
    if (meant.some((language) => isSameLanguage(language, languageTag(stated)))) return [];
    const message = `The file says ${attribute}="${stated}", but is configured as the target for "${locale}". If it is the right file, fix its ${attribute}; if "${locale}" means ${stated}, map it under \`languages\`.`;
    return [{ code: 'invalid-file', severity: 'warning', file, ...placeOf(document), message }];
  });
}

/** Norwegian Bokmål is often written as `no`. */
const SYNONYMS = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
]);

function isSameLanguage(a: string, b: string): boolean {
  return canonicalBase(a) === canonicalBase(b);
}

function canonicalBase(tag: string): string {
  const base = baseLanguage(tag);
  try {
    const [canonical = base] = Intl.getCanonicalLocales(base);
    return SYNONYMS.get(canonical) ?? canonical;
  } catch {
    return base;
  }
}

/** Line and column of the attribute. */
function placeOf({ text, targetLanguageAt }: Document): Pick<Problem, 'line' | 'column'> {
  const { line, column } = locate(text, targetLanguageAt ?? 0);
  return { line, column };
}
