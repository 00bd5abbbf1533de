import { parseLocale } from '../../facts/index.js';
import { codecFor, formatOf } from '../../formats/index.js';
import { keyId } from '../../model/index.js';
import type { FormatName, Unit } from '../../model/index.js';
import { below } from './candidates.js';
import type { FoundCatalog } from './layout.js';
import { identity, usualIdentity, isKnownLocale } from './locale-names.js';
import type { Project } from './project.js';

// What a project says about its locales in the settings of its framework. They are read as data and
// never executed. What is not understood is ignored: then the files alone decide.

/** What a settings file declares for the catalogs of a folder. */
export interface Declared {
  /** The file. */
  readonly by: string;
  /** The folder whose catalogs it is about; '' is the root. */
  readonly folder: string;
  /** Formats that it is about. Default: all. */
  readonly formats?: readonly FormatName[];
  readonly source?: string | undefined;
  /** All locales that it lists, the source too. */
  readonly locales: readonly string[];
  readonly patterns: readonly DeclaredPattern[];
}

/** Paths of a catalog, relative to the root. */
export interface DeclaredPattern {
  readonly source?: string;
  readonly target: string;
  /** Globs of sources that are not translated. */
  readonly exclude?: readonly string[];
}

interface Said {
  readonly source?: string | undefined;
  readonly locales?: readonly string[];
  /** Relative to the folder of the file. */
  readonly patterns?: readonly DeclaredPattern[];
}

interface Reader {
  readonly file: RegExp;
  /** Files of which one is in the folder that the settings are for. Default: the file's folder. */
  readonly root?: readonly string[];
  readonly formats?: readonly FormatName[];
  readonly read: (text: string, path: string) => Said;
}

