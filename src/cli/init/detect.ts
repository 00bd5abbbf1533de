import { findTarget, serviceLanguage } from '../../facts/index.js';
import { createMatcher, localePathsOf, parsePattern } from '../../config/index.js';
import { aboutOf, formatOf, codecFor, localeNamesOf } from '../../formats/index.js';
import { isUsed, targetOfLone } from './bare-sources.js';
import type { BareSources } from './bare-sources.js';
import { amount, groupBy } from '../../people/index.js';
import { candidatesOf, groupOf, escapeAround, escapePattern } from './candidates.js';
import type { Candidate, Group } from './candidates.js';
import { firstPath, patternOfGroup } from './catalog-pattern.js';
import type { CatalogPattern } from './catalog-pattern.js';
import { chooseLayout, isForLocales } from './choose-layout.js';
import { declares, readDeclared, withDeclared } from './declared.js';
import type { Declared } from './declared.js';
import { findDeclared } from './files-flag.js';
import type { Detection, FoundCatalog, FoundLocale, Suggestion } from './layout.js';
import { isEnglish, isPlainLocale, shortList, usualIdentity } from './locale-names.js';
import { findMultilingual } from './multilingual.js';
import { countByLocale, kindOfFile, sum, without } from './project.js';
import type { Project, ReadFile, TraitsOf } from './project.js';
import {
  guessSource,
  isCopied,
  isMereTranslation,
  sourceFiles,
  templateAmong,
} from './source-locale.js';

/** Folders of tests and samples, used only if nothing else is found. */
const ASIDE =
  /(^|\/)(?:(?:[\w.-]+[-_.])?(?:tests?(?:[-_]?resources)?|specs?|e2e|fixtures|testdata|examples?|demos?|samples?)|__tests__|__fixtures__|create-[\w-]+)\//i;

/** A folder with a library of others, such as `pdfjs-5.2.133`. Docusaurus has `version-2.0`. */
const LIBRARY = /^(?:.*\/)?(?!version)[a-z][\w.+]*?[-_]v?\d+(?:\.\d+)+(?=\/)/i;
/** Folders with what a website serves: one with a licence of its own is a library of others. */
const SERVED = /(?:^|\/)(?:static|public|assets|wwwroot|vendor)\//;

/** The folder of the library of others that a path is in, if any. */
function libraryOf(path: string, traitsOf: TraitsOf): string | undefined {
  const [versioned] = LIBRARY.exec(path) ?? [];
  if (versioned !== undefined || !SERVED.test(path)) return versioned;
  const folders = path.split('/').slice(0, -1);
  const depth = traitsOf(path).findIndex(({ has }) => has('LICENSE') || has('LICENSE.txt'));
  const folder = folders.slice(0, folders.length - depth).join('/');
  return depth !== -1 && SERVED.test(folder) ? folder : undefined;
}

/** Finds the catalogs of a repository. */
export async function detectLayout(project: Project): Promise<Detection> {
  const { files, settings, cut } = project.list(declares);
  const declared = readDeclared(
    project,
    settings.filter((path) => !ASIDE.test(path)),
  );
  await project.giveTurn();
  const likely: string[] = [];
  for (const path of files) {
    if (isLikely(project, path)) likely.push(path);
    await project.giveTurn();
  }
  const inPlace = likely.filter((path) => !ASIDE.test(path));
  const exports = new Set(inPlace.filter((path) => project.isExport(path)));
  const libraries = new Map(
    inPlace.flatMap((path) => {
      const folder = libraryOf(path, project.traitsOf);
      return folder === undefined ? [] : [[path, folder]];
    }),
  );
  const main = inPlace.filter((path) => !exports.has(path) && !libraries.has(path));
  const inside = await detectAmong(project, main, { files, declared });
  const isFound = inside.found.length > 0;
  const detection = isFound ? inside : await detectAnywhere(project, likely, { files, declared });
  const notes = [...detection.notes];
  const names = [...new Set([...exports].map((path) => path.replace(/(\.xcloc)\/.*/, '$1')))];
  if (isFound && names.length > 0)
    notes.push(`Left out: ${names.join(', ')} (exported for translators, and imported again).`);
  const folders = [...new Set(libraries.values())];
  if (isFound && folders.length > 0)
    notes.push(
      `Left out: ${folders.join(', ')} (a third-party library: its folder has a version in its name or a licence of its own). If it is yours, add it under catalogs in the config.`,
    );
  if (cut) notes.push('The repository is very large; deeply nested folders were not searched.');
  return { ...detection, notes };
}

