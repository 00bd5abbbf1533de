import { baseLocale, looksLikeOverride } from '../../config/override-locales.js';
import type { ResolvedConfig } from '../../config/resolved.js';
import type { LocaleCounts, Problem } from '../../model/index.js';

export interface HintInput extends Pick<ResolvedConfig, 'source' | 'targets' | 'fallbacks'> {
  readonly locales: Readonly<Record<string, LocaleCounts>>;
  /** True where the lock knows a machine's text of a locale: somebody wants it translated. */
  readonly isTranslated: (locale: string) => boolean;
}

/**
 * Locales that look as if their files held only what differs from another one. Once translated,
 * they would not any more. Pure.
 */
export function overrideHints(input: HintInput): readonly Problem[] {
  const { locales, fallbacks, source } = input;
  return Object.entries(locales).flatMap(([locale, counts]): readonly Problem[] => {
    if (counts.missing === 0 || fallbacks[locale] !== undefined) return [];
    const base = baseLocale(locale, input);
    if (base === undefined) return [];
    const { units, missing } = counts;
    const of = locales[base];
    const shares = {
      own: units - missing,
      base: base === source ? units : of === undefined ? 0 : of.units - of.missing,
      source: units,
    };
    if (!looksLikeOverride(shares) || input.isTranslated(locale)) return [];
    const has = `${locale} has ${shares.own} of ${units} texts, and ${base} nearly all`;
    const message = `${has}. If its files hold only what differs from ${base}, set fallbacks: { ${locale}: ${base} }; otherwise sync translates the rest.`;
    return [{ code: 'override-locale', severity: 'warning', locale, message }];
  });
}
