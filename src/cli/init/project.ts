import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { dependenciesOf, manifestIn } from '../../code/index.js';
import { readRegularFile, readRegularText } from '../../disk/index.js';
import { listFiles, mixedLocales, turnsFor } from '../../engine/index.js';
import {
  localeIn as columnLocale,
  aboutOf,
  formatOf,
  codecFor,
  FORMAT_NAMES,
  lookInto,
  decode,
  decodeText,
  isMultilingual,
  nestsLocales,
  withLocales,
} from '../../formats/index.js';
import { keyId } from '../../model/index.js';
import type {
  Codec,
  Document,
  FormatName,
  GiveTurn,
  ParseOptions,
  ProjectKind,
} from '../../model/index.js';
import type { FoundLocale, LocalesInside } from './layout.js';
import { isPlainLocale, oneOfEach, tagOfName } from './locale-names.js';
import { InitError } from './options.js';
import { guessSource } from './source-locale.js';

// Everything that `init` reads from the file system, except an existing config.

/** A repository as `init` sees it. Paths are relative to its root, with `/`. */
export interface Project {
  readonly root: string;
  /**
   * Files that may be locale files or that `declares` names, and whether the repository was too large
   * to list completely.
   */
  readonly list: (declares: (path: string) => boolean) => Walk;
  /** Whether a file's content fits its format, for file endings that are ambiguous. */
  readonly isLocaleFile: (path: string) => boolean;
  /** Whether a file is an export of catalogs for translators, which is imported again. */
  readonly isExport: (path: string) => boolean;
  /** Files that match globs and none of those to ignore, without links; sorted. */
  readonly match: (
    globs: readonly string[],
    ignore?: readonly string[],
  ) => Promise<readonly string[]>;
  readonly read: (path: string, locale: string) => ReadFile;
  /** The text of a settings file. Undefined if it cannot be read. */
  readonly text: (path: string) => string | undefined;
  /** The locales of a file that may hold several. Undefined if it does not. */
  readonly localesInside: (path: string) => LocalesInside | undefined;
  readonly traitsOf: TraitsOf;
  readonly giveTurn: GiveTurn;
}

/** @throws InitError 'no-folder' */
export function openProject(root: string, signal?: AbortSignal): Project {
  const exists = existsSync(root);
  if (!exists || !statSync(root).isDirectory()) {
    const message = exists ? `${root} is not a folder` : `there is no folder ${root}`;
    throw new InitError('no-folder', message, { hint: 'Check the path given with --cwd.' });
  }
  const traitsOf = readTraits(root);
  return {
    root,
    list: (declares) => {
      const { files, ...walk } = walkLocaleFiles(root, declares);
      const all = [...files, ...trackedModules(root)].filter((path) => isInFolder(root, path));
      return { ...walk, files: all.sort() };
    },
    isLocaleFile: (path) => {
      const signature = codecFor(path)?.capabilities.signature;
      return signature === undefined || signature.test(headOf(root, path));
    },
    isExport: (path) =>
      /\.xcloc\//.test(path) || (/\.xli?ff?$/.test(path) && BY_XCODE.test(headOf(root, path))),
    match: async (globs, ignore = []) => {
      const { files } = await listFiles({ root, globs: [...globs], ignore: [...ignore] });
      const own = [...files.keys()].sort().filter((path) => files.get(path)?.link !== true);
      for (const path of own) if (isShared(path)) lookInto(path, headOf(root, path));
      return own;
    },
    read: (path, locale) => readLocaleFile(root, path, { locale, traitsOf }),
    text: (path) => {
      try {
        return readRegularText(join(root, path));
      } catch {
        return undefined;
      }
    },
    localesInside: (path) => readLocales(root, path, traitsOf),
    traitsOf,
    giveTurn: signal === undefined ? () => Promise.resolve() : turnsFor(signal),
  };
}

/** Folders with third-party files, or copies of our own. */
const SKIPPED: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'Pods',
  'Carthage',
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  'tmp',
  '__pycache__',
]);

interface Walk {
  /** Files of known formats, relative to the root with `/`, sorted. */
  readonly files: readonly string[];
  /** Files that may declare the project's locales, whatever their format. */
  readonly settings: readonly string[];
  /** Whether the limit was reached. */
  readonly cut: boolean;
}

interface WalkLimits {
  readonly depth: number;
  /** The most folder entries that are read. */
  readonly entries: number;
}

