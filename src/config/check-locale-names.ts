import { quoted } from '../model/index.js';
import { IN_NAMES } from './check-locales.js';
import type { ConfigPath } from './errors.js';
import { suggestion } from './nearest.js';
import type { PathIssue } from './path-issue.js';

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
