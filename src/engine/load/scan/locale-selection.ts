import { languageTag } from '../../../facts/index.js';
import { suggestion } from '../../../config/index.js';
import { ScanError } from './scan-error.js';

/**
 * The locales given by a call, in the config's spelling; all targets if none are given.
 * @throws ScanError 'unknown-locale'
 */
export function selectLocales(
  targets: readonly string[],
  wanted: readonly string[] = [],
): ReadonlySet<string> {
  if (wanted.length === 0) return new Set(targets);
  return new Set(wanted.map((locale) => findLocale(targets, locale)));
}

function findLocale(targets: readonly string[], locale: string): string {
  const tag = languageTag(locale).toLowerCase();
  const found = targets.includes(locale)
    ? locale
    : targets.find((target) => languageTag(target).toLowerCase() === tag);
  if (found !== undefined) return found;
  const near = suggestion(locale, targets);
  const hint = near.startsWith('; did') ? near : '';
  const message = `"${locale}" is not one of the targets (${targets.join(', ')})${hint}`;
  throw new ScanError('unknown-locale', message);
}
