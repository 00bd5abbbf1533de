import { relative } from 'node:path';
import { findTarget } from '../../../api/facts/language-codes.js';
import { languageTable } from '../../../api/facts/language-table.js';
import { parseLocale, serviceLanguage } from '../../../config/languages.js';
import { isOneEditAway } from '../../../config/nearest.js';
import type { ResolvedConfig } from '../../../config/resolved.js';
import type { Problem } from '../../../model/index.js';

/**
 * Warnings of targets that are probably typos: the service is not known to have their language, and
 * has one that is a letter away (`frr`, North Frisian, for `fr`). Those under `languages` are
 * meant.
 */
export function unknownLanguages({
  targets,
  languages,
  root,
  file,
}: Pick<ResolvedConfig, 'targets' | 'languages' | 'root' | 'file'>): readonly Problem[] {
  return targets.flatMap((target): Problem[] => {
    if (Object.hasOwn(languages, target)) return [];
    if (findTarget(serviceLanguage(target)) !== undefined) return [];
    const language = parseLocale(target)?.language;
    const near = language === undefined ? undefined : nearestKnown(language);
    if (near === undefined) return [];
    const name = nameOf(target);
    const message = `The service is not known to have the target "${target}"${name === undefined ? '' : ` (${name})`}; did you mean "${near}" (${nameOf(near) ?? near})? If not, write its code under \`languages\``;
    const place = { file: relative(root, file), locale: target };
    return [{ code: 'unknown-language', severity: 'warning', message, ...place }];
  });
}

/** Of two letters a replaced one is half of the word: many real languages are as near as that. */
function nearestKnown(language: string): string | undefined {
  const known = languageTable.filter(({ lang }) => !lang.includes('-'));
  const isLanguage = nameOf(language) !== undefined;
  const near = known.filter(({ lang }) => {
    const isTooNear = isLanguage && language.length === 2;
    return !isTooNear && isOneEditAway(language, lang);
  });
  // The languages of most projects first.
  return (near.find(({ kind }) => kind === 'both') ?? near[0])?.lang;
}

function nameOf(locale: string): string | undefined {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  try {
    return names.of(locale.replaceAll('_', '-'));
  } catch {
    return undefined;
  }
}
