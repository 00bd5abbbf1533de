import { escapePattern } from './candidates.js';
import type { FoundCatalog, FoundLocale, LocalesInside } from './layout.js';
import { kindOfFile } from './project.js';
import type { Project } from './project.js';
import { guessSource } from './source-locale.js';

/**
 * Files that hold all locales, merged into one catalog per file ending if a pattern matches exactly
 * them.
 */
export function findMultilingual(
  project: Project,
  inside: readonly (LocalesInside & { readonly path: string })[],
  files: readonly string[],
): FoundCatalog[] {
  const endings = [...new Set(inside.map(({ path }) => path.slice(path.lastIndexOf('.'))))];
  return endings.flatMap((ending) => {
    const own = inside.filter(({ path }) => path.endsWith(ending));
    const all = `${commonFolder(own.map(({ path }) => path))}**/*${ending}`;
    const isExact = files.filter((path) => path.endsWith(ending)).length === own.length;
    if (own.length > 1 && isExact) return [describe(project, all, own)];
    return own.map((one) => describe(project, escapePattern(one.path), [one]));
  });
}

type Names = Readonly<Record<string, string>>;

/** The catalog of a pattern without `{locale}`. */
export function describe(
  { traitsOf }: Project,
  files: string,
  found: readonly (LocalesInside & { readonly path: string })[],
): FoundCatalog {
  const locales: Record<string, FoundLocale> = {};
  for (const [locale, { strings, ...traits }] of found.flatMap((one) =>
    Object.entries(one.locales),
  )) {
    const known = locales[locale] ?? { files: 0, strings: 0 };
    locales[locale] = {
      ...known,
      ...traits,
      files: known.files + 1,
      strings: known.strings + strings,
    };
  }
  const stated = found.find(({ source }) => source !== undefined)?.source;
  const sourceLocale = stated ?? guessSource(locales);
  const names = Object.assign({}, ...found.map((one) => one.names ?? {})) as Names;
  const kind = kindOfFile(found[0]?.path ?? files, traitsOf);
  return { ...kind, files, locales, sourceLocale, ...(Object.keys(names).length > 0 && { names }) };
}

/** With a trailing slash; '' for the root. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map((path) => path.split('/').slice(0, -1));
  const parts = typeof first === 'string' ? [] : first;
  const end = parts.findIndex((part, at) => others.some((other) => other[at] !== part));
  const common = end === -1 ? parts : parts.slice(0, end);
  return common.map((part) => `${escapePattern(part)}/`).join('');
}