/** Lists files that may be locale files, nearest folders first. Follows no links. */
function walkLocaleFiles(
  root: string,
  declares: (path: string) => boolean,
  limits: WalkLimits = { depth: 20, entries: 200_000 },
): Walk {
  const files: string[] = [];
  // The only one in a hidden folder.
  const settings = existsSync(join(root, '.tx/config')) ? ['.tx/config'] : [];
  let seen = 0;
  let level = [''];
  let depth = 0;
  for (; level.length > 0 && depth < limits.depth && seen < limits.entries; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      for (const entry of entriesOf(join(root, folder))) {
        seen += 1;
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile() && codecFor(entry.name) !== undefined) files.push(path);
        if (entry.isFile() && declares(path)) settings.push(path);
        if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name))
          next.push(path);
      }
      if (seen >= limits.entries) break;
    }
    level = next;
  }
  return { files: files.sort(), settings, cut: level.length > 0 };
}

/** Endings of several formats. */
const SHARED = new Set(FORMAT_NAMES.flatMap((name) => aboutOf(name)?.otherExtensions ?? []));

function isShared(path: string): boolean {
  return SHARED.has(path.slice(path.lastIndexOf('.')).toLowerCase());
}

/** Whether a file may be a catalog by its folder; elsewhere, some formats are code. */
function isInFolder(root: string, path: string): boolean {
  if (isShared(path) && CODE_FOLDERS.some((one) => one.test(folderOf(path))))
    lookInto(path, headOf(root, path));
  const { folders, holdsCatalog } = aboutOf(formatOf(path)) ?? {};
  if (folders?.test(folderOf(path)) === false) return false;
  return holdsCatalog === undefined || holdsCatalog.test(headOf(root, path, Infinity));
}

const CODE_FOLDERS = FORMAT_NAMES.flatMap((name) => aboutOf(name)?.folders ?? []);

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Locale files below `node_modules` that belong to the repository: git tracks them. */
function trackedModules(root: string): string[] {
  try {
    const args = [
      '-c',
      'core.fsmonitor=false',
      'ls-files',
      '-z',
      '--',
      ':(glob)**/node_modules/**',
    ];
    const paths = execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      timeout: 10_000,
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return paths.split('\0').filter((path) => path !== '' && codecFor(path) !== undefined);
  } catch {
    // Without git, it is unknown whose they are.
    return [];
  }
}

/** Number of characters in which a signature is searched. */
const HEAD = 4096;
/** The tool that Xcode names in its exports. */
const BY_XCODE = /\bcom\.apple\.dt\.xcode\b/;

/** '' for a file that cannot be read. */
function headOf(root: string, path: string, length = HEAD): string {
  try {
    return decode(readRegularFile(join(root, path)), path).text.slice(0, length);
  } catch {
    return '';
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // An unreadable file has no locales.
    return [];
  }
}

interface Reading {
  readonly locale: string;
  readonly traitsOf: TraitsOf;
}