/** Files about the repository or a package, such as `README.de.md`. */
const ABOUT_IT = /(^|\/)(?:[A-Z][A-Z_-]+([._-][^/]*)?\.mdx?|(?:composer|package)\.json)$/;

/** A file without a locale in its path is examined only as a possible source. */
function isLikely({ isLocaleFile }: Project, path: string): boolean {
  if (ABOUT_IT.test(path)) return false;
  if (!candidatesOf(path).some(({ locale }) => isPlainLocale(locale))) return true;
  return isLocaleFile(path);
}

async function detectAnywhere(
  project: Project,
  paths: readonly string[],
  surroundings: Surroundings,
): Promise<Detection> {
  const detection = await detectAmong(project, paths, surroundings);
  if (detection.found.length > 0) return detection;
  const suggestion = await suggestSource(paths, project);
  return suggestion === undefined ? detection : { ...detection, suggestion };
}

interface Surroundings {
  /** Every path of the project. */
  readonly files: readonly string[];
  /** What its settings say, those of the deepest folders first. */
  readonly declared: readonly Declared[];
}

async function detectAmong(
  project: Project,
  all: readonly string[],
  { files, declared }: Surroundings,
): Promise<Detection> {
  const { traitsOf } = project;
  const notes: string[] = [];
  const broken = new Map<string, string>();
  const read: Project['read'] = (path, locale) => {
    const file = project.read(path, locale);
    if (!file.ok) broken.set(path, file.message);
    return file;
  };
  const named = await findDeclared({ ...project, read }, all, declared);
  const paths = all.filter((path) => !named.paths.has(path));
  const catalogs = chooseLayout(paths, {
    files,
    taken: named.paths,
    kindOf: (path) => kindOfFile(path, traitsOf).kind,
  });
  const claimed = new Set(
    catalogs.flatMap(({ group }) => group.candidates.map(({ path }) => path)),
  );
  const shared = paths.flatMap((path) => {
    const inside = claimed.has(path) ? undefined : project.localesInside(path);
    return inside === undefined ? [] : [{ path, ...inside }];
  });
  const isShared = new Set(shared.map(({ path }) => path));
  const others = paths.filter((path) => !isShared.has(path));
  const described: FoundCatalog[] = [];
  const strangers: string[] = [];
  for (const catalog of catalogs.flatMap((one) => withCopiesApart(one, project))) {
    const one = await describeCatalog(catalog, { project, files, read });
    described.push(one);
    const most = Math.max(...Object.values(one.locales).map(({ strings }) => strings));
    const strange = besides(catalog, files).filter((path) => {
      const file = LIKE_LANGUAGE.test(nameOf(path)) ? project.read(path, '') : undefined;
      return file?.ok === true && file.strings * 2 > most;
    });
    strangers.push(...strange);
  }
  if (strangers.length > 0) {
    const names = [...new Set(strangers.map((path) => nameOf(path).replace(/\..*/, '')))];
    const [are, them] = names.length === 1 ? ['is no locale', 'it'] : ['are no locales', 'them'];
    const where = strangers.length > 5 ? shortList(strangers) : strangers.join(', ');
    notes.push(
      `${names.join(', ')} ${are} (${where}). To translate into ${them}, use --languages ${names.map((name) => `${name}=XX`).join(',')} with the languages, and list ${them} in --targets.`,
    );
  }
  // A pseudo-locale (`Strings.qps-Ploc.resx`), or one that is misspelled.
  const unknownLocale = unknownLocaleOf(catalogs);
  const lone = loneSources(others, { catalogs, traitsOf }).flatMap((path) => {
    const locale = unknownLocale(path);
    if (locale === undefined) return describeLone(path, { ...project, read });
    notes.push(`Left out: ${path}, a translation into ${locale}, which is no locale.`);
    return [];
  });
  // Where path or format says what they are, texts may be single words. `pane_sw.json` may be data.
  const isInPlace = ({ files: pattern = '', target = pattern, format, locales }: FoundCatalog) =>
    !Object.hasOwn(locales, '') ||
    aboutOf(format)?.capabilities.arrays !== true ||
    isForLocales(folderOf(target));
  const certain = [...named.found, ...described.filter(isInPlace)];
  // Who translates an app, but not the texts of its library in another format, means it.
  const isTranslated = (one: FoundCatalog): boolean =>
    uselessOf(one) === undefined &&
    Object.values(one.locales).filter(({ strings }) => strings > 0).length > 1;
  const translated = new Set(certain.filter(isTranslated).map(({ format }) => format));
  const isMeant = ({ format }: FoundCatalog): boolean =>
    translated.size === 0 || translated.has(format);
  // Nor the files that came with its framework.
  const left = [...described.filter((one) => isCopied(one, one.sourceLocale)), ...lone].filter(
    (one) => !isMeant(one) && !isTranslated(one),
  );
  if (left.length > 0)
    notes.push(
      `Left out: ${shortList(left.map(({ files = '', source = files }) => source))}, not translated yet, unlike the texts in other formats. To translate them, add them under catalogs in the config.`,
    );
  const mayBeData = [...described.filter((one) => !isInPlace(one)), ...lone].filter(
    (one) => !left.includes(one),
  );
  const isData = (one: FoundCatalog): boolean =>
    sourceFiles(one, one.sourceLocale)?.isData === true;
  const hasTexts = certain.length > 0 || described.some((one) => !isData(one));
  const data = hasTexts ? mayBeData.filter(isData) : [];
  if (data.length > 0) {
    const names = data.map((one) => one.source ?? one.files ?? '');
    notes.push(
      `Left out: ${shortList(names)}, whose texts are single words or values. If people read them, add it under catalogs in the config.`,
    );
  }
  const found = [
    ...certain.filter((one) => !left.includes(one)),
    ...findMultilingual(project, shared, files),
    ...mayBeData.filter((one) => !data.includes(one)),
  ];
  const complete = pairFolders(found).map((one) => withDeclared(one, declared));
  const useful = complete.filter((one) => uselessOf(one) === undefined);
  const useless = complete.filter(({ locales }) => Object.keys(locales).length > 1);
  for (const [reason, alike] of groupBy(useless, (one) => uselessOf(one) ?? '')) {
    const names = alike.map(({ files: pattern, target = '' }) => pattern ?? target);
    if (reason !== '') notes.push(`Left out: ${shortList(names)}, ${reason}.`);
  }
  const total = (one: FoundCatalog) =>
    Object.values(one.locales).reduce((sum, { strings }) => sum + strings, 0);
  return {
    found: useful.sort((a, b) => total(b) - total(a)),
    notes: [...brokenNotes(broken), ...notes],
    broken: [...broken.keys()],
  };
}

