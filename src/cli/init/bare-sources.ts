import { localePathsOf, createMatcher, parsePattern } from '../../config/index.js';
import type { PatternPath } from '../../config/index.js';
import { aboutOf, formatOf, isMultilingual } from '../../formats/index.js';
import type { LoneSource } from '../../model/index.js';
import { pagesFolder, below, escapePattern } from './candidates.js';
import type { Candidate, Group } from './candidates.js';
import { isEnglish } from './locale-names.js';
import type { TraitsOf } from './project.js';

/** Sources without a locale in their path, such as `messages.xlf`. */
export interface BareSources {
  /** Pattern that matches them. */
  readonly source: string;
  readonly paths: readonly string[];
  /** Whether `files` alone matches them, by the format's rules for paths. */
  readonly isKnown: boolean;
  /**
   * Whether every translation has its own source, which is not a coincidence even for a single
   * locale.
   */
  readonly isMirrored?: boolean;
}

/** The sources of a group without a locale in their path. Undefined: there are none. */
export function bareSources(
  files: string,
  group: Group,
  all: ReadonlySet<string>,
): BareSources | undefined {
  return (
    knownSources(files, group, all) ??
    templateSource(files, group, all) ??
    namedSource(group, all) ??
    namedAlike(group, all) ??
    pagesOfPlugin(group, all) ??
    aboveTargets(group, all)
  );
}

/** Sources that the pattern of the targets implies: `values/`, `messages.properties`. */
export function knownSources(
  files: string,
  { candidates }: Pick<Group, 'candidates'>,
  all: ReadonlySet<string>,
): BareSources | undefined {
  const own = new Set(candidates.map(({ path }) => path));
  const found = parsePattern(files).flatMap((path) => {
    const { isFree, withoutLocale } = localePathsOf({ targets: [] }, path);
    const ways = (isFree ? withoutLocale : []).map((pattern) => {
      const matches = createMatcher(pattern, []);
      const paths = [...all].filter((one) => !own.has(one) && matches(one) !== undefined);
      return { source: textOf(pattern), paths };
    });
    return ways.find(({ paths }) => paths.length > 0) ?? [];
  });
  if (found.length === 0) return undefined;
  const sources = found.map(({ source }) => source).join();
  return {
    source: found.length === 1 ? sources : `{${sources}}`,
    paths: found.flatMap(({ paths }) => paths),
    isKnown: true,
  };
}

function textOf(path: PatternPath): string {
  return path
    .map((token) => (token.kind === 'literal' ? escapePattern(token.text) : SIGNS[token.kind]))
    .join('');
}

const SIGNS = { locale: '{locale}', deep: '**/', any: '*', one: '?', class: '?' } as const;

/**
 * The gettext template for files named by locale: the only one in their folder or above. A template
 * with translations beside it belongs to those, not to files in folders below. For files of several
 * names, the templates of most of these names: Sphinx writes them into one folder of its own.
 */
function templateSource(
  files: string,
  { candidates }: Group,
  all: ReadonlySet<string>,
): BareSources | undefined {
  if (!files.endsWith('.po')) return undefined;
  const folders = (candidates[0]?.folder ?? '').split('/');
  const domain = /([^/]+)\.po$/.exec(files)?.[1];
  const templates = [...all].filter((path) => path.endsWith('.pot'));
  if (files.includes('*')) {
    const names = new Set(
      candidates.map(({ path }) => `${path.slice(folderOf(path).length + 1)}t`),
    );
    const named = templates.filter((path) => names.has(path.slice(folderOf(path).length + 1)));
    const [folder, ...others] = new Set(named.map(folderOf));
    const isWhole = folder !== undefined && others.length === 0 && named.length * 2 > names.size;
    return isWhole
      ? { source: below(escapePattern(folder), '*.pot'), paths: named, isKnown: false }
      : undefined;
  }
  const translated = new Set([...all].filter((path) => path.endsWith('.po')).map(folderOf));
  for (let depth = folders.length; depth >= 0; depth -= 1) {
    const folder = folders.slice(0, depth).join('/');
    const here = templates.filter((path) => folderOf(path) === folder);
    if (depth < folders.length && translated.has(folder)) continue;
    const named = here.filter((path) => path.endsWith(`${domain}.pot`));
    const [one, ...others] = named.length > 0 ? named : here;
    if (one !== undefined && others.length === 0)
      return { source: escapePattern(one), paths: [one], isKnown: false };
  }
  return undefined;
}

/** `i18n/default.json` beside `i18n/de.json`, as in mods of Stardew Valley. */
function namedSource(
  { candidates, locales }: Group,
  all: ReadonlySet<string>,
): BareSources | undefined {
  const [first] = candidates;
  const ending = endingOf(first);
  const areNamed = candidates.every(({ rest }) => rest === `{locale}${ending}`);
  if (!areNamed || [...locales].some(isEnglish)) return undefined;
  const names = ['base', 'default', 'source', 'template'].map((name) =>
    below(first?.folder ?? '', `${name}${ending}`),
  );
  const [path, ...others] = names.filter((name) => all.has(name));
  if (path === undefined || others.length > 0) return undefined;
  return { source: escapePattern(path), paths: [path], isKnown: false };
}

/** `messages.de.xlf`, and TYPO3's `de.locallang.xlf`. */
const BEHIND_NAME = /[^/][._-]\{locale\}\.[^./]+$/;
const BEFORE_NAME = /^\{locale\}\.(?=[^./]+\.[^./]+$)/;

