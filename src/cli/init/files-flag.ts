import {
  localePathsOf,
  createMatcher,
  toGlob,
  hasLocale,
  parsePattern,
  PatternError,
} from '../../config/index.js';
import type { PatternPath } from '../../config/index.js';
import { groupBy } from '../../people/index.js';
import { isMultilingual, codecFor } from '../../formats/index.js';
import { below, candidatesOf, escapePattern, localeInConfig } from './candidates.js';
import { targetOfLone } from './bare-sources.js';
import type { Declared, DeclaredPattern } from './declared.js';
import type { Detection, FoundCatalog } from './layout.js';
import { identity, isEnglish, isKnownLocale } from './locale-names.js';
import { describe as describeMultilingual } from './multilingual.js';
import { countByLocale, kindOfFile, sum, without } from './project.js';
import type { Project, TraitsOf } from './project.js';
import { guessSource, templateAmong } from './source-locale.js';

/**
 * The catalogs for patterns, one each, even if no file exists. One without `{locale}` names a
 * source: `locales/en.json` stands for `locales/{locale}.json`, and any other has its targets where
 * its platform reads them (`values-{locale}/`), or else beside it (`talk.{locale}.srt`).
 * @param source the source locale; default: English
 */
export async function findByPatterns(
  project: Project,
  patterns: readonly string[],
  source?: string,
): Promise<Detection> {
  const notes = new Map<string, string>();
  const read: Project['read'] = (path, locale) => {
    const file = project.read(path, locale);
    if (!file.ok) notes.set(path, `${file.message} (not counted)`);
    return file;
  };
  const own = { ...project, read };
  const found = await Promise.all(
    patterns.map((pattern) => describePattern(own, withLocale(pattern, source))),
  );
  return { found, notes: [...notes.values()], broken: [...notes.keys()] };
}

/**
 * The catalogs whose paths the settings of the project declare, as far as they have texts, and all
 * files of those.
 */
export async function findDeclared(
  project: Project,
  all: readonly string[],
  declared: readonly Declared[],
): Promise<{ readonly found: readonly FoundCatalog[]; readonly paths: ReadonlySet<string> }> {
  const found: FoundCatalog[] = [];
  const paths = new Set<string>();
  for (const pattern of folded(
    declared.flatMap(({ patterns }) => patterns),
    all,
  )) {
    // A config's `exclude` is about translations, too.
    const translation = pattern.target.replace('{locale}', 'de').replaceAll(/\*+/g, 'a');
    const exclude = (pattern.exclude ?? []).filter(
      (glob) => !pathsOf(glob).some((path) => createMatcher(path, [])(translation) !== undefined),
    );
    const left = new Set(exclude.length === 0 ? [] : await project.match(exclude));
    const rest = all.filter((path) => !paths.has(path) && !left.has(path));
    const { source, target } = ofKnownFormats(pattern, rest);
    const matchers = pathsOf(target).map((path) => createMatcher(path, 'any'));
    const isTarget = (path: string): boolean => matchers.some((match) => match(path) !== undefined);
    const sources =
      source === undefined ? [] : pathsOf(source).map((path) => createMatcher(path, []));
    const isSource = (path: string): boolean => sources.some((match) => match(path) !== undefined);
    const own = rest.filter((path) => isSource(path) || isTarget(path));
    if (own.length === 0 || !hasOwnLocale(target)) continue;
    // The source is one of the files that the targets' pattern matches, or has a path of its own.
    const apart = own.filter((path) => isSource(path) && !isTarget(path));
    // Targets without a wildcard are those of one file, however its pattern is written.
    const file =
      apart.length === 1 && !target.includes('*') ? apart.map(escapePattern).join() : source;
    const [one, other] =
      apart.length > 0 && file !== undefined ? [file, target] : [target, undefined];
    const match: Project['match'] = (globs) => project.match(globs, exclude);
    const catalog = await describePattern({ ...project, match }, one, other);
    if (Object.values(catalog.locales).every(({ strings }) => strings === 0)) continue;
    found.push(exclude.length === 0 ? catalog : { ...catalog, exclude });
    for (const path of [...own, ...left]) paths.add(path);
  }
  return { found, paths };
}

