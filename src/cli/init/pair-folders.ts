import type { FoundCatalog } from './layout.js';
import { isEnglish } from './locale-names.js';

/**
 * Pairs an English-only file with translations in another folder that has no English:
 * `ui/src/en.json` and `resources/i18n/{locale}.json`. Only if there is one of each with a similar
 * number of texts.
 */
export function pairFolders(found: readonly FoundCatalog[]): readonly FoundCatalog[] {
  const sources = found.filter(isLoneEnglish);
  const pairs = found.flatMap((target) => {
    if (!isWithoutEnglish(target)) return [];
    const [source, ...others] = sources.filter((one) => belongTogether(one, target));
    return source === undefined || others.length > 0 ? [] : [{ source, target }];
  });
  const isOnly = (own: FoundCatalog): boolean =>
    pairs.filter(({ source }) => source === own).length === 1;
  const sound = pairs.filter(({ source }) => isOnly(source));
  const used = new Set(sound.flatMap(({ source, target }) => [source, target]));
  return [...sound.map(({ source, target }) => joined(source, target)), ...found].filter(
    (one) => !used.has(one),
  );
}

function isLoneEnglish({ files = '*', locales }: FoundCatalog): boolean {
  const [locale = '', ...others] = Object.keys(locales);
  return others.length === 0 && isEnglish(locale) && !/[*?[{]/.test(files.replace('{locale}', ''));
}

function isWithoutEnglish({ files = '*', locales }: FoundCatalog): boolean {
  const names = Object.keys(locales);
  return (
    names.length > 1 &&
    !names.some((name) => name === '' || isEnglish(name)) &&
    !/[*?[]/.test(files)
  );
}

function belongTogether(source: FoundCatalog, target: FoundCatalog): boolean {
  const most = Math.max(...Object.values(target.locales).map(({ strings }) => strings));
  const own = stringsOf(source);
  // Within one folder, files with other names have other contents.
  const isElsewhere = folderOf(source) !== folderOf(target);
  return isElsewhere && source.format === target.format && own >= most / 2 && own <= most * 2;
}

function folderOf({ files = '' }: FoundCatalog): string {
  return files.slice(0, files.lastIndexOf('/') + 1);
}

function stringsOf({ locales, sourceLocale }: FoundCatalog): number {
  return locales[sourceLocale]?.strings ?? 0;
}

function joined(source: FoundCatalog, target: FoundCatalog): FoundCatalog {
  const { sourceLocale, files = '' } = source;
  const { files: targets = '', ...rest } = target;
  const name = source.names?.[sourceLocale] ?? sourceLocale;
  const { [sourceLocale]: own = { files: 1, strings: 0 } } = source.locales;
  return {
    ...rest,
    source: files.replaceAll('{locale}', name),
    target: targets,
    locales: { ...target.locales, '': own },
    sourceLocale,
  };
}
