import {
  localePathsOf,
  createMatcher,
  toGlob,
  hasLocale,
  parsePattern,
  PatternError,
} from '../../config/index.js';
import type { PatternPath } from '../../config/index.js';
import { isMultilingual, codecFor } from '../../formats/index.js';
import { localeInConfig } from './candidates.js';
import type { Detection, FoundCatalog } from './layout.js';
import { isEnglish, isKnownLocale } from './locale-names.js';
import { describe as describeMultilingual } from './multilingual.js';
import { countByLocale, kindOfFile, sum } from './project.js';
import type { Project } from './project.js';
import { guessSource, templateAmong } from './source-locale.js';

/**
 * The catalogs for the patterns of `--files`, one each, even if no file exists. A pattern without
 * `{locale}` names a source with its targets beside it: `talk.srt` and `talk.{locale}.srt`.
 */
export async function findByFlag(
  project: Project,
  patterns: readonly string[],
): Promise<Detection> {
  const notes = new Map<string, string>();
  const read: Project['read'] = (path, locale) => {
    const file = project.read(path, locale);
    if (!file.ok) notes.set(path, `${file.message} (not counted)`);
    return file;
  };
  const own = { ...project, read };
  const found = await Promise.all(patterns.map((pattern) => describePattern(own, pattern)));
  return { found, notes: [...notes.values()], broken: [...notes.keys()] };
}

async function describePattern(project: Project, pattern: string): Promise<FoundCatalog> {
  const { read, traitsOf } = project;
  if (!hasOwnLocale(pattern) && isMultilingual(pattern)) return describeShared(project, pattern);
  const target = hasOwnLocale(pattern) ? undefined : targetBeside(pattern);
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
  return {
    ...kindAt(sources[0]?.path ?? pattern),
    source: pattern,
    target,
    locales: { ...locales, '': sum(files) },
    sourceLocale: (stated?.ok === true ? stated.sourceLanguage : undefined) ?? 'en',
  };
}

async function describeShared(project: Project, pattern: string): Promise<FoundCatalog> {
  const found = (await filesOf(project, pattern)).flatMap(({ path }) => {
    const inside = project.localesInside(path);
    return inside === undefined ? [] : [{ path, ...inside }];
  });
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
  return paths.length === 0 || hasLocale(paths) || targetBeside(pattern) === pattern;
}

function targetBeside(pattern: string): string {
  return pattern.replace(/\.(?=[\w]+$)/, '.{locale}.');
}

interface NamedFile {
  readonly path: string;
  /** The locale as spelled in the path, if any. */
  readonly name: string | undefined;
}

interface LocaleFile {
  readonly path: string;
  readonly name: string;
  readonly locale: string;
}

async function localeFiles(project: Project, pattern: string): Promise<LocaleFile[]> {
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