/** Counts the translatable texts of a file (path relative to the root). */
function readLocaleFile(root: string, path: string, { locale, traitsOf }: Reading): ReadFile {
  const codec = codecFor(path);
  if (codec === undefined) return { ok: true, strings: 0, sourceLanguage: undefined };
  const { capabilities } = codec;
  const parse = (reading: Pick<ParseOptions, 'role' | 'locale'>): Document =>
    codec.parse(decodeText(readRegularFile(join(root, path)), path, capabilities), {
      file: path,
      ...reading,
    });
  try {
    // Numbers of plural forms differ by language, so texts are counted as in a template.
    const document = parse(
      capabilities.servesAsTemplate === true ? { role: 'template' } : { locale },
    );
    const mixed = mixedLocales(document, capabilities, [locale === '' ? 'en' : locale]);
    if (mixed !== undefined)
      return { ok: false, message: `${path}:${mixed.line}:${mixed.column}: ${mixed.message}` };
    const units = document.units.filter(isTranslatable);
    const { sourceLanguage, extractedAt } = document;
    const hasTextKeys = capabilities.keysAreTexts !== true && haveTextKeys(units);
    const worded = units.filter(({ text }) => WORDS.test(text));
    // Data may have a name or a credit.
    const hasWords = worded.length > 0 && worded.length * 20 >= units.length;
    const isCopied = units.length > 0 && areCopied(units, path, kindOfFile(path, traitsOf).kind);
    const translated = (): number =>
      parse({ role: 'target', locale }).units.filter(isTranslatable).length;
    return {
      ...{ ok: true, strings: units.length, sourceLanguage, hasTextKeys, hasWords, isCopied },
      ...(capabilities.servesAsTemplate === true && { translated, extractedAt }),
    };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

/** A word has two letters that differ: `dd MMM yyyy` and `h:mm a` are values. */
const WORD = /(\p{L})(?!\1)\p{L}|[^\0-\x7f]/iu;
/** Two words in a row, or more than ASCII. */
const WORDS = /(\p{L})(?!\1)\p{L}\S*\s+\S*(\p{L})(?!\2)\p{L}|[^\0-\x7f]/iu;

/** First keys of the defaults of Rails and of the libraries whose texts are copied most. */
const RAILS =
  /^(?:date|datetime|time|number|devise|doorkeeper|simple_form|will_paginate|kaminari|pagy|ransack|active_admin|faker|views\.pagination)(?:\.|$)/;
/** The same, but an application has such keys, too. */
const RAILS_TOO = /^(?:activerecord|activemodel|errors|helpers|support|i18n)(?:\.|$)/;
/** Files of Laravel that its languages come with. */
const LARAVEL =
  /(^|\/)lang\/[^/]+\/(auth|pagination|passwords|validation|http-statuses|actions)\.php$/;

/** Whether all texts of a file are copied from a library that has them in many languages. */
function areCopied(units: Document['units'], path: string, kind: string): boolean {
  if (kind !== 'Rails') return LARAVEL.test(path);
  const keys = units.map(({ key }) => key.join('.'));
  return (
    keys.some((key) => RAILS.test(key)) &&
    keys.every((key) => RAILS.test(key) || RAILS_TOO.test(key))
  );
}

function readLocales(root: string, path: string, traitsOf: TraitsOf): LocalesInside | undefined {
  const nests = nestsLocales(path);
  if (!nests && !isMultilingual(path)) return undefined;
  // Other data has names of locales as well, such as lists of countries.
  if (nests && !isMultilingual(path) && !FOR_LOCALES.test(path)) return undefined;
  try {
    const { text } = decode(readRegularFile(join(root, path)), path);
    const codec = codecFor(path);
    if (nests) return codec === undefined ? undefined : localesInKeys(codec, text);
    return localesInside(text, (locale) => {
      const file = readLocaleFile(root, path, { locale, traitsOf });
      return file.ok ? file.strings : 0;
    });
  } catch {
    return undefined;
  }
}

const FOR_LOCALES =
  /(?:^|[/._-])(?:locales?|i18n|l10n|lang(?:uage)?s?|translations?|messages|strings|texts|nls)(?:[/._-])/i;

/**
 * Locales whose names are keys in a file, if nothing else is on their level, all texts are below them,
 * and the source has half of each one's. One is enough in a file that is for nothing else.
 */
export function localesInKeys(codec: Codec, text: string): LocalesInside | undefined {
  const whole = codec.parse(text);
  const all = whole.units.filter(isTranslatable);
  const names = new Map<string, number>();
  for (const { key } of all)
    for (const name of new Set(key))
      if (isPlainLocale(name)) names.set(name, (names.get(name) ?? 0) + 1);
  if (names.size === 0) return undefined;
  const isShared = codec.capabilities.multilingual === true;
  const shared = isShared ? codec : withLocales(codec);
  const locale = guessSource(counted(names));
  // A list of languages or countries is none of texts.
  if (!isShared && !mixedLocales(whole, codec.capabilities, [locale, ...names.keys()]))
    return undefined;
  const source = shared.parse(text, { role: 'source', locale });
  const sources = source.units.filter(isTranslatable);
  // Nor are patterns of dates.
  if (!isShared && !sources.some((unit) => WORD.test(unit.text))) return undefined;
  const keys = new Set(sources.map(({ key }) => keyId(key)));
  const counts = [...names.keys()].flatMap((name) => {
    const document = shared.parse(text, { role: 'target', locale: name, source });
    const own = document.units.filter(isTranslatable);
    const known = own.filter(({ key }) => keys.has(keyId(key)));
    return own.length === 0 || known.length * 2 < own.length ? [] : [[name, own.length] as const];
  });
  const held = counts.reduce((sum, [, count]) => sum + count, 0);
  const isCertain = isShared ? counts.length > 0 : counts.length > 1 && held === all.length;
  return isCertain ? { locales: counted(counts, haveTextKeys(all)), source: undefined } : undefined;
}

/** Whether a quarter of the keys have several words that the text does not repeat. */
function haveTextKeys(units: Document['units']): boolean {
  const worded = units.filter(
    ({ key, text }) => /\S\s+\S/.test(key.at(-1) ?? '') && text !== key.at(-1),
  );
  return worded.length * 4 > units.length;
}

function isTranslatable(unit: Document['units'][number]): boolean {
  return unit.kind === 'text' && unit.translate !== false && unit.text.trim() !== '';
}

/** Reads every folder once, on first use. */
function readTraits(root: string): TraitsOf {
  const known = new Map<string, ProjectTraits>();
  const read = (folder: string): ProjectTraits => {
    const traits = known.get(folder) ?? {
      packages: new Set(dependenciesOf(manifestIn(join(root, folder)))),
      has: (file) =>
        file.startsWith('*')
          ? entriesOf(join(root, folder)).some(({ name }) => name.endsWith(file.slice(1)))
          : existsSync(join(root, folder, file)),
    };
    known.set(folder, traits);
    return traits;
  };
  return (path) => {
    const folders = path.split('/').slice(0, -1);
    return [...folders.map((_, index) => folders.slice(0, index + 1).join('/')).reverse(), ''].map(
      read,
    );
  };
}

/** A locale file, as far as it can be read. */
export type ReadFile =
  | {
      readonly ok: true;
      readonly strings: number;
      readonly sourceLanguage: string | undefined;
      /** Whether keys look like texts that are not repeated. Default: no. */
      readonly hasTextKeys?: boolean;
      /** Whether one text in 20 has two words in a row or more than ASCII, unlike values. Default: yes. */
      readonly hasWords?: boolean;
      /** Whether all texts are copied from a library. Default: no. */
      readonly isCopied?: boolean;
      readonly extractedAt?: Document['extractedAt'];
      /** Counts the texts that have a translation. Default: all. */
      readonly translated?: () => number;
    }
  | { readonly ok: false; readonly message: string };

interface LocaleFile {
  readonly path: string;
  readonly locale: string;
}

/** Numbers of files and texts by locale, sorted. */
export async function countByLocale(
  files: readonly LocaleFile[],
  { read, giveTurn }: Pick<Project, 'read' | 'giveTurn'>,
): Promise<Record<string, FoundLocale>> {
  const byLocale = new Map<string, ReadFile[]>();
  for (const { path, locale } of files) {
    const own = byLocale.get(locale) ?? [];
    byLocale.set(locale, own);
    own.push(read(path, locale));
    await giveTurn();
  }
  const sorted = [...byLocale].sort(([a], [b]) => (a < b ? -1 : 1));
  const { twins } = oneOfEach(Object.fromEntries(sorted.map(([locale]) => [locale, 0])));
  const alike = new Set([...twins].flat());
  return Object.fromEntries(
    sorted.map(([locale, own]) => [
      locale,
      { ...sum(own), ...(alike.has(locale) && { translated: translatedIn(own) }) },
    ]),
  );
}

export function without<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([own]) => own !== key));
}

