import { below } from './escape-pattern.js';

/** Pages of a Docusaurus plugin, below a locale's folder. */
const PAGES =
  /^\{locale\}\/(docusaurus-plugin-content-(?:docs\/(current|version-[^/]+)|(blog|pages)))\//;

/**
 * The folders of a Docusaurus plugin in a path below the locales' folder; '' for any other path.
 */
export function pluginFolders(rest: string): string {
  return PAGES.exec(rest)?.[1] ?? '';
}

/**
 * The folder of the pages that `i18n/{locale}/docusaurus-plugin-content-…` translates. Undefined if
 * Docusaurus does not use this layout.
 */
export function pagesFolder(folder: string, rest: string): string | undefined {
  const [, , version, plugin] = PAGES.exec(rest) ?? [];
  const site = /^(?:(.*)\/)?i18n$/.exec(folder);
  if (site === null || (version === undefined && plugin === undefined)) return undefined;
  if (plugin !== undefined) return below(site[1] ?? '', plugin === 'pages' ? 'src/pages' : plugin);
  return below(site[1] ?? '', version === 'current' ? 'docs' : `versioned_docs/${version}`);
}