/** A note for each reason why files cannot be read, with the first of them. */
function brokenNotes(broken: ReadonlyMap<string, string>): readonly string[] {
  const reasonOf = ([path, message]: readonly [string, string]): string =>
    message.startsWith(`${path}:`) ? message.slice(path.length).replace(/^:\d+:\d+/, '') : message;
  return [...groupBy([...broken], reasonOf).values()].map(([[, first] = ['', ''], ...more]) => {
    const others = more.length > 0 ? `; so do ${amount(more.length, 'more file')}` : '';
    return `${first} (not counted${others})`;
  });
}

/** Why a catalog has nothing to translate; undefined if it has. */
function uselessOf(found: FoundCatalog): string | undefined {
  const { locales, sourceLocale } = found;
  if (Object.values(locales).every(({ strings }) => strings === 0)) return 'without texts';
  const source = sourceFiles(found, sourceLocale);
  if (source?.strings === 0 && source.broken !== true) return 'without texts in the source';
  // A file that is half merged is repaired; code in a dozen languages (`vendor/Carbon/Lang`) is not.
  const unreadable = Object.values(locales).filter(({ broken }) => broken === true);
  const areCode = unreadable.length > 5 && unreadable.length * 5 > Object.keys(locales).length;
  if (source?.broken === true && source.strings === 0 && areCode)
    return 'whose source cannot be read, and many of its translations';
  // Settings of a site beside its pages: `INHERIT: ../en/mkdocs.yml` in each language.
  const others = Object.values(locales).filter((one) => one !== source && one.strings > 0);
  const areSettings = others.every(
    ({ isData, strings }) => isData === true && strings * 20 < (source?.strings ?? 0),
  );
  const mayBe = aboutOf(found.format)?.capabilities.arrays === true && others.length > 0;
  return mayBe && areSettings ? 'whose translations are values, no texts' : undefined;
}