/** Patterns that differ in one name, as Transifex has one for each file, as one with `*`. */
function folded(
  patterns: readonly DeclaredPattern[],
  all: readonly string[],
): readonly DeclaredPattern[] {
  const wide = groupBy(patterns, ({ source = '', target, exclude }) => {
    const name = /([^/*]+)\.\w+$/.exec(source)?.[1] ?? '/';
    const [from, to] = [source, target].map((path) =>
      path.replace(/[^/]+$/, (last) => last.replace(name, '*')),
    );
    return exclude === undefined && to !== target ? `${from}\0${to}` : `${source}\0${target}`;
  });
  const matches = (own: readonly string[]): number => {
    const matchers = own.flatMap(pathsOf).map((path) => createMatcher(path, 'any'));
    return all.filter((path) => matchers.some((match) => match(path) !== undefined)).length;
  };
  return [...wide].flatMap(([both, own]) => {
    const [source = '', target = ''] = both.split('\0');
    const [sources, targets] = [own.map((one) => one.source ?? ''), own.map((one) => one.target)];
    const isExact =
      matches(sources) === matches([source]) && matches(targets) === matches([target]);
    return own.length > 1 && isExact ? [{ source, target }] : own;
  });
}

/** Without the pictures that a pattern such as `docs/**\/*` matches, too. */
function ofKnownFormats(
  { source, target }: DeclaredPattern,
  all: readonly string[],
): Omit<DeclaredPattern, 'exclude'> {
  const declared = source === undefined ? { target } : { source, target };
  if (source?.endsWith('*') !== true || !target.endsWith('*')) return declared;
  const matchers = pathsOf(source).map((path) => createMatcher(path, []));
  const own = all.filter((path) => matchers.some((match) => match(path) !== undefined));
  const endings = [...new Set(own.map((path) => path.slice(path.lastIndexOf('.') + 1)))].sort();
  if (endings.length === 0) return declared;
  const ending = endings.length === 1 ? `.${endings.join()}` : `.{${endings.join()}}`;
  return { source: source + ending, target: target + ending };
}

async function describePattern(
  project: Project,
  pattern: string,
  to?: string,
): Promise<FoundCatalog> {
  const { read, traitsOf } = project;
  const shared = hasOwnLocale(pattern) ? undefined : await describeShared(project, pattern);
  if (shared !== undefined) return shared;
  const target = to ?? (hasOwnLocale(pattern) ? undefined : targetBeside(pattern, traitsOf));
  const translated = await localeFiles(project, target ?? pattern);
  const locales = await countByLocale(translated, project);
  const kindAt = (path: string): Pick<FoundCatalog, 'kind' | 'format' | 'messages'> =>
    kindOfFile(path, traitsOf);
  if (target === undefined) {
    const kind = kindAt(translated[0]?.path ?? pattern);
    const bare = await bareFiles(project, pattern, new Set(translated.map(({ path }) => path)));
    const source = bare.length === 0 ? {} : { '': sum(bare.map((path) => read(path, ''))) };
    const largest = guessSource(locales);
    const template = templateAmong(pattern, locales, translated);
    const isNone = bare.length > 0 || (template.template !== undefined && !isEnglish(largest));
    const sourceLocale = isNone ? 'en' : largest;
    const all = { ...locales, ...source };
    return { ...kind, files: pattern, ...template, locales: all, sourceLocale };
  }
  const targets = new Set(translated.map(({ path }) => path));
  const sources = (await filesOf(project, pattern)).filter(({ path }) => !targets.has(path));
  const files = sources.map(({ path }) => read(path, ''));
  const stated = files.find((file) => file.ok && file.sourceLanguage !== undefined);
  const sourceLocale = (stated?.ok === true ? stated.sourceLanguage : undefined) ?? 'en';
  return {
    ...kindAt(sources[0]?.path ?? pattern),
    source: pattern,
    target,
    // A file named by the source locale is not a target.
    locales: { ...without(locales, sourceLocale), '': sum(files) },
    sourceLocale,
  };
}

/** Undefined: the files may have one locale each. */
async function describeShared(
  project: Project,
  pattern: string,
): Promise<FoundCatalog | undefined> {
  const found = (await filesOf(project, pattern)).flatMap(({ path }) => {
    const inside = project.localesInside(path);
    return inside === undefined ? [] : [{ path, ...inside }];
  });
  if (found.length === 0 && !isMultilingual(pattern)) return undefined;
  return describeMultilingual(project, pattern, found);
}

/** Sources that the format finds without a locale, such as `values/strings.xml`. */
async function bareFiles(
  project: Project,
  pattern: string,
  translated: ReadonlySet<string>,
): Promise<readonly string[]> {
  const ways = pathsOf(pattern).map((path) => localePathsOf({ targets: [] }, path));
  const paths = ways.flatMap(({ isFree, withoutLocale }) => (isFree ? withoutLocale : []));
  if (paths.length === 0) return [];
  const matchers = paths.map((path) => createMatcher(path, []));
  const files = await project.match(paths.map((path) => toGlob(path, '*')));
  return files.filter(
    (path) => !translated.has(path) && matchers.some((match) => match(path) !== undefined),
  );
}

/** Also true for a malformed pattern, which the check of the config reports. */
function hasOwnLocale(pattern: string): boolean {
  const paths = pathsOf(pattern);
  return paths.length === 0 || hasLocale(paths) || !/\.\w+$/.test(pattern);
}

function targetBeside(pattern: string, traitsOf: TraitsOf): string {
  return targetOfLone(pattern, traitsOf) ?? pattern.replace(/\.(?=[\w]+$)/, '.{locale}.');
}

/** A pattern that names the source's locale, with `{locale}` in its place. */
function withLocale(pattern: string, source: string | undefined): string {
  if (hasOwnLocale(pattern)) return pattern;
  const named = candidatesOf(pattern).findLast(({ locale }) =>
    source === undefined ? isEnglish(locale) : identity(locale) === identity(source),
  );
  return named === undefined ? pattern : below(named.folder, named.rest);
}

interface NamedFile {
  readonly path: string;
  /** The locale as spelled in the path, if any. */
  readonly name: string | undefined;
}

async function localeFiles(
  project: Project,
  pattern: string,
): Promise<{ readonly path: string; readonly name: string; readonly locale: string }[]> {
  return (await filesOf(project, pattern)).flatMap(({ path, name }) => {
    const locale = name && localeInConfig(path, name);
    const isLocale = name !== undefined && locale !== undefined && isKnownLocale(locale);
    return isLocale ? [{ path, name, locale }] : [];
  });
}

/** Files of known formats, in any locale. */
async function filesOf(project: Project, pattern: string): Promise<NamedFile[]> {
  const paths = pathsOf(pattern);
  if (paths.length === 0) return [];
  const globs = paths.map((path) => toGlob(path, '*'));
  const matchers = paths.map((path) => createMatcher(path, 'any'));
  return (await project.match(globs)).flatMap((path): NamedFile[] => {
    if (codecFor(path) === undefined) return [];
    const match = matchers.map((matcher) => matcher(path)).find((one) => one !== undefined);
    return match === undefined ? [] : [{ path, name: match.locale }];
  });
}

function pathsOf(pattern: string): PatternPath[] {
  try {
    return parsePattern(pattern);
  } catch (error) {
    if (error instanceof PatternError) return [];
    throw error;
  }
}
