import type { Key } from '../model/index.js';
import { refuseIdleKeys, selectLocales } from './load/index.js';
import { keyMatcher } from './units/key-glob.js';
import type { LocaleComparison } from './units/row.js';

/** Keys or globs of keys, each for one target locale. */
export type NamedUnits = readonly { readonly locale: string; readonly key: string }[];

/** Replaces locales by the config's spelling. @throws ScanError 'unknown-locale' */
export function spelled(units: NamedUnits, targets: readonly string[]): NamedUnits {
  return units.map(({ locale, key }) => {
    const [own = locale] = selectLocales(targets, [locale]);
    return { locale: own, key };
  });
}

/**
 * @param others keys of a locale that its sources do not have. Default: none
 * @throws ScanError 'no-match'
 */
export function refuseUnknown(
  units: NamedUnits,
  locales: readonly LocaleComparison[],
  others: (locale: LocaleComparison) => readonly Key[] = () => [],
): void {
  for (const one of locales) {
    const wanted = units.filter(({ locale }) => locale === one.locale).map(({ key }) => key);
    const expected = one.files.flatMap((file) => file.expected);
    const keys = [...expected.map((unit) => unit.expected.key), ...others(one)];
    refuseIdleKeys(wanted, keys, 'argument');
  }
}

/** Default: all units. */
export function unitMatcher(
  units: NamedUnits | undefined,
): (unit: { readonly locale: string; readonly key: Key }) => boolean {
  if (units === undefined) return () => true;
  const byLocale = new Map<string, ReturnType<typeof keyMatcher>>();
  for (const { locale } of units) {
    const keys = units.filter((unit) => unit.locale === locale).map(({ key }) => key);
    byLocale.set(locale, keyMatcher(keys));
  }
  return ({ locale, key }) => byLocale.get(locale)?.(key) === true;
}