function translatedIn(files: readonly ReadFile[]): number {
  return files.reduce(
    (total, file) => total + (file.ok ? (file.translated?.() ?? file.strings) : 0),
    0,
  );
}

export function sum(files: readonly ReadFile[]): FoundLocale {
  const strings = files.reduce((total, file) => total + (file.ok ? file.strings : 0), 0);
  const broken = files.some(({ ok }) => !ok) && ({ broken: true } as const);
  const hasTextKeys =
    files.some((file) => file.ok && file.hasTextKeys === true) && ({ hasTextKeys: true } as const);
  const full = files.filter((file) => file.ok && file.strings > 0);
  const isCopied =
    full.length > 0 &&
    full.every((file) => file.ok && file.isCopied === true) &&
    ({ isCopied: true } as const);
  const isData =
    full.length > 0 &&
    full.every((file) => file.ok && file.hasWords === false) &&
    ({ isData: true } as const);
  const [newest] = files
    .flatMap((file) => (file.ok ? (file.extractedAt ?? []) : []))
    .sort()
    .reverse();
  const extractedAt = newest !== undefined && { extractedAt: newest };
  const kinds = { ...hasTextKeys, ...isCopied, ...isData };
  return { files: files.length, strings, ...broken, ...extractedAt, ...kinds };
}

/**
 * Locales of an Xcode string catalog, or of a table with a column per locale. Undefined for other
 * files.
 *
 * @param count returns the number of texts of a table in a locale, or in a column
 */
