import type { ResolvedConfig } from '../config/resolved.js';
import { baseLanguage, languageTag, serviceLanguage } from '../config/languages.js';
import { locate } from '../model/index.js';
import type { Problem } from '../model/index.js';
import type { FilePair, TargetFile } from './files.js';

/** Warnings of bilingual targets that say of themselves that they are in another language than that of their locale. */
export function foreignTargets(
  { languages }: ResolvedConfig,
  pairs: readonly FilePair[],
): readonly Problem[] {
  return pairs.flatMap(({ source, targets }) => {
    const attribute = source.capabilities.targetLanguageAttribute;
    if (attribute === undefined) return [];
    return targets.flatMap((target): Problem[] => {
      const { document, locale, path } = target;
      const said = document?.targetLanguage;
      if (said === undefined) return [];
      const meant = [languageTag(locale), serviceLanguage(locale, languages)];
      if (meant.some((language) => isSameLanguage(language, said))) return [];
      const message = `The file says ${attribute}="${said}", and is configured as the target of "${locale}". If it is the right file, mend its ${attribute}; if "${locale}" means ${said}, say so in \`languages\`.`;
      return [{ code: 'invalid-file', severity: 'warning', file: path, ...place(target), message }];
    });
  });
}

/** Norwegian is written as `no` where Bokmål is meant. */
const SYNONYMS = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
]);

function isSameLanguage(a: string, b: string): boolean {
  return canonicalBase(a) === canonicalBase(b);
}

function canonicalBase(tag: string): string {
  const base = baseLanguage(tag).toLowerCase();
  try {
    const [canonical = base] = Intl.getCanonicalLocales(base);
    return SYNONYMS.get(canonical) ?? canonical;
  } catch {
    return base;
  }
}

function place({ document }: TargetFile): Pick<Problem, 'line' | 'column'> {
  const { line, column } = locate(document?.text ?? '', document?.targetLanguageAt ?? 0);
  return { line, column };
}
