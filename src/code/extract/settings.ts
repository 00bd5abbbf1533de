import { existsSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import {
  checkCodeGlobs,
  ConfigError,
  isCode,
  readConfigDocument,
  codeRefused,
  settled,
} from '../../config/index.js';
import type { ExtractInput, ResolvedConfig } from '../../config/index.js';
import { quoted } from '../../model/index.js';
import { ExtractError } from './error.js';
import { INSTALL_PARSER, OWN_LEXERS, PARSER } from './lexers.js';
import type { LexerLists } from './lexers.js';

/** `extract:` with its defaults, which are those of i18next, and what i18next-parser's config adds. */
export interface ExtractSettings {
  /** Globs of code files. */
  readonly code: readonly string[];
  /** Source catalog for new keys; may contain `{namespace}`. */
  readonly catalog: string;
  /** Additional functions and components that take keys. */
  readonly functions: readonly string[];
  readonly components: readonly string[];
  /** Separators between the parts of a key; false: none. */
  readonly separators: Readonly<Record<'namespace' | 'key' | 'plural' | 'context', string | false>>;
  /** Namespace of keys without one. */
  readonly namespace: string;
  /** Text of a new key. `text`: that in code, or ''; `key`: that in code, or the key; `empty`: ''. */
  readonly default: 'key' | 'empty' | 'text';
  /** Texts that may stand in templates, and additional attributes that are shown. */
  readonly words: { readonly allow: readonly string[]; readonly attributes: readonly string[] };
  /** `auto`: new keys go to their places in groups that are sorted; `off`: to the end. */
  readonly sort: 'auto' | 'off';
  /** Lexers of i18next-parser's config, by file ending. */
  readonly lexers: LexerLists;
  readonly taken: TakenSettings | undefined;
}

/** Settings that come from a config of i18next-parser because `extract:` does not have them. */
export interface TakenSettings {
  /** Relative to the root. */
  readonly file: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Names of its config, in its own order. */
const FILES = ['js', 'mjs', 'cjs', 'json', 'ts', 'yaml', 'yml'].map(
  (ending) => `${PARSER}.config.${ending}`,
);

/** The config of i18next-parser in a folder, if it has one. */
export function findParserConfig(folder: string): string | undefined {
  return FILES.find((file) => existsSync(join(folder, file)));
}

/**
 * The settings of an extraction, one for each part of `extract:`. What a part does not say is taken
 * from the config of i18next-parser beside the config, which is run if it is code.
 * @throws ExtractError 'no-extract', 'parser-config'; ConfigError 'code-refused'
 */
export async function extractSettings(config: ResolvedConfig): Promise<readonly ExtractSettings[]> {
  const file = findParserConfig(config.root);
  const theirs = file === undefined ? undefined : await readTheirs(config, file);
  const parts = (config.extract ?? [{}]).map((own) => settingsOf(config, own, { file, theirs }));
  const all = await Promise.all(parts.map((part) => byPackage(config.root, part)));
  return all.flat();
}

/** A part for each file or folder that the wildcards of `catalog` match: `apps/*` + `/en.json`. */
async function byPackage(root: string, part: ExtractSettings): Promise<readonly ExtractSettings[]> {
  const { catalog } = part;
  if (!catalog.includes('*')) return [part];
  const { default: glob } = await import('fast-glob');
  const names = catalog.split('/');
  const pattern = names.map((name) =>
    name.includes('*')
      ? name
      : name
          .split('{namespace}')
          .map((part) => (part === '' ? '' : glob.escapePath(part)))
          .join('*'),
  );
  const ignore = ['**/node_modules/**'];
  const found = (await glob(pattern.join('/'), { cwd: root, ignore })).sort();
  const catalogs = found.map((file) => {
    const own = file.split('/');
    return names.map((name, at) => (name.includes('*') ? own[at] : name)).join('/');
  });
  if (found.length > 0) return [...new Set(catalogs)].map((one) => ({ ...part, catalog: one }));
  throw new ExtractError('no-extract', `No file matches "extract.catalog", ${quoted(catalog)}.`, {
    hint: 'Create the catalogs, with the content {} at first, or change the pattern.',
  });
}

function settingsOf(
  config: ResolvedConfig,
  own: ExtractInput,
  { file, theirs }: { readonly file: string | undefined; readonly theirs: Theirs | undefined },
): ExtractSettings {
  const { separators: ofTheirs = {}, lexers = {}, ...others } = theirs ?? {};
  const { code, catalog, functions, components, separators, namespace, ...rest } = {
    ...others,
    ...own,
    separators: { ...ofTheirs, ...own.separators },
  };
  if (code === undefined || catalog === undefined)
    throw incomplete(config, file, { code, catalog });
  const taken = {
    ...without(others, own),
    ...nonEmpty('separators', without(ofTheirs, own.separators ?? {})),
    ...nonEmpty('lexers', Object.keys(lexers)),
  };
  return {
    code,
    catalog: catalog.replaceAll('{locale}', () => config.source),
    functions: functions ?? [],
    components: components ?? [],
    separators: {
      namespace: separators.namespace ?? ':',
      key: separators.key ?? '.',
      plural: separators.plural ?? '_',
      context: separators.context ?? '_',
    },
    namespace: namespace ?? 'translation',
    default: rest.default ?? 'text',
    words: { allow: rest.words?.allow ?? [], attributes: rest.words?.attributes ?? [] },
    sort: rest.sort ?? 'auto',
    lexers,
    taken: file === undefined ? undefined : { file, settings: taken },
  };
}

function without(theirs: object, own: object): object {
  return Object.fromEntries(Object.entries(theirs).filter(([name]) => !Object.hasOwn(own, name)));
}

function nonEmpty(name: string, value: object): object {
  return Object.keys(value).length === 0 ? {} : { [name]: value };
}

function incomplete(
  { extract }: ResolvedConfig,
  file: string | undefined,
  { code, catalog }: ExtractInput,
): ExtractError {
  const example =
    'Set code and catalog:\n  extract: { code: ["src/**/*.{ts,tsx}"], catalog: locales/en/{namespace}.json }';
  if (extract === undefined && file === undefined) {
    return new ExtractError('no-extract', 'The config has no "extract".', { hint: example });
  }
  const missing = code === undefined ? 'code' : 'catalog';
  const theirs = missing === 'code' && catalog !== undefined ? `, and ${file} has no "input"` : '';
  const message = `"extract.${missing}" is missing${file === undefined ? '' : theirs}.`;
  return new ExtractError('no-extract', message, { hint: example });
}

/** What a config of i18next-parser says, in our words. */
interface Theirs extends ExtractInput {
  readonly lexers?: LexerLists;
}

async function readTheirs(config: ResolvedConfig, name: string): Promise<Theirs> {
  const { root, refuseCode } = config;
  const file = join(root, name);
  if (refuseCode !== undefined && isCode(file)) throw codeRefused(file, refuseCode);
  try {
    const { value } = await settled(readConfigDocument(file), { file });
    return theirsOf(config, value);
  } catch (cause) {
    if (cause instanceof ParserConfigError) throw broken(`${name}: ${cause.message}`, cause);
    if (!(cause instanceof ConfigError)) throw cause;
    // Its own message may hide the name.
    const isMissing = String(cause.cause).includes(`Cannot find package '${PARSER}'`);
    throw broken(cause.message, cause, isMissing ? INSTALL_PARSER : undefined);
  }
}

/** A value that i18next-parser could not use either. */
class ParserConfigError extends Error {}

function broken(message: string, cause: Error, next = 'Fix the file'): ExtractError {
  const hint = `${next}, or remove it and set its values in \`extract\` of the config.`;
  return new ExtractError('parser-config', message, { hint, cause });
}

function theirsOf({ root, source }: ResolvedConfig, value: unknown): Theirs {
  if (!isObject(value)) throw new ParserConfigError('it must contain an object.');
  const input = typeof value['input'] === 'string' ? [value['input']] : value['input'];
  if (input !== undefined && !(Array.isArray(input) && input.every(isText))) {
    throw new ParserConfigError('"input" must be a glob or a list of globs.');
  }
  const output = value['output'] ?? 'locales/$LOCALE/$NAMESPACE.json';
  if (!isText(output)) throw new ParserConfigError('"output" must be a path.');
  const lexers = lexersOf(value['lexers']);
  const catalog = inRoot(root, output)
    .replaceAll('$LOCALE', () => source)
    .replaceAll('$NAMESPACE', '{namespace}');
  const code = input?.map((glob) => {
    return glob.startsWith('!') ? `!${inRoot(root, glob.slice(1))}` : inRoot(root, glob);
  });
  checkCodeGlobs({ ...(code && { code }), catalog }, [], ({ message }) => {
    throw new ParserConfigError(`${message}.`);
  });
  const separators = {
    ...separatorOf('namespace', value['namespaceSeparator']),
    ...separatorOf('key', value['keySeparator']),
    ...separatorOf('plural', value['pluralSeparator']),
    ...separatorOf('context', value['contextSeparator']),
  };
  const namespace = value['defaultNamespace'];
  // Of JavaScript, which is read here without its lexers, only the names count.
  const all: readonly unknown[] = Object.values(lexers).flat();
  const own = all.filter(isObject).filter(({ lexer }) => OWN_LEXERS.has(lexer));
  const functions = own.flatMap((one) => texts(one['functions'])).filter((name) => name !== 't');
  const components = own.flatMap(({ componentFunctions, attr }) =>
    texts(componentFunctions ?? (isText(attr) ? ['Trans'] : [])).map((name) =>
      isText(attr) && attr !== 'i18nKey' ? `${name}[${attr}]` : name,
    ),
  );
  return {
    ...(code === undefined || code.length === 0 ? {} : { code }),
    catalog,
    ...(functions.length === 0 ? {} : { functions: [...new Set(functions)] }),
    ...(components.length === 0 ? {} : { components: [...new Set(components)] }),
    ...(isText(namespace) ? { namespace } : {}),
    separators,
    lexers,
  };
}

function lexersOf(value: unknown): LexerLists {
  if (value === undefined || value === null) return {};
  if (!isObject(value)) throw new ParserConfigError('"lexers" must be an object.');
  for (const [ending, list] of Object.entries(value)) {
    const isLexer = (one: unknown): boolean => {
      const lexer = isObject(one) ? one['lexer'] : one;
      return isText(lexer) || typeof lexer === 'function';
    };
    const isList = Array.isArray(list) && list.every(isLexer);
    if (!isList) {
      throw new ParserConfigError(
        `"lexers.${ending}" must be a list of names of lexers, of classes, or of objects with a "lexer".`,
      );
    }
  }
  return value as LexerLists;
}

function separatorOf(name: string, value: unknown): ExtractInput['separators'] {
  if (value === undefined) return {};
  if (value !== false && !isText(value)) {
    throw new ParserConfigError(`"${name}Separator" must be a text or false.`);
  }
  return { [name]: value };
}

function inRoot(root: string, path: string): string {
  const own = posix.isAbsolute(path) ? relative(root, path).replaceAll('\\', '/') : path;
  return own.replace(/^(?:\.\/)+/, '');
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Taken settings, for people: `code src/**\/*.hbs, catalog locales/en.json`. */
export function describeTaken({ file, settings }: TakenSettings): string {
  const entries = Object.entries(settings).map(([name, value]) => {
    if (Array.isArray(value)) return `${name} ${value.join(' ')}`;
    if (!isObject(value)) return `${name} ${String(value)}`;
    const pairs = Object.entries(value).map(([key, sign]) => `${key} ${quoted(String(sign))}`);
    return `${name} ${pairs.join(' ')}`;
  });
  return entries.length === 0 ? `${file}: nothing` : `${file}: ${entries.join(', ')}`;
}
