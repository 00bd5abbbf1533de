import { localeOfSpelling } from '../../config/index.js';
import { formatOf, localeNamesOf } from '../../formats/index.js';
import type { LocaleFolder } from '../../model/index.js';
import { isKnownLocale, localeOfName, localeOfStart, tagOfName } from './locale-names.js';

/** One interpretation of a path as a file of a locale. */
export interface Candidate {
  readonly path: string;
  /** As the config will spell it: BCP 47 if the format has its own spelling. */
  readonly locale: string;
  /** As the path spells it. */
  readonly name: string;
  /** Equal for files that may belong to the same catalog. */
  readonly group: string;
  readonly folder: string;
  /** Path below `folder`, with `{locale}` for the locale. */
  readonly rest: string;
}

/**
 * Every interpretation of a path: the locale as a folder, as the file's name, or at either end of
 * it. Formats may have their own folders: `values-pt-rBR`, `pt-BR.lproj`.
 */
export function candidatesOf(path: string): Candidate[] {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  const ending = name.slice(name.lastIndexOf('.'));
  const stem = name.slice(0, name.length - ending.length);
  const named = localeOfName(stem);
  const ownFolder = localeNamesOf(formatOf(path))?.folder;
  const found: Candidate[] = [];
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    const own = localeOfFolder(segment, ownFolder);
    if (own === undefined) continue;
    const folder = segments.slice(0, index).join('/');
    const inside = segments
      .slice(index + 1, -1)
      .map((part) => (part === segment ? '{locale}' : part));
    const twice = named?.locale === own.name;
    const last = twice ? `${named.before}{locale}${ending}` : name;
    const rest = [own.pattern, ...inside, last].join('/');
    const alone = own.isOwn && ownFolder?.hasOthers === true ? last : '';
    const plugin = pluginFolders(rest);
    // `de/locale/de/a.ftl` is not a translation of `en/locale/b/c.ftl`.
    const again = inside.slice(0, inside.lastIndexOf('{locale}') + 1).join('/');
    const parts = [folder, own.pattern, again, twice ? 'named' : '', alone, plugin, ending];
    const group = parts.join('\0');
    const { locale } = own;
    found.push({ path, locale: localeInConfig(path, locale), name: own.name, group, folder, rest });
  }
  const folder = segments.slice(0, -1).join('/');
  const add = (locale: string, before: string, after: string): void => {
    const group = [folder, 'name', groupOfName(path, before), after].join('\0');
    const rest = `${before}{locale}${after}`;
    found.push({ path, locale: localeInConfig(path, locale), name: locale, group, folder, rest });
  };
  if (named !== undefined) add(named.locale, named.before, ending);
  const first = named === undefined ? localeOfStart(stem) : undefined;
  if (first !== undefined) add(first.locale, '', `${first.after}${ending}`);
  const worded = named ?? first ?? tagOfName(stem);
  if (typeof worded === 'string') {
    const group = [folder, 'name', 'words', ending].join('\0');
    found.push({ path, locale: worded, name: stem, group, folder, rest: `{locale}${ending}` });
  }
  return found;
}

interface FolderLocale {
  readonly locale: string;
  readonly name: string;
  /** The folder with `{locale}` for the locale. */
  readonly pattern: string;
  /** Whether it is the format's own spelling. */
  readonly isOwn: boolean;
}

function localeOfFolder(
  segment: string,
  { before, after, noLocales = [] }: LocaleFolder = PLAIN,
): FolderLocale | undefined {
  const plain = { name: segment, pattern: '{locale}', isOwn: false };
  // Folders of the format may be named otherwise, and their locales as in its own: `zh-rCN`.
  const usual = before === '' ? segment : (localeOfSpelling(segment) ?? segment);
  if (isKnownLocale(usual)) return { locale: segment, ...plain };
  const name = segment.slice(before.length, segment.length - after.length);
  const isOwn = before + name + after === segment && name !== segment && name !== '';
  if (!isOwn) {
    const tag = tagOfName(segment);
    return tag === undefined ? lastPartOf(segment) : { locale: tag, ...plain };
  }
  const spelled = noLocales.includes(name) ? undefined : localeOfSpelling(name);
  const locale = spelled !== undefined && isKnownLocale(spelled) ? spelled : tagOfName(name);
  if (locale === undefined) return undefined;
  return { locale, name, pattern: `${before}{locale}${after}`, isOwn };
}

/** Kodi's `resource.language.en_gb`. */
function lastPartOf(segment: string): FolderLocale | undefined {
  const start = segment.lastIndexOf('.') + 1;
  const name = segment.slice(start);
  if (start < 2 || !isKnownLocale(name)) return undefined;
  return { locale: name, name, pattern: `${segment.slice(0, start)}{locale}`, isOwn: false };
}

const PLAIN: LocaleFolder = { before: '', after: '' };

/** A path's locale as the config spells it: BCP 47 if the format has its own spelling. */
export function localeInConfig(path: string, locale: string): string {
  const { style = 'exact' } = localeNamesOf(formatOf(path)) ?? {};
  return style === 'exact' || style === 'written' ? locale : (localeOfSpelling(locale) ?? locale);
}

/** `a.en.yml` and `b.en.yml` belong to one catalog; `a_en` and `b_en` may be anything. */
function groupOfName(path: string, before: string): string {
  const { style = 'exact', sources } = localeNamesOf(formatOf(path)) ?? {};
  // Beside `a.resx` there are others that nobody translates.
  const isAlone = sources !== undefined && style !== 'exact';
  return before.endsWith('.') && !isAlone ? '.' : before;
}

/** Files that could form one catalog. */
export interface Group {
  readonly candidates: readonly Candidate[];
  readonly locales: ReadonlySet<string>;
  /** The locales as the paths spell them. */
  readonly names: ReadonlySet<string>;
}

/** Every group of these paths; a path is in one group per interpretation. */
export function groupCandidates(paths: readonly string[]): Group[] {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of paths.flatMap(candidatesOf)) {
    const group = groups.get(candidate.group) ?? [];
    groups.set(candidate.group, group);
    group.push(candidate);
  }
  return [...groups.values()].map(groupOf);
}

export function groupOf(candidates: readonly Candidate[]): Group {
  return {
    candidates,
    locales: new Set(candidates.map(({ locale }) => locale)),
    names: new Set(candidates.map(({ name }) => name)),
  };
}

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

const SPECIAL = /[\\*?[\]{}]/g;

/** A pattern that matches exactly this path. */
export function escapePattern(path: string): string {
  return path.replaceAll(SPECIAL, '\\$&').replace(/^!/, '\\!');
}

/** The same, but `{locale}` stays a placeholder. */
export function escapeAround(path: string): string {
  return path.split('{locale}').map(escapePattern).join('{locale}');
}

/** A pattern within a folder; '' is the root. */
export function below(folder: string, rest: string): string {
  return folder === '' ? rest : `${folder}/${rest}`;
}
