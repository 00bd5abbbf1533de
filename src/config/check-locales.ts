import { languageTag, parseLocale } from '../facts/index.js';
import { didYouMean, nearest, suggestion } from './nearest.js';
import type { ConfigPath, PathIssue } from './errors.js';
import { quoted } from '../model/index.js';

export interface LocaleContext {
  readonly source: string;
  readonly languages: Readonly<Record<string, string>>;
}

/** Matches a locale that can be part of a path: a file name without glob characters. */
const IN_NAMES = /^[^\s/\\*?[\]{}()!:|,"'<>\p{Cc}]+$/u;

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

/** Issues of `fallbacks`: each key must be a target, each value another target or the source. */
export function checkFallbacks(
  fallbacks: Readonly<Record<string, string>> | undefined,
  targets: readonly string[],
  source: string,
): readonly PathIssue[] {
  if (fallbacks === undefined) return [];
  const pairs = Object.entries(fallbacks);
  const unknown = pairs.flatMap(([locale, base]) =>
    unknownLocales([locale, base], targets, source),
  );
  return unknown.length > 0 ? unknown : cycles(new Map(pairs));
}

function unknownLocales(
  [locale, base]: readonly [string, string],
  targets: readonly string[],
  source: string,
): readonly PathIssue[] {
  const path = ['fallbacks', locale];
  const issues: PathIssue[] = [];
  if (locale === source) {
    const message = `${quoted(locale)} is the source, which cannot have a fallback`;
    issues.push({ code: 'invalid-locale', path, part: 'key', message });
  } else if (!targets.includes(locale)) {
    const message = `${quoted(locale)} is not one of the targets${suggestion(locale, targets)}`;
    issues.push({ code: 'unknown-key', path, part: 'key', message });
  }
  if (base !== source && !targets.includes(base)) {
    const near = suggestion(base, [source, ...targets]);
    const message = `${quoted(base)} is neither the source nor one of the targets${near}`;
    issues.push({ code: 'invalid-locale', path, part: 'value', message });
  }
  return issues;
}

/** One issue for each cycle, at its first locale. */
function cycles(fallbacks: ReadonlyMap<string, string>): readonly PathIssue[] {
  const known = new Set<string>();
  return [...fallbacks.keys()].flatMap((locale): readonly PathIssue[] => {
    const chain: string[] = [];
    let at: string | undefined = locale;
    while (at !== undefined && !known.has(at)) {
      known.add(at);
      chain.push(at);
      at = fallbacks.get(at);
    }
    if (at === undefined || !chain.includes(at)) return [];
    const circle = [...chain.slice(chain.indexOf(at)), at].map((one) => quoted(one)).join(' → ');
    const path = ['fallbacks', at];
    const message = `these fall back to each other: ${circle}`;
    return [{ code: 'invalid-locale', path, part: 'value', message }];
  });
}

/** Issues of `catalogs[].locales`, which maps a locale of the config to its spelling in paths. */
export function checkLocaleNames(
  names: Readonly<Record<string, string>> = {},
  path: ConfigPath,
  locales: readonly string[],
): PathIssue[] {
  const owners = new Map<string, string>();
  return Object.entries(names).flatMap(([locale, name]): PathIssue[] => {
    const at = [...path, locale];
    if (!locales.includes(locale)) {
      const message = `${quoted(locale)} is neither the source nor one of the targets${suggestion(locale, locales)}`;
      return [{ code: 'unknown-key', path: at, part: 'key', message }];
    }
    const issue = (message: string): PathIssue[] => [
      { code: 'invalid-locale', path: at, part: 'value', message },
    ];
    if (!IN_NAMES.test(name) || /^\.+$/.test(name)) {
      return issue(`${quoted(name)} cannot be part of a file name`);
    }
    const twin = owners.get(name);
    owners.set(name, locale);
    if (twin === undefined) return [];
    return issue(`${quoted(locale)} and ${quoted(twin)} are both spelled ${quoted(name)}`);
  });
}
