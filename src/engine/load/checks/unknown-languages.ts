import { relative } from 'node:path';
import { findTarget, languageTable, parseLocale, serviceLanguage } from '../../../facts/index.js';
import { isOneEditAway } from '../../../config/index.js';
import type { ResolvedConfig } from '../../../config/index.js';
import type { Problem } from '../../../model/index.js';

/**
 * Warnings for targets whose translations may come in another language or script than intended.
 * Targets listed under `languages` are taken as intended.
 */
export function unknownLanguages({
  targets,
  languages,
  root,
  file,
}: Pick<ResolvedConfig, 'targets' | 'languages' | 'root' | 'file'>): readonly Problem[] {
  return targets.flatMap((target): Problem[] => {
    if (Object.hasOwn(languages, target)) return [];
    const isKnown = findTarget(serviceLanguage(target)) !== undefined;
    const message = isKnown ? unknownScript(target) : probableTypo(target);
    if (message === undefined) return [];
    const place = { file: relative(root, file), locale: target };
    return [{ code: 'unknown-language', severity: 'warning', message, ...place }];
  });
}

/** A language of the service that differs by one letter (`frr`, North Frisian, for `fr`). */
function probableTypo(target: string): string | undefined {
  const language = parseLocale(target)?.language;
  const near = language === undefined ? undefined : nearestKnown(language);
  if (near === undefined) return undefined;
  const name = nameOf(target);
  return `The service probably does not support the target "${target}"${name === undefined ? '' : ` (${name})`}; did you mean "${near}" (${nameOf(near) ?? near})? If not, set its code under \`languages\``;
}

/** The service has one code for the language, which is usually written in another script. */
function unknownScript(target: string): string | undefined {
  const { language, script } = parseLocale(target) ?? {};
  const code = serviceLanguage(target);
  if (language === undefined || script === undefined || code.includes('-')) return undefined;
  const usual = new Intl.Locale(language).maximize().script;
  if (usual === undefined || usual === script) return undefined;
  const names = new Intl.DisplayNames(['en'], { type: 'script' });
  return `The service only has ${code} for "${target}", without a script: its translations may be in ${names.of(usual)} instead of ${names.of(script)}. If they are right, map it to ${code} under \`languages\``;
}

/** In a two-letter code one letter is half of it: many real languages are that close. */
function nearestKnown(language: string): string | undefined {
  const known = languageTable.filter(({ lang }) => !lang.includes('-'));
  const isLanguage = nameOf(language) !== undefined;
  const near = known.filter(({ lang }) => {
    const isTooNear = isLanguage && language.length === 2;
    return !isTooNear && isOneEditAway(language, lang);
  });
  // The languages of most projects come first.
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
