import { baseLocale, looksLikeOverride } from '../../facts/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import type { LocaleCounts, Problem } from '../../model/index.js';

export interface HintInput extends Pick<ResolvedConfig, 'source' | 'targets' | 'fallbacks'> {
  readonly locales: Readonly<Record<string, LocaleCounts>>;
  /** Whether the lock has machine text of a locale: then its translation is intended. */
  readonly isTranslated: (locale: string) => boolean;
}

/**
 * Hints for locales whose files seem to hold only differences from another locale, and for variants
 * of the source language that are about to be translated. No hint once they are translated. Pure.
 */
export function overrideHints(input: HintInput): readonly Problem[] {
  const { locales, fallbacks, source } = input;
  return Object.entries(locales).flatMap(([locale, counts]): readonly Problem[] => {
    if (counts.missing === 0 || fallbacks[locale] !== undefined) return [];
    const base = baseLocale(locale, input);
    if (base === undefined) return [];
    // Searching the lock is slow, so only if there is a hint.
    const hint = (message: string): Problem[] =>
      input.isTranslated(locale)
        ? []
        : [{ code: 'override-locale', severity: 'warning', locale, message }];
    if (base === source) return hint(sameLanguage(locale, source));
    const { units, missing } = counts;
    const of = locales[base];
    const shares = {
      own: units - missing,
      base: of === undefined ? 0 : of.units - of.missing,
      source: units,
    };
    if (!looksLikeOverride(shares)) return [];
    const has = `${locale} has ${shares.own} of ${units} texts, while ${base} has nearly all`;
    return hint(
      `${has}. If its files only contain what differs from ${base}, set fallbacks: { ${locale}: ${base} }; otherwise sync translates the rest.`,
    );
  });
}

/** The service bills such texts and returns them unchanged (docs/interface.md 4.1). */
function sameLanguage(locale: string, source: string): string {
  return `${locale} is a variant of the source language: the service would return its missing texts unchanged from ${source}, and bill them. If its files only contain what differs from ${source}, set fallbacks: { ${locale}: ${source} }.`;
}
