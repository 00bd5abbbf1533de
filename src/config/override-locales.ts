import { parseLocale } from './languages.js';

/** Languages whose regional forms differ like languages: one is not a variant of another. */
const APART: ReadonlySet<string> = new Set(['pt', 'zh']);

/**
 * The locale that a regional one may contain only differences from: its language without a region,
 * or the source. Undefined if there is none, or if the two are written too differently.
 */
export function baseLocale(
  locale: string,
  { source, targets }: { readonly source: string; readonly targets: readonly string[] },
): string | undefined {
  const parts = parseLocale(locale);
  if (parts?.region === undefined || parts.script !== undefined || parts.variants.length > 0) {
    return undefined;
  }
  const { language } = parts;
  if (APART.has(language)) return undefined;
  const isSame = (other: string): boolean => parseLocale(other)?.language === language;
  const isBare = (other: string): boolean => {
    const { region, script, variants = [] } = parseLocale(other) ?? {};
    return region === undefined && script === undefined && variants.length === 0;
  };
  const others = [source, ...targets].filter((other) => other !== locale && isSame(other));
  return others.find(isBare) ?? others.find((other) => other === source);
}

/** Number of texts in a regional locale, in its base and in the source. */
export interface Shares {
  readonly own: number;
  readonly base: number;
  readonly source: number;
}

/** Whether a locale has only part of the texts of a nearly complete base. */
export function looksLikeOverride({ own, base, source }: Shares): boolean {
  return own > 0 && own * 3 < source * 2 && base >= source * 0.9;
}