export function localesInside(
  text: string,
  count: (locale: string) => number,
): LocalesInside | undefined {
  return /^\s*\{/.test(text.replace(/^\ufeff/, '')) ? ofCatalog(text) : ofTable(text, count);
}

interface StringCatalog {
  readonly sourceLanguage?: unknown;
  readonly strings?: Readonly<Record<string, { readonly localizations?: object }>>;
}

function ofCatalog(text: string): LocalesInside | undefined {
  const { sourceLanguage, strings } = parsed(text);
  if (typeof sourceLanguage !== 'string' || strings === undefined) return undefined;
  const entries = Object.values(strings);
  const counts = new Map([[sourceLanguage, entries.length]]);
  for (const locale of entries.flatMap(({ localizations = {} }) => Object.keys(localizations))) {
    if (locale !== sourceLanguage) counts.set(locale, (counts.get(locale) ?? 0) + 1);
  }
  return { locales: counted(counts), source: sourceLanguage };
}

function parsed(text: string): StringCatalog {
  try {
    const value = JSON.parse(text.replace(/^\ufeff/, '')) as StringCatalog | null;
    return value ?? {};
  } catch {
    return {};
  }
}

function ofTable(text: string, count: (locale: string) => number): LocalesInside | undefined {
  const [head = ''] = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/, 1);
  const cells = head.split(/[,;\t|]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  const locales = cells.flatMap((cell) => columnLocale(cell) ?? []).filter(isPlainLocale);
  if (locales.length < 2) return ofNamedColumns(cells, count);
  return { locales: counted(locales.map((locale) => [locale, count(locale)])), source: undefined };
}

/** `Key;English;German`. */
function ofNamedColumns(
  [, ...cells]: readonly string[],
  count: (name: string) => number,
): LocalesInside | undefined {
  const columns = cells.flatMap((name) => {
    const locale = tagOfName(name);
    return locale === undefined ? [] : [{ locale, name }];
  });
  const names = Object.fromEntries(columns.map(({ locale, name }) => [locale, name]));
  if (Object.keys(names).length < Math.max(2, columns.length)) return undefined;
  const counts = columns.map(({ locale, name }) => [locale, count(name)] as const);
  return { locales: counted(counts), source: undefined, names };
}

function counted(
  counts: Iterable<readonly [string, number]>,
  hasTextKeys = false,
): Record<string, FoundLocale> {
  return Object.fromEntries(
    [...counts].map(([locale, strings]) => [
      locale,
      { files: 1, strings, ...(hasTextKeys && { hasTextKeys }) },
    ]),
  );
}

/** What is known of a folder besides its locale files. */
interface ProjectTraits {
  readonly packages: ReadonlySet<string>;
  /** @param file its name, or `*.csproj` for any with this ending */
  readonly has: (file: string) => boolean;
}

/** Traits of a file's folder and all folders above, nearest first, the root last. */
export type TraitsOf = (path: string) => readonly ProjectTraits[];

/** What uses such a file, by the nearest packages that show it, and by its path. */
export function kindOfFile(
  path: string,
  traitsOf: TraitsOf,
): Pick<ProjectKind, 'kind' | 'messages'> & { format: FormatName } {
  // Only files of known formats are listed.
  const { name: format, projects = [] } = aboutOf(formatOf(path)) ?? { name: '' };
  const { kind = format, messages } = kindAmong(projects, path, traitsOf(path)) ?? {};
  return { format, kind, ...(messages !== undefined && { messages }) };
}

function kindAmong(
  kinds: readonly ProjectKind[],
  path: string,
  folders: readonly ProjectTraits[],
): ProjectKind | undefined {
  const plain = kinds.findIndex(
    (one) => one.packages === undefined && isAt(one, path) && hasFile(one, folders),
  );
  const before = plain === -1 ? kinds : kinds.slice(0, plain);
  for (const { packages } of folders) {
    const known = before.find((one) => isAt(one, path) && usesPackage(one, packages));
    if (known !== undefined) return known;
  }
  return kinds[plain];
}

function isAt(one: ProjectKind, path: string): boolean {
  return one.path === undefined || one.path.test(path);
}

function hasFile({ file }: ProjectKind, folders: readonly ProjectTraits[]): boolean {
  return file === undefined || folders.some(({ has }) => has(file));
}

function usesPackage({ packages }: ProjectKind, names: ReadonlySet<string>): boolean {
  return packages !== undefined && [...names].some((name) => packages.test(name));
}
