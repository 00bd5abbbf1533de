import { below } from './escape-pattern.js';

/** Pages of a plugin of Docusaurus, below the folder of a locale. */
const PAGES =
  /^\{locale\}\/(docusaurus-plugin-content-(?:docs\/(current|version-[^/]+)|(blog|pages)))\//;

/** The folders of a plugin of Docusaurus in a path below that of the locales; '' in any other. */
export function pluginFolders(rest: string): string {
  return PAGES.exec(rest)?.[1] ?? '';
}

/**
 * Where the pages are that those of `i18n/{locale}/docusaurus-plugin-content-…` translate.
 * Undefined: Docusaurus has it otherwise.
 */
export function pagesFolder(folder: string, rest: string): string | undefined {
  const [, , version, plugin] = PAGES.exec(rest) ?? [];
  const site = /^(?:(.*)\/)?i18n$/.exec(folder);
  if (site === null || (version === undefined && plugin === undefined)) return undefined;
  if (plugin !== undefined) return below(site[1] ?? '', plugin === 'pages' ? 'src/pages' : plugin);
  return below(site[1] ?? '', version === 'current' ? 'docs' : `versioned_docs/${version}`);
}