/**
 * Texts copied from libraries (`rails.de.yml` beside `app.en.yml`) become catalogs of their own if
 * they have locales that the other files lack: those would be translated into every language of the
 * library.
 */
function withCopiesApart(catalog: CatalogPattern, { read }: Project): CatalogPattern[] {
  const { files, group, bare } = catalog;
  const byRest = new Map<string, Candidate[]>();
  for (const one of group.candidates) byRest.set(one.rest, [...(byRest.get(one.rest) ?? []), one]);
  if (bare !== undefined || byRest.size < 2) return [catalog];
  const isCopy = (all: readonly Candidate[]): boolean => {
    const [first] = all;
    const { path, locale } = all.find((one) => isEnglish(one.locale)) ?? first ?? {};
    const file = path === undefined || locale === undefined ? undefined : read(path, locale);
    return file?.ok === true && file.isCopied === true;
  };
  const copies = [...byRest.values()].filter(isCopy).map(groupOf);
  const copied = new Set(copies.flatMap(({ candidates }) => candidates));
  const own = groupOf(group.candidates.filter((one) => !copied.has(one)));
  const isWider = copies.some(({ locales }) => [...locales].some((to) => !own.locales.has(to)));
  if (own.candidates.length === 0 || !isWider) return [catalog];
  const patterns = copies.map((copy) => patternOfGroup(copy, new Set()));
  const exclude = patterns.map((one) => one.files.replaceAll('{locale}', '*'));
  return [{ files, group: own, exclude }, ...patterns];
}

/** With a trailing slash; '' for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

interface Describing {
  readonly project: Project;
  /** Every path of the project. */
  readonly files: readonly string[];
  /** The project's `read`; also notes files that cannot be read. */
  readonly read: Project['read'];
}

async function describeCatalog(
  catalog: CatalogPattern,
  { project, files: all, read }: Describing,
): Promise<FoundCatalog> {
  const { traitsOf } = project;
  const { files, group } = catalog;
  const counted = await countByLocale(group.candidates, { ...project, read });
  const beside = sourceBeside(catalog, { counted, files: all, read: project.read });
  const bare = catalog.bare ?? beside;
  const bareFiles = (bare?.paths ?? []).map((path) => read(path, ''));
  const path = firstPath(catalog);
  const template = templateAmong(files, counted, group.candidates);
  const { exclude } = catalog;
  const common = {
    ...kindOfFile(path, traitsOf),
    ...namesOf(catalog, project.read),
    ...template,
    ...(exclude === undefined ? {} : { exclude }),
  };
  const isBilingual = codecFor(path)?.capabilities.bilingual === true;
  const largest = guessSource(counted);
  // A translation that contains its source is not a source for others.
  const isTranslation = !isEnglish(largest) || isMereTranslation(largest, counted, template);
  const guess = isBilingual && isTranslation ? sourceInside(group, project.read) : largest;
  const isNamed =
    bare?.isKnown === true
      ? (counted[guess]?.strings ?? 0) > sum(bareFiles).strings || standBesideOthers(catalog, guess)
      : !isBilingual;
  if (bare === undefined || (bare !== beside && isEnglish(guess) && isNamed)) {
    return { ...common, files, locales: counted, sourceLocale: guess };
  }
  if (bare.isKnown && !Object.hasOwn(counted, 'en')) {
    return { ...common, files, locales: { ...counted, '': sum(bareFiles) }, sourceLocale: 'en' };
  }
  const language = bareFiles.find((file) => file.ok && file.sourceLanguage !== undefined);
  const stated = language?.ok === true ? language.sourceLanguage : undefined;
  return {
    ...common,
    source: bare.source,
    target: files,
    // A file named by the source locale is not a target.
    locales: { ...without(counted, stated ?? 'en'), '': sum(bareFiles) },
    sourceLocale: stated ?? 'en',
  };
}

