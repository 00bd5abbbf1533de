import { groupOf } from './candidates.js';
import type { CatalogPattern } from './catalog-pattern.js';
import { escapePattern } from './escape-pattern.js';
import { matchesExactly } from './exact-match.js';

/** Pages named after their source: `content/post/*.{locale}.md`. */
const PAGES = /^[^{}]*\/[^/{}]+\.\{locale\}(\.[^/.]+)$/;

/**
 * Merges pages that lie beside their sources, as in Hugo: `content/a.de.md` and
 * `content/post/b.de.md` → `content/**\/*.{locale}.md`. Every other page there is a source, so that
 * those without a translation are found too.
 */
export function mergePages(
  catalogs: readonly CatalogPattern[],
  files: readonly string[],
): readonly CatalogPattern[] {
  const sites = new Map<string, CatalogPattern[]>();
  for (const catalog of catalogs) {
    const [, ending] = PAGES.exec(catalog.files) ?? [];
    if (ending === undefined || catalog.bare?.isMirrored !== true) continue;
    const site = `${topFolder(catalog)}${ending}`;
    sites.set(site, [...(sites.get(site) ?? []), catalog]);
  }
  return [...sites.values()].reduce((all, own) => {
    const merged = own.length > 1 ? mergeSite(own, files) : undefined;
    return merged === undefined ? all : [merged, ...all.filter((one) => !own.includes(one))];
  }, catalogs);
}

function mergeSite(
  catalogs: readonly CatalogPattern[],
  files: readonly string[],
): CatalogPattern | undefined {
  const group = groupOf(catalogs.flatMap(({ group: { candidates } }) => candidates));
  const folder = commonFolder(group.candidates.map((one) => one.folder));
  const [first] = group.candidates;
  const ending = first?.path.slice(first.path.lastIndexOf('.')) ?? '';
  const pattern = `${escapePattern(folder)}/**/*.{locale}${ending}`;
  if (!matchesExactly(pattern, group, files)) return undefined;
  const own = new Set(group.candidates.map(({ path }) => path));
  const paths = files.filter(
    (path) => path.startsWith(`${folder}/`) && path.endsWith(ending) && !own.has(path),
  );
  const source = `${escapePattern(folder)}/**/*${ending}`;
  return { files: pattern, group, bare: { source, paths, isKnown: false, isMirrored: true } };
}

function topFolder({ group }: CatalogPattern): string {
  return `${group.candidates[0]?.folder.split('/')[0] ?? ''}/`;
}

function commonFolder(folders: readonly string[]): string {
  return folders
    .map((folder) => folder.split('/'))
    .reduce((common, parts) => {
      const end = common.findIndex((part, at) => part !== parts[at]);
      return end === -1 ? common : common.slice(0, end);
    })
    .join('/');
}