/** The settings that are understood: a line each, and a function where a file has its own shape. */
const READERS: readonly Reader[] = [
  {
    file: /(^|\/)(?:angular|project)\.json$/,
    formats: ['xliff', 'json', 'arb'],
    read: inData(angular),
  },
  { file: /(^|\/)l10n\.yaml$/, formats: ['arb'], read: inData(flutter) },
  {
    file: /\.xcodeproj\/project\.pbxproj$/,
    root: ['*.xcodeproj'],
    formats: ['strings', 'stringsdict', 'xcstrings'],
    read: (text) => ({
      source: /\bdevelopmentRegion = "?([\w-]+)"?;/.exec(text)?.[1],
      locales: listAfter(text, 'knownRegions'),
    }),
  },
  {
    file: /(^|\/)(?:settings|settings\/(?:base|common|default|__init__))\.py$/,
    root: ['manage.py', 'pyproject.toml', 'setup.py'],
    formats: ['po'],
    read: inCode('LANGUAGE_CODE', 'LANGUAGES'),
  },
  {
    file: /(^|\/)config\/(?:application|initializers\/(?:i18n|locales?))\.rb$/,
    root: ['Gemfile', 'config.ru'],
    formats: ['yaml'],
    read: inCode('default_locale', 'available_locales'),
  },
  {
    file: /(^|\/)config\/i18n-tasks\.yml$/,
    root: ['Gemfile', 'config.ru'],
    formats: ['yaml'],
    read: inData(named('base_locale', 'locales')),
  },
  {
    file: /(^|\/)config\/packages\/(?:translation|framework)\.ya?ml$/,
    root: ['composer.json'],
    read: inData(named('default_locale', 'enabled_locales')),
  },
  {
    file: /(^|\/)config\/app\.php$/,
    root: ['composer.json'],
    formats: ['php', 'json'],
    read: (text) => ({
      source: /'locale'\s*=>\s*(?:env\([^,)]+,\s*)?'([\w-]+)'/.exec(uncommented(text))?.[1],
    }),
  },
  {
    file: /(^|\/)(?:config\/_default\/)?(?:hugo|config|languages)\.(?:toml|ya?ml|json)$/,
    root: ['archetypes', 'content', 'themes', 'layouts'],
    formats: ['toml', 'yaml', 'json', 'markdown'],
    read: hugo,
  },
  {
    file: /(^|\/)res\/xml\/locales?_config\.xml$/,
    root: ['build.gradle', 'build.gradle.kts'],
    formats: ['android'],
    read: (xml) => ({
      locales: [...xml.matchAll(/<locale\b[^>]*android:name="([\w-]+)"/g)].map(
        ([, name = '']) => name,
      ),
    }),
  },
  {
    file: /(^|\/)LINGUAS$/,
    formats: ['po'],
    read: (text) => ({ locales: text.replaceAll(/#.*/g, '').split(/\s+/) }),
  },
  {
    file: /(^|\/)i18n\.toml$/,
    formats: ['fluent', 'po'],
    read: inData(named('fallback_language', 'target_languages')),
  },
  {
    file: /(^|\/)project\.inlang\/settings\.json$/,
    root: ['package.json', 'pubspec.yaml'],
    formats: ['json'],
    read: inData(inlang),
  },
  { file: /(^|\/)\.?crowdin\.ya?ml$/, read: inData(crowdin) },
  { file: /(^|\/)\.tx\/config$/, root: ['.tx'], read: transifex },
  {
    // Next.js and next-intl, Nuxt, vue-i18n, Astro, Docusaurus, Lingui, i18next and its parser.
    file: /(^|\/)(?:(?:next|next-i18next|nuxt|vue|astro|docusaurus|lingui|i18next|i18next-parser|i18next-scanner|quasar|gatsby|gt|i18n)[.-]config|i18n(?:\/(?:index|config|request|routing|settings|i18n))?|routing|navigation|lingui)\.[cm]?[jt]sx?$|(^|\/)(?:lingui\.config\.json|\.linguirc)$/,
    root: ['package.json'],
    read: (text) => ({
      source: first(SOURCE_WORDS, (name) => wordAfter(text, name)),
      locales: first(LOCALE_WORDS, (name) => nonEmpty(listAfter(text, name))) ?? [],
      patterns: [...text.matchAll(SCRIPT_PATTERN)].map(([, path = '']) => ({
        target: path
          .replace(/^(?:<rootDir>|\.)\//, '')
          .replace('$LOCALE', '{locale}')
          .replace('$NAMESPACE', '*')
          .replace(/(?<=\{locale\}(?:\/\w+)*)$/, '.po'),
      })),
    }),
  },
];

const SOURCE_WORDS = [
  'sourceLocale',
  'baseLocale',
  'defaultLocale',
  'fallbackLocale',
  'fallbackLng',
  'defaultLanguage',
];
const LOCALE_WORDS = [
  'locales',
  'supportedLocales',
  'supportedLngs',
  'availableLocales',
  'languages',
  'supportedLanguages',
];
/** A path of Lingui (`path`) or i18next-parser (`output`). */
const SCRIPT_PATTERN =
  /\b(?:path|output)['"]?\s*:\s*['"`]([^'"`\s]*(?:\{locale\}|\$LOCALE)[^'"`\s]*)['"`]/g;

/** Names of files that may declare something, whatever their format. */
export function declares(path: string): boolean {
  return READERS.some(({ file }) => file.test(path));
}

/** What the settings among these paths declare, those of the deepest folders first. */
export function readDeclared(project: Project, paths: readonly string[]): Declared[] {
  const all = paths.flatMap((path): Declared[] => {
    const reader = READERS.find(({ file }) => file.test(path));
    const text = reader && project.text(path);
    if (reader === undefined || text === undefined) return [];
    const { root, formats, read } = reader;
    const { source, locales = [], patterns = [] } = attempt(() => read(text, path));
    const own = path.split('/').slice(0, -1).join('/');
    const folder = root === undefined ? own : folderWith(root, path, project);
    const usable = locales.filter((locale) => isKnownLocale(locale));
    const said = source !== undefined && isKnownLocale(source) ? source : undefined;
    if (said === undefined && usable.length === 0 && patterns.length === 0) return [];
    const base = /\.(?:tx|inlang)$/.test(own) ? folder : own;
    return [
      {
        ...{ by: path, folder, source: said, locales: usable },
        ...(formats !== undefined && { formats }),
        patterns: patterns.map((one) => ({
          ...(one.source !== undefined && { source: below(base, one.source) }),
          target: below(base, one.target),
          ...(one.exclude !== undefined && {
            exclude: one.exclude.map((glob) => below(base, glob)),
          }),
        })),
      },
    ];
  });
  return all.sort((a, b) => b.folder.length - a.folder.length);
}

/** A catalog with the source and the locales that the nearest settings declare for it. */
export function withDeclared(found: FoundCatalog, all: readonly Declared[]): FoundCatalog {
  const path = found.files ?? found.target ?? '';
  const format = formatOf(path) ?? found.format;
  const near = all.filter(
    ({ folder, formats, source, locales }) =>
      (source !== undefined || locales.length > 0) &&
      (folder === '' || path.startsWith(`${folder}/`)) &&
      (formats === undefined || formats.includes(format)),
  );
  const bySource = near.find(({ source }) => source !== undefined);
  const byLocales = near.find(({ locales }) => locales.length > 0);
  const spelled = Object.keys(found.locales);
  const nameOf = (locale: string): string | undefined =>
    spelled.find((name) => name !== '' && identity(name) === identity(locale));
  const stated = bySource?.source ?? found.sourceLocale;
  const { language } = parseLocale(stated) ?? {};
  const named = nameOf(stated) ?? spelled.find((name) => name === language);
  const isSame = parseLocale(found.sourceLocale)?.language === language;
  // Sources without a locale in their path are in the language that the settings name.
  const isFree = Object.hasOwn(found.locales, '') || found.template !== undefined;
  const sourceLocale =
    nameOf(stated) ??
    (isSame ? found.sourceLocale : (named ?? (isFree ? stated : found.sourceLocale)));
  const isStated = bySource !== undefined && parseLocale(sourceLocale)?.language === language;
  const added = (byLocales?.locales ?? []).filter(
    (locale) =>
      nameOf(locale) === undefined && usualIdentity(locale) !== usualIdentity(sourceLocale),
  );
  const isUsed = added.length > 0 || (byLocales !== undefined && byLocales.locales.length > 1);
  if (!isStated && !isUsed) return found;
  const none = { files: 0, strings: 0 };
  return {
    ...found,
    sourceLocale,
    locales: { ...found.locales, ...Object.fromEntries(added.map((locale) => [locale, none])) },
    declared: {
      source: isStated ? { by: bySource.by, locale: stated } : undefined,
      locales: isUsed ? byLocales?.by : undefined,
    },
  };
}

/** The nearest folder above a file that has one of these; default: the folder above the file's. */
function folderWith(root: readonly string[], path: string, { traitsOf }: Project): string {
  const folders = path.split('/').slice(0, -1);
  const traits = traitsOf(path);
  const at = traits.findIndex(({ has }) => root.some((file) => has(file)));
  const depth = at === -1 ? folders.length - 1 : folders.length - at;
  return folders.slice(0, Math.max(0, depth)).join('/');
}

function attempt(read: () => Said): Said {
  try {
    return read();
  } catch {
    return {};
  }
}

function first<T>(names: readonly string[], find: (name: string) => T | undefined): T | undefined {
  for (const name of names) {
    const found = find(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function nonEmpty(list: readonly string[]): readonly string[] | undefined {
  return list.length > 0 ? list : undefined;
}

// Code of any language: what is between the brackets behind a name.

function inCode(source: string, locales: string): Reader['read'] {
  return (text) => ({ source: wordAfter(text, source), locales: listAfter(text, locales) });
}

/** Without lines that are comments. */
function uncommented(text: string): string {
  return text.replaceAll(/^[ \t]*(?:\/\/|#|\*|\/\*).*$/gm, '');
}

/** `defaultLocale: 'en'`, `LANGUAGE_CODE = "en-us"`, `default_locale = :en`. */
function wordAfter(text: string, name: string): string | undefined {
  const value = new RegExp(
    `(?<![\\w$-])['"]?${name}['"]?\\s*(?::\\s*[\\w.<>]+\\s*(?==))?(?:=>|[=:])\\s*(?:['"\`]|:(?=[a-z]))([A-Za-z]{2,3}(?:[-_@]\\w+)*)\\b`,
  );
  return value.exec(uncommented(text))?.[1];
}

/** A comment, a string, a bracket, a comma or a word. */
const TOKEN = /\/\/.*|#.*|\/\*[^]*?\*\/|(['"`])((?:\\.|(?!\1)[^\\\n])*)\1|[[({\])}]|,|[\w$-]+/g;
/** Properties of an object that name its locale. */
const CODE = /^(?:code|locale|id|lang|language|iso|tag)$/;

/**
 * The locales in the list behind a name: strings, symbols or bare words, the first string of a
 * tuple, the code of an object, or the keys of an object.
 */
function listAfter(text: string, name: string): readonly string[] {
  const start = new RegExp(
    `(?<![\\w$-])['"]?${name}['"]?\\s*(?::[^=\\n]{0,60}(?==))?(?:=>|[=:])\\s*(?:\\w+\\()?(?=(?:%[iw])?[[({])`,
    'g',
  );
  const code = uncommented(text);
  for (const { index, 0: head } of code.matchAll(start)) {
    const found = wordsIn(code.slice(index + head.length)).filter(isKnownLocale);
    if (found.length > 0) return found;
  }
  return [];
}

function wordsIn(text: string): string[] {
  // Ruby's `%i[en de]`, and Xcode's `( en, Base, )`.
  const areBare = /^(?:%|\()/.test(text);
  const found: string[] = [];
  const open: string[] = [];
  let [key, isDone] = ['', false];
  for (const match of text.matchAll(TOKEN)) {
    const { 0: token, 1: quote, 2: inside = '', index } = match;
    if (/^(?:\/[/*]|#)/.test(token)) continue;
    if (quote === undefined && /^[[({]$/.test(token)) open.push(token);
    else if (quote === undefined && /^[\])}]$/.test(token)) {
      open.pop();
      if (open.length === 0) break;
    } else if (token === ',') {
      if (open.length === 1) isDone = false;
      key = '';
    } else {
      const value = quote === undefined ? token : inside;
      const isKey = /^\s*(?::(?!:)|=>)/.test(
        text.slice(index + token.length, index + token.length + 9),
      );
      const isText = quote !== undefined || areBare || text[index - 1] === ':';
      const [outer, inner] = open;
      if (open.length === 1 && (outer === '{' ? isKey : isText)) found.push(value);
      else if (open.length !== 2 || isDone || outer === '{') continue;
      else if (inner === '{' && isKey) key = value;
      else if (quote !== undefined && (inner !== '{' || CODE.test(key))) {
        found.push(value);
        isDone = true;
      }
    }
  }
  return found;
}

// YAML, JSON and TOML, as their formats read them.

type Values = readonly Unit[];

function inData(read: (values: Values) => Said): Reader['read'] {
  return (text, path) => read(codecFor(path)?.parse(text).units ?? []);
}

function named(source: string, locales: string): (values: Values) => Said {
  return (values) => ({ source: valueOf(values, source), locales: listOf(values, locales) });
}

/** `default_locale: en`, at any depth. */
function valueOf(values: Values, name: string): string | undefined {
  return values.find(({ key }) => key.at(-1) === name)?.text;
}

/** `enabled_locales: [en, de]`, at any depth. */
function listOf(values: Values, name: string): readonly string[] {
  const items = values.filter(({ key }) => key.at(-2) === name && /^\d+$/.test(key.at(-1) ?? ''));
  return items.map(({ text }) => text);
}

/** `languages: { en: …, de: … }`, at any depth. */
function namesBelow(values: Values, name: string): readonly string[] {
  const names = values.map(({ key }) => (key.includes(name) ? key[key.indexOf(name) + 1] : ''));
  return [...new Set(names)].filter((one) => one !== undefined);
}

function angular(values: Values): Said {
  const own = values.filter(({ key }) => key.includes('i18n'));
  const source = own.find(({ key }) => /sourceLocale(?:\0code)?$/.test(key.join('\0')));
  return { source: source?.text, locales: namesBelow(own, 'locales') };
}

function flutter(values: Values): Said {
  const folder = valueOf(values, 'arb-dir')?.replace(/\/$/, '') ?? 'lib/l10n';
  const template = valueOf(values, 'template-arb-file') ?? 'app_en.arb';
  const [, source] = /_([a-z]{2,3}(?:_\w+)?)\.arb$/.exec(template) ?? [];
  const target = `${folder}/${template.replace(`_${source}.arb`, '_{locale}.arb')}`;
  return {
    source,
    locales: listOf(values, 'preferred-supported-locales'),
    patterns: source === undefined ? [] : [{ target }],
  };
}

function hugo(text: string, path: string): Said {
  // A table without values is a language, too.
  const tables = [...text.matchAll(/^\s*\[languages\.([\w-]+)\]/gim)].map(([, name = '']) => name);
  return inData((values) => ({
    source: valueOf(values, 'defaultContentLanguage'),
    locales: [...namesBelow(values, 'languages'), ...tables],
  }))(text, path);
}

function inlang(values: Values): Said {
  const paths = [valueOf(values, 'pathPattern') ?? [], listOf(values, 'pathPattern')].flat();
  return {
    source: valueOf(values, 'baseLocale') ?? valueOf(values, 'sourceLanguageTag'),
    locales: [...listOf(values, 'locales'), ...listOf(values, 'languageTags')],
    patterns: paths.map((path) => ({
      target: path.replace(/^\.\//, '').replace('{languageTag}', '{locale}'),
    })),
  };
}

const CROWDIN_LOCALE =
  /%(?:two_letters_code|three_letters_code|locale|locale_with_underscore|android_code|language)%/g;

function crowdin(values: Values): Said {
  const base = valueOf(values, 'base_path')?.replace(/^\.?\/?|\/$/g, '') ?? '';
  const patterns = values.flatMap(({ key, text }): DeclaredPattern[] => {
    if (key.at(-1) !== 'source') return [];
    const source = text.replace(/^\//, '');
    const beside = values.find((one) => keyId(one.key) === keyId(key.with(-1, 'translation')));
    const name = source.slice(source.lastIndexOf('/') + 1);
    const filled = (path: string): string =>
      path
        .replace(/^\//, '')
        .replaceAll('%original_file_name%', name)
        .replaceAll('%file_name%', name.replace(/\.[^.]*$/, ''))
        .replaceAll('%file_extension%', name.slice(name.lastIndexOf('.') + 1))
        .replaceAll('%original_path%', source.slice(0, Math.max(0, source.lastIndexOf('/'))));
    const target = filled(beside?.text ?? '')
      .replaceAll('%osx_code%', '{locale}.lproj')
      .replaceAll(CROWDIN_LOCALE, '{locale}');
    if (!target.includes('{locale}') || target.includes('%')) return [];
    const exclude = values
      .filter((one) => keyId(one.key.slice(0, -1)) === keyId(key.with(-1, 'ignore')))
      .map((one) => below(base, filled(one.text).replaceAll(CROWDIN_LOCALE, '*')))
      // A folder stands for the files in it.
      .map((glob) => (/\.\w+$|\*$/.test(glob) ? glob : `${glob.replace(/\/$/, '')}/**`));
    const paths = { source: below(base, source), target: below(base, target) };
    return [{ ...paths, ...(exclude.length > 0 && { exclude }) }];
  });
  return { patterns };
}

function transifex(ini: string): Said {
  const patterns = ini.split(/^\[/m).flatMap((part): DeclaredPattern[] => {
    const value = (name: string): string | undefined =>
      new RegExp(`^${name}\\s*=\\s*(\\S+)`, 'm').exec(part)?.[1];
    const [source, target] = [value('source_file'), value('file_filter')];
    if (source === undefined || target?.includes('<lang>') !== true) return [];
    return [{ source, target: target.replace('<lang>', '{locale}') }];
  });
  return { source: /^source_lang\s*=\s*(\w+)/m.exec(ini)?.[1], patterns };
}
