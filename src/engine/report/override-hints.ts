import { baseLocale, looksLikeOverride } from '../../config/override-locales.js';
import type { ResolvedConfig } from '../../config/resolved.js';
import type { LocaleCounts, Problem } from '../../model/index.js';

export interface HintInput extends Pick<ResolvedConfig, 'source' | 'targets' | 'fallbacks'> {
  readonly locales: Readonly<Record<string, LocaleCounts>>;
  /** True where the lock knows a machine's text of a locale: somebody wants it translated. */
  readonly isTranslated: (locale: string) => boolean;
}

/**
 * Locales that look as if their files held only what differs from another one, and forms of the
 * source's language that are about to be translated. Once they are, they say nothing. Pure.
 */
export function overrideHints(input: HintInput): readonly Problem[] {
  const { locales, fallbacks, source } = input;
  return Object.entries(locales).flatMap(([locale, counts]): readonly Problem[] => {
    if (counts.missing === 0 || fallbacks[locale] !== undefined) return [];
    const base = baseLocale(locale, input);
    if (base === undefined) return [];
    // Asking the lock takes long: only for what there is something to say of.
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
    const has = `${locale} has ${shares.own} of ${units} texts, and ${base} nearly all`;
    return hint(
      `${has}. If its files hold only what differs from ${base}, set fallbacks: { ${locale}: ${base} }; otherwise sync translates the rest.`,
    );
  });
}

/** The service bills such texts, and changes nothing in them (interface.md 4.1). */
function sameLanguage(locale: string, source: string): string {
  return `${locale} is a form of the source's language: what it lacks would come back as it is in ${source}, and be billed. To write only what differs from ${source}, set fallbacks: { ${locale}: ${source} }.`;
}
