import { parseLocale } from '../../facts/index.js';
import { formatOf } from '../../formats/index.js';
import type { FormatName } from '../../model/index.js';
import { below } from './candidates.js';
import type { FoundCatalog } from './layout.js';
import { identity, isKnownLocale } from './locale-names.js';
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
  readonly read: (text: string) => Said;
}

/** The settings that are understood: a line each, and a function where a file has its own shape. */
const READERS: readonly Reader[] = [
  { file: /(^|\/)(?:angular|project)\.json$/, formats: ['xliff', 'json', 'arb'], read: angular },
  { file: /(^|\/)l10n\.yaml$/, formats: ['arb'], read: flutter },
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
    read: (text) => ({
      source: wordAfter(text, 'LANGUAGE_CODE'),
      locales: listAfter(text, 'LANGUAGES'),
    }),
  },
  {
    file: /(^|\/)config\/(?:application|initializers\/(?:i18n|locales?))\.rb$/,
    root: ['Gemfile', 'config.ru'],
    formats: ['yaml'],
    read: (text) => ({
      source: wordAfter(text, 'default_locale'),
      locales: listAfter(text, 'available_locales'),
    }),
  },
  {
    file: /(^|\/)config\/i18n-tasks\.yml$/,
    root: ['Gemfile', 'config.ru'],
    formats: ['yaml'],
    read: (text) => ({ source: wordOf(text, 'base_locale'), locales: listOf(text, 'locales') }),
  },
  {
    file: /(^|\/)config\/packages\/(?:translation|framework)\.ya?ml$/,
    root: ['composer.json'],
    read: (text) => ({
      source: wordOf(text, 'default_locale'),
      locales: listOf(text, 'enabled_locales'),
    }),
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
    read: android,
  },
  { file: /(^|\/)LINGUAS$/, formats: ['po'], read: (text) => ({ locales: words(text) }) },
  {
    file: /(^|\/)i18n\.toml$/,
    formats: ['fluent', 'po'],
    read: (text) => ({
      source: wordAfter(text, 'fallback_language'),
      locales: listAfter(text, 'target_languages'),
    }),
  },
  {
    file: /(^|\/)project\.inlang\/settings\.json$/,
    root: ['package.json', 'pubspec.yaml'],
    formats: ['json'],
    read: inlang,
  },
  { file: /(^|\/)\.?crowdin\.ya?ml$/, read: crowdin },
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
    const { source, locales = [], patterns = [] } = attempt(() => read(text));
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
    (locale) => nameOf(locale) === undefined && identity(locale) !== identity(sourceLocale),
  );
  const isUsed = added.length > 0 || (byLocales !== undefined && byLocales.locales.length > 1);
  if (!isStated && !isUsed) return found;
  const none = { files: 0, strings: 0 };
  return {
    ...found,
    sourceLocale,
    locales: { ...found.locales, ...Object.fromEntries(added.map((locale) => [locale, none])) },
    declared: {
      source: isStated ? bySource.by : undefined,
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

// YAML and JSON, where one value is enough.

/** `default_locale: en`, at any depth. */
function wordOf(text: string, name: string): string | undefined {
  return new RegExp(`^[ \\t]*["']?${name}["']?[ \\t]*:[ \\t]*["']?([\\w@-]+)`, 'm').exec(text)?.[1];
}

/** `enabled_locales: [en, de]`, or a list of lines with dashes. */
function listOf(text: string, name: string): readonly string[] {
  const list = new RegExp(
    `^[ \\t]*["']?${name}["']?[ \\t]*:[ \\t]*(\\[[^\\]]*\\]|(?:\\n[ \\t]*- .*)+)`,
    'm',
  ).exec(text)?.[1];
  return list === undefined ? [] : words(list.replaceAll(/[[\],"']|- /g, ' '));
}

function words(text: string): readonly string[] {
  return text.replaceAll(/#.*/g, '').split(/\s+/).filter(Boolean);
}

// Files with a shape of their own.

type Data = Readonly<Record<string, unknown>>;

function dataOf(text: string): Data {
  return record(JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, '')));
}

function record(value: unknown): Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Data)
    : {};
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function list(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function angular(json: string): Said {
  const data = dataOf(json);
  const parts = [data, ...Object.values(record(data['projects'])).map(record)]
    .map(({ i18n }) => record(i18n))
    .filter(({ locales, sourceLocale }) => locales !== undefined || sourceLocale !== undefined);
  const sources = parts.map(({ sourceLocale: own }) => text(own) ?? text(record(own)['code']));
  return {
    source: sources.find((one) => one !== undefined),
    locales: parts.flatMap(({ locales }) => Object.keys(record(locales))),
  };
}

function flutter(yaml: string): Said {
  const folder = pathOf(yaml, 'arb-dir') ?? 'lib/l10n';
  const template = pathOf(yaml, 'template-arb-file') ?? 'app_en.arb';
  const target = template.replace(/(?<=_)([a-z]{2,3}(?:_\w+)?)(?=\.arb$)/, '{locale}');
  const source = /_([a-z]{2,3}(?:_\w+)?)\.arb$/.exec(template)?.[1];
  const locales = listOf(yaml, 'preferred-supported-locales');
  return {
    source,
    locales,
    patterns: target === template ? [] : [{ target: `${folder}/${target}` }],
  };
}

function pathOf(yaml: string, name: string): string | undefined {
  return new RegExp(`^${name}[ \\t]*:[ \\t]*["']?([^\\s"'#]+)`, 'm')
    .exec(yaml)?.[1]
    ?.replace(/\/$/, '');
}

function hugo(config: string): Said {
  const source =
    wordOf(config, 'defaultContentLanguage') ?? wordAfter(config, 'defaultContentLanguage');
  const tables = [...config.matchAll(/^\s*\[languages?\.([\w-]+)\]/gim)].map(
    ([, name = '']) => name,
  );
  const [, block = ''] =
    /^languages:[ \t]*\n((?:[ \t]+.*\n|[ \t]*\n)+)/im.exec(`${config}\n`) ?? [];
  const [, indent = ''] = /^([ \t]+)\S/.exec(block) ?? [];
  const keys = [...block.matchAll(new RegExp(`^${indent}([\\w-]+):`, 'gm'))].map(
    ([, name = '']) => name,
  );
  return { source, locales: [...tables, ...(indent === '' ? [] : keys)] };
}

function android(xml: string): Said {
  return {
    locales: [...xml.matchAll(/<locale\b[^>]*android:name="([\w-]+)"/g)].map(
      ([, name = '']) => name,
    ),
  };
}

function inlang(json: string): Said {
  const data = dataOf(json);
  const { pathPattern } = record(
    data['plugin.inlang.messageFormat'] ?? data['plugin.inlang.i18next'],
  );
  const all = list(pathPattern).length > 0 ? list(pathPattern) : [text(pathPattern)];
  return {
    source: text(data['baseLocale']) ?? text(data['sourceLanguageTag']),
    locales: [...list(data['locales']), ...list(data['languageTags'])],
    patterns: all.flatMap((one) =>
      one === undefined
        ? []
        : [{ target: one.replace(/^\.\//, '').replace(/\{languageTag\}/, '{locale}') }],
    ),
  };
}

const CROWDIN_LOCALE =
  /%(?:two_letters_code|three_letters_code|locale|locale_with_underscore|android_code|language)%/g;

function crowdin(yaml: string): Said {
  const base = pathOf(yaml, '["\']?base_path["\']?')?.replace(/^\.?\/?/, '') ?? '';
  const value = (name: string, part: string): string | undefined =>
    new RegExp(`["']?\\b${name}["']?[ \\t]*:[ \\t]*["']?/?([^\\s"',]+)`).exec(part)?.[1];
  const patterns = yaml
    .split(/(?=["']?\bsource["']?[ \t]*:)/)
    .flatMap((part): DeclaredPattern[] => {
      const [source, translation] = [value('source', part), value('translation', part)];
      if (source === undefined || translation === undefined) return [];
      const name = source.slice(source.lastIndexOf('/') + 1);
      const target = translation
        .replaceAll('%osx_code%', '{locale}.lproj')
        .replaceAll(CROWDIN_LOCALE, '{locale}')
        .replaceAll('%original_file_name%', name)
        .replaceAll('%file_name%', name.replace(/\.[^.]*$/, ''))
        .replaceAll('%file_extension%', name.slice(name.lastIndexOf('.') + 1))
        .replaceAll('%original_path%', source.slice(0, Math.max(0, source.lastIndexOf('/'))));
      if (!target.includes('{locale}') || target.includes('%')) return [];
      return [{ source: below(base, source), target: below(base, target) }];
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