/** Files named like the targets but without a locale, if no target could be the source. */
function namedAlike(
  { candidates, locales }: Group,
  all: ReadonlySet<string>,
): BareSources | undefined {
  const rests = [...new Set(candidates.map(({ rest }) => rest))];
  if (!rests.every((rest) => BEHIND_NAME.test(rest) || BEFORE_NAME.test(rest))) return undefined;
  const folder = candidates[0]?.folder ?? '';
  // `i18n/de/messages.de.xlf` is a translation of `i18n/messages.xlf`.
  const names = rests.map((rest) =>
    rest
      .replace(BEFORE_NAME, '')
      .replace(/^\{locale\}\//, '')
      .replace(/[._-]\{locale\}(?=\.[^.]+$)/, ''),
  );
  const paths = names
    .map((name) => below(folder, name))
    .filter((path) => all.has(path) && !isMultilingual(path));
  if (paths.length === 0)
    return names.length === 1 ? sourceAbove(folder, names[0], all) : undefined;
  const [first = ''] = names;
  const ending = first.slice(first.lastIndexOf('.'));
  const name = names.length === 1 ? escapePattern(first) : `*${ending}`;
  const source = { source: below(escapePattern(folder), name), paths, isKnown: false };
  // `guide.md` beside `guide.de.md`, as in Hugo. Other files may have such names by chance.
  const arePages = aboutOf(formatOf(paths[0] ?? ''))?.capabilities.keysArePlaces === true;
  // `users-rm.md` is a page about a command if `users-add.md` and `users-find.md` are beside it.
  const own = new Set(candidates.map(({ path }) => path));
  const stems = paths.map((path) => path.slice(0, path.lastIndexOf('.')));
  const others = [...all].filter(
    (path) =>
      !own.has(path) &&
      path.endsWith(ending) &&
      stems.some((stem) => path.startsWith(stem) && /^[_-][^/]+$/.test(path.slice(stem.length))),
  );
  const isMirrored =
    paths.length === names.length &&
    others.length <= candidates.length &&
    ![...locales].some(isEnglish);
  return arePages && isMirrored ? { ...source, isMirrored } : source;
}

/**
 * `messages.xlf` beside `angular.json`, where `ng extract-i18n` writes it, for translations in
 * `src/locale/`: the nearest above them.
 */
function sourceAbove(folder: string, name = '', all: ReadonlySet<string>): BareSources | undefined {
  for (let above = folder; above !== '';) {
    above = folderOf(above);
    const path = below(above, name);
    const isLone =
      aboutOf(formatOf(path))?.loneSources?.some((one) => one.path.test(path)) === true;
    if (isLone && all.has(path)) {
      return { source: escapePattern(path), paths: [path], isKnown: false };
    }
  }
  return undefined;
}

/**
 * Where the platform reads translations of a source whose path has no locale: as the first rule
 * says whose platform is used here, or else the first that fits the path.
 */
export function targetOfLone(source: string, traitsOf: TraitsOf): string | undefined {
  const rules = (aboutOf(formatOf(source))?.loneSources ?? []).filter(({ target }) =>
    target[0].test(source),
  );
  const folders = traitsOf(source);
  const { target: [part, instead] = [] } =
    rules.find((rule) => isUsed(rule, folders)) ?? rules[0] ?? {};
  return part === undefined || instead === undefined ? undefined : source.replace(part, instead);
}

/** Whether the platform of a rule is used in one of these folders. */
export function isUsed({ near }: LoneSource, folders: ReturnType<TraitsOf>): boolean {
  return near.length === 0 || near.some((file) => folders.some(({ has }) => has(file)));
}

/** `docs/`, which Docusaurus translates in `i18n/fr/docusaurus-plugin-content-docs/current/`. */
function pagesOfPlugin(
  { candidates: [first] }: Group,
  all: ReadonlySet<string>,
): BareSources | undefined {
  const folder = first && pagesFolder(first.folder, first.rest);
  if (folder === undefined) return undefined;
  const ending = endingOf(first);
  const paths = [...all].filter((path) => path.startsWith(`${folder}/`) && path.endsWith(ending));
  if (paths.length === 0) return undefined;
  const source = `${escapePattern(folder)}/**/*${ending}`;
  return { source, paths, isKnown: false, isMirrored: true };
}

/**
 * Files beside the locale folders, as in Starlight: `docs/guides/a.md` for `docs/fr/guides/a.md`.
 * Only if most translations have one and no locale is English.
 */
function aboveTargets(
  { candidates, locales }: Group,
  all: ReadonlySet<string>,
): BareSources | undefined {
  const folder = candidates[0]?.folder ?? '';
  const areBelow = candidates.every(({ rest }) => rest.startsWith(FOLDER));
  if (!areBelow || folder === '' || [...locales].some(isEnglish)) return undefined;
  const sources = candidates
    .map(({ rest }) => below(folder, rest.slice(FOLDER.length)))
    .filter((path) => all.has(path));
  if (sources.length < 2 || sources.length * 2 < candidates.length) return undefined;
  const own = new Set(candidates.map(({ path }) => path));
  const ending = endingOf(candidates[0]);
  const paths = [...all].filter(
    (path) => path.startsWith(`${folder}/`) && path.endsWith(ending) && !own.has(path),
  );
  const deep = paths.some((path) => path.slice(folder.length + 1).includes('/'));
  const source = below(escapePattern(folder), `${deep ? '**/' : ''}*${ending}`);
  return { source, paths, isKnown: false, isMirrored: sources.length === candidates.length };
}

const FOLDER = '{locale}/';

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function endingOf(candidate: Candidate | undefined): string {
  const path = candidate?.path ?? '';
  return path.slice(path.lastIndexOf('.'));
}
