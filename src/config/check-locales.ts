import { languageTag, parseLocale } from './languages.js';
import { didYouMean, nearest, suggestion } from './nearest.js';
import type { ConfigPath } from './errors.js';
import { quoted } from '../model/index.js';
import type { PathIssue } from './path-issue.js';

export interface LocaleContext {
  readonly source: string;
  readonly languages: Readonly<Record<string, string>>;
}

/** Matches a locale that can be part of a path: a file name without glob characters. */
export const IN_NAMES = /^[^\s/\\*?[\]{}()!:|,"'<>\p{Cc}]+$/u;

/** Issues of one locale of the config. */
export function checkLocale(
  locale: string,
  path: ConfigPath,
  languages: Readonly<Record<string, string>>,
): PathIssue[] {
  const issue = (message: string): PathIssue[] => [
    { code: 'invalid-locale', path, part: 'value', message },
  ];
  if (!IN_NAMES.test(locale) || /^\.+$/.test(locale)) {
    return issue(`${quoted(locale)} cannot be a locale: it must be part of a file name`);
  }
  if (parseLocale(locale) !== undefined || Object.hasOwn(languages, locale)) return [];
  return issue(
    `${quoted(locale)} does not look like a locale (such as de, pt-BR, zh_Hant); if your files are named like this, map it under "languages"`,
  );
}

/** Issues of a list of targets. */
export function checkTargets(
  targets: readonly string[],
  path: ConfigPath,
  { source, languages }: LocaleContext,
): PathIssue[] {
  const seen = new Map([[identity(source), source]]);
  return targets.flatMap((target, index) => {
    const at = [...path, index];
    const wrong = checkLocale(target, at, languages);
    const twin = seen.get(identity(target));
    seen.set(identity(target), target);
    if (wrong.length > 0 || twin === undefined) return wrong;
    const message =
      twin === source
        ? `the target ${quoted(target)} is also the source`
        : `the target ${quoted(target)} is listed twice${twin === target ? '' : ` (also as ${quoted(twin)})`}`;
    return [{ code: 'invalid-locale', path: at, part: 'value', message } satisfies PathIssue];
  });
}

/** Per-target options must belong to a target. */
export function checkTargetOptions(
  options: Readonly<Record<string, unknown>> | undefined,
  path: ConfigPath,
  targets: readonly string[],
): PathIssue[] {
  return Object.keys(options ?? {})
    .filter((locale) => !targets.includes(locale))
    .map((locale) => ({
      code: 'unknown-key',
      path: [...path, locale],
      part: 'key',
      message: `${quoted(locale)} is not one of the targets${suggestion(locale, targets)}`,
    }));
}

/**
 * Keys of `languages` are the source and targets. A key that resembles one of them is probably
 * misspelled and would be ignored. Any other key is harmless, such as that of a future target.
 */
export function checkLanguageKeys(
  languages: Readonly<Record<string, string>>,
  locales: readonly string[],
): PathIssue[] {
  return Object.keys(languages).flatMap((locale) => {
    if (locales.includes(locale) || nearest(locale, locales) === undefined) return [];
    const message = `${quoted(locale)} is neither the source nor one of the targets${didYouMean(locale, locales)}`;
    return [{ code: 'unknown-key', path: ['languages', locale], part: 'key', message }];
  });
}

/** `pt_BR` and `pt-br` are one language, which would be translated and paid for twice. */
function identity(locale: string): string {
  return languageTag(locale).toLowerCase();
}