/** The locale of the texts that translations contain as their sources. */
function sourceInside({ candidates }: Group, read: Project['read']): string {
  const [first] = candidates;
  const file = first === undefined ? undefined : read(first.path, first.locale);
  const stated = file?.ok === true ? file.sourceLanguage : undefined;
  return stated === undefined || isEnglish(stated) ? 'en' : stated;
}

/**
 * Whether sources without a locale in their path are different files than those with one, if the
 * format allows that.
 */
function standBesideOthers({ group, bare }: CatalogPattern, source: string): boolean {
  const named = group.candidates.filter(({ locale }) => locale === source);
  const names = new Set(named.map(({ path }) => nameOf(path)));
  const mayBeApart = (path: string): boolean =>
    localeNamesOf(formatOf(path))?.folder?.sourceIsApart === true;
  return bare?.paths.every((path) => !names.has(nameOf(path)) && mayBeApart(path)) === true;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Names in paths that the format does not define, such as `german`. Of several for one locale
 * (`values-iw` and `values-he`), the one with the most texts.
 */
function namesOf(
  { files, group: { candidates } }: CatalogPattern,
  read: Project['read'],
): Pick<FoundCatalog, 'names'> {
  const [pattern = []] = parsePattern(files);
  const { spellings } = localePathsOf({ targets: [] }, pattern);
  const names = new Map<string, string>();
  const nameOfLocale = new Map(candidates.map(({ locale, name }) => [locale, name]));
  const doubled = new Set(
    candidates.filter((one) => nameOfLocale.get(one.locale) !== one.name).map((one) => one.locale),
  );
  for (const locale of doubled) {
    const texts = new Map<string, number>();
    for (const { path, name } of candidates.filter((one) => one.locale === locale)) {
      const file = read(path, locale);
      texts.set(name, (texts.get(name) ?? 0) + (file.ok ? file.strings : 0));
    }
    const [most] = [...texts].sort(([, one], [, other]) => other - one);
    if (most !== undefined) names.set(locale, most[0]);
  }
  for (const { locale, name } of candidates) {
    if (!doubled.has(locale) && !spellings(locale).includes(name)) names.set(locale, name);
  }
  return names.size === 0 ? {} : { names: Object.fromEntries(names) };
}

/** Sources before the first translation: Angular's `messages.xlf` alone. */
function loneSources(
  paths: readonly string[],
  {
    catalogs,
    traitsOf,
  }: { readonly catalogs: readonly CatalogPattern[]; readonly traitsOf: TraitsOf },
): string[] {
  const used = new Set(
    catalogs.flatMap(({ group, bare }) => [
      ...group.candidates.map(({ path }) => path),
      ...(bare?.paths ?? []),
    ]),
  );
  return paths.filter((path) => {
    if (used.has(path)) return false;
    const folders = traitsOf(path);
    // The default folder of `ng extract-i18n` is not a folder for locales.
    return aboutOf(formatOf(path))?.loneSources?.some(
      (rule) => rule.path.test(path) && (isForLocales(folderOf(path)) || isUsed(rule, folders)),
    );
  });
}

/** Matches paths in any locale, and says in which if it has subtags, existing or not. */
function unknownLocaleOf(
  catalogs: readonly CatalogPattern[],
): (path: string) => string | undefined {
  const matchers = catalogs
    .flatMap(({ files }) => parsePattern(files))
    .map((path) => createMatcher(path, 'any'));
  return (path) =>
    matchers
      .map((match) => match(path)?.locale ?? '')
      .find((locale) => SHAPED_LIKE_LOCALE.test(locale));
}

const SHAPED_LIKE_LOCALE = /^[a-z]{2,3}(?:[-_](?:[a-z]{2}|[a-z]{4}|\d{3}))+$/i;

function describeLone(
  path: string,
  { read, isLocaleFile, traitsOf }: Project,
): readonly FoundCatalog[] {
  const source = escapePattern(path);
  const target = targetOfLone(source, traitsOf);
  if (target === undefined || !isLocaleFile(path)) return [];
  const file = read(path, '');
  const sourceLocale = (file.ok ? file.sourceLanguage : undefined) ?? 'en';
  const locales = { '': sum([file]) };
  return [{ ...kindOfFile(path, traitsOf), source, target, locales, sourceLocale }];
}

/**
 * Pairs an English-only file with translations in another folder that has no English:
 * `ui/src/en.json` and `resources/i18n/{locale}.json`. Only if there is one of each with a similar
 * number of texts.
 */
function pairFolders(found: readonly FoundCatalog[]): readonly FoundCatalog[] {
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

/** English of another country (`en-GB`) is a translation. */
function isWithoutEnglish({ files = '*', locales }: FoundCatalog): boolean {
  const names = Object.keys(locales);
  return (
    names.length > 1 &&
    !names.some((name) => name === '' || usualIdentity(name) === usualIdentity('en')) &&
    !/[*?[]/.test(files)
  );
}

function belongTogether(source: FoundCatalog, target: FoundCatalog): boolean {
  const most = Math.max(...Object.values(target.locales).map(({ strings }) => strings));
  const own = source.locales[source.sourceLocale]?.strings ?? 0;
  // Within one folder, files with other names have other contents.
  const isElsewhere = folderOf(source.files ?? '') !== folderOf(target.files ?? '');
  return isElsewhere && source.format === target.format && own >= most / 2 && own <= most * 2;
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

/** The fewest translations that suggest a separate source. */
const LEAST_LOCALES = 3;

/** A file named like a language is a translation, whether that language exists or not. */
const LIKE_LANGUAGE = /^[a-z]{2}[-_.]/i;

interface Beside {
  /** Numbers of files and texts by locale. */
  readonly counted: Readonly<Record<string, FoundLocale>>;
  /** Every path of the project. */
  readonly files: readonly string[];
  readonly read: (path: string, locale: string) => ReadFile;
}

/**
 * The source of translations into many languages without English, or with little of it: the only
 * file beside them with about as many texts, such as `main.json` beside `ar.json`.
 */
function sourceBeside(
  catalog: CatalogPattern,
  { counted, files, read }: Beside,
): BareSources | undefined {
  const locales = Object.entries(counted);
  const most = Math.max(...locales.map(([, { strings }]) => strings));
  const hasEnglish = locales.some(
    ([locale, { strings }]) => isEnglish(locale) && strings > 0 && strings * 3 >= most,
  );
  // Where keys are the source texts, a file beside may say what they are for.
  const haveTextKeys = locales.some(([, { hasTextKeys }]) => hasTextKeys === true);
  if (hasEnglish || haveTextKeys || locales.length < LEAST_LOCALES) return undefined;
  const alike = besides(catalog, files).filter((path) => {
    const name = nameOf(path);
    if (LIKE_LANGUAGE.test(name)) return false;
    const file = read(path, '');
    return file.ok && file.strings >= 0.9 * most && file.strings <= 1.5 * most;
  });
  const [path, ...others] = alike;
  if (path === undefined || others.length > 0) return undefined;
  return { source: escapePattern(path), paths: [path], isKnown: false };
}

/** Files of the same format beside translations in one folder that are named by locale alone. */
function besides(
  { group: { candidates } }: CatalogPattern,
  files: readonly string[],
): readonly string[] {
  const [{ path: first } = { path: '' }] = candidates;
  const ending = first.slice(first.lastIndexOf('.'));
  if (!candidates.every(({ rest }) => rest === `{locale}${ending}`)) return [];
  const own = new Set(candidates.map(({ path }) => path));
  const isBeside = (path: string): boolean =>
    folderOf(path) === folderOf(first) && path.endsWith(ending) && !own.has(path);
  return files.filter(isBeside);
}

interface Guess extends Omit<Suggestion, 'targets'> {
  /** Whether the path has a locale; otherwise the file says it, or English is assumed. */
  readonly isNamed: boolean;
}

/**
 * The most files that are read for a suggestion: a repository may be full of folders with names
 * like `it`.
 */
const MOST = 50;

/** The likely source if nothing was found: English first, then files with only texts. */
async function suggestSource(
  paths: readonly string[],
  project: Project,
): Promise<Suggestion | undefined> {
  const named = paths.flatMap(candidatesOf).filter(isLikelyName).map(guessOf);
  const english = named.filter(({ locale }) => isEnglish(locale));
  const others = named.filter(({ locale }) => !isEnglish(locale));
  for (const guess of [...english, ...unnamed(paths), ...others].slice(0, MOST)) {
    const { path, files, locale, isNamed } = guess;
    const file = project.read(path, locale);
    if (!file.ok || file.strings === 0) continue;
    if (!isNamed) return { path, files, locale: file.sourceLanguage ?? locale, targets: [] };
    return { path, files, ...(await guessedLocales(guess, paths, project)) };
  }
  return undefined;
}

/** Source and targets among the files that a pattern matches. */
async function guessedLocales(
  { path, files, locale: guessed }: Guess,
  paths: readonly string[],
  project: Project,
): Promise<Pick<Suggestion, 'locale' | 'targets'>> {
  const alike = paths
    .flatMap(candidatesOf)
    .filter((one) => isPlainLocale(one.locale) && guessOf(one).files === files);
  const counted = await countByLocale(alike, project);
  const holdsSource = isTemplate(path) && !Object.keys(counted).some(isEnglish);
  const locale = holdsSource ? guessed : guessSource(counted);
  return { locale, targets: Object.keys(counted).filter((one) => one !== locale) };
}

/**
 * Whether a file can be suggested: the service must have its language, and a folder with a
 * two-letter name such as `ts` or `cs` is code unless it contains only text files.
 */
function isLikelyName({ path, locale, rest }: Candidate): boolean {
  if (!isPlainLocale(locale) || findTarget(serviceLanguage(locale)) === undefined) return false;
  const isWord = /^[a-z]+$/.test(locale) && rest.startsWith('{locale}/');
  return !isWord || isEnglish(locale) || isTextOnly(path);
}

function isTextOnly(path: string): boolean {
  return codecFor(path)?.capabilities.onlyTexts === true;
}

function guessOf({ path, locale, folder, rest }: Candidate): Guess {
  const files = escapeAround(folder === '' ? rest : `${folder}/${rest}`);
  // The source texts in a translation are English.
  return { path, locale: isTemplate(path) ? 'en' : locale, files, isNamed: true };
}

function isTemplate(path: string): boolean {
  return codecFor(path)?.capabilities.servesAsTemplate === true;
}

/** Files of formats that contain only texts, such as `media/talk.srt`. */
function unnamed(paths: readonly string[]): Guess[] {
  return paths
    .filter((path) => isTextOnly(path) && !candidatesOf(path).some(isLikelyName))
    .map((path) => ({ path, files: escapePattern(path), locale: 'en', isNamed: false }));
}
