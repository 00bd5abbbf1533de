import { statSync } from 'node:fs';
import Module from 'node:module';
import { register } from 'node:module';
import { basename, dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defaultLoaders } from 'cosmiconfig';
import type { CommonOptions, Loader, Options, PublicExplorer } from 'cosmiconfig';
import * as cosmiconfig from 'cosmiconfig/dist/Explorer.js';
import { readRegularText } from '../disk/index.js';
import { redacted } from '../model/index.js';
import { syntaxError, ConfigError, type ConfigPath } from './errors.js';
import type { ConfigDocument, Position } from './errors.js';
import { initialize, resolve } from './own-package-hooks.js';
import { refuseUnreadable } from './search.js';

const COSMICONFIG = {
  moduleName: 'service',
  searchPlaces: [],
  searchStrategy: 'none',
  ignoreEmptySearchPlaces: false,
  cache: false,
  mergeImportArrays: false,
  mergeSearchPlaces: false,
  metaConfigFilePath: null,
} satisfies CommonOptions & { moduleName: string; metaConfigFilePath: null };

// The class behind `cosmiconfig`, which has no types of its own. The function would also run
// `.config/config.js` of the current folder, which a fork's pull request could bring.
const { Explorer } = cosmiconfig as unknown as {
  readonly Explorer: new (options: Options & typeof COSMICONFIG) => PublicExplorer;
};

const FORM = 'Write: export default { source: "en", targets: ["de"], catalogs: [ … ] };';

const yaml: Loader = async (file, text) => {
  const { readYamlDocument } = await import('./yaml-document.js');
  return readYamlDocument(file, text);
};

/** cosmiconfig takes the property `service` of a package.json. */
const json: Loader = async (file, text) => {
  const { readJsonDocument } = await import('./json-document.js');
  const isManifest = basename(file) === 'package.json';
  const document = readJsonDocument(file, text, isManifest ? ['service'] : []);
  return isManifest ? { service: document } : document;
};

const LOADERS = {
  '.yaml': yaml,
  '.yml': yaml,
  '.json': json,
  '.js': readModule,
  '.mjs': readModule,
  '.cjs': readModule,
  '.ts': readModule,
} satisfies Options['loaders'];

/**
 * Reads one config file (absolute path) as data, by its extension.
 * @throws ConfigError 'unreadable', 'syntax', 'no-loader'
 */
export async function readConfigDocument(file: string): Promise<ConfigDocument> {
  if (!Object.hasOwn(LOADERS, extname(file))) {
    throw syntaxError(file, `a config must be one of ${Object.keys(LOADERS).join(', ')}`);
  }
  refuseUnreadable([file]);
  const explorer = new Explorer({ ...COSMICONFIG, loaders: LOADERS, transform: (found) => found });
  const loaded = await explorer.load(file).catch((cause: unknown) => {
    if (cause instanceof ConfigError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `the config cannot be read: ${reason}`;
    throw new ConfigError([{ code: 'unreadable', message }], { file, cause });
  });
  const document = loaded?.config as ConfigDocument | undefined;
  if (document?.value === undefined || document.value === null) {
    throw syntaxError(file, 'the config is empty', {
      hint: { code: 'write-config', replace: true },
    });
  }
  return document;
}

/**
 * Runs a `.js`, `.mjs` or `.ts` config. Its value is the default export.
 * @throws ConfigError 'syntax' with the module's own error as cause, 'no-loader'
 */
async function readModule(file: string, text: string): Promise<ConfigDocument> {
  // Since 22.18, Node runs TypeScript itself.
  const isNative = 'typescript' in process.features && process.features.typescript !== false;
  const isTyped = extname(file) === '.ts' && !isNative;
  const value = await (isTyped ? compiledExport(file, text) : defaultExport(file));
  if (value === undefined) {
    throw syntaxError(file, 'the module has no default export', { hint: FORM });
  }
  if (typeof value === 'function') {
    throw syntaxError(file, 'the default export is a function instead of the config itself', {
      hint: `${FORM}\nA promise for the config works too.`,
    });
  }
  return { value, locate: (path, part) => locateInCode(text, path, part) };
}

/**
 * Finds a key of a config that is code by searching for its name, because the loaded value has no
 * positions. A name that occurs more than once is not located, because that would be a guess.
 */
function locateInCode(code: string, path: ConfigPath, part: 'key' | 'value'): Position | undefined {
  const name = path.findLast((step) => typeof step === 'string');
  if (name === undefined) return undefined;
  const quoted = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const named = [...code.matchAll(new RegExp(`(?<![\\w$.])(["']?)${quoted}\\1\\s*:\\s*`, 'g'))];
  const found = named.filter(({ index }) => {
    const line = code.slice(code.lastIndexOf('\n', index - 1) + 1, index);
    // It is or starts a comment, judged by this line alone.
    return !/^\s*(?:\/?\*|\/\/)|(?:^|\s)\/\//.test(line);
  });
  const [only] = found;
  if (only === undefined || found.length > 1) return undefined;
  const isElement = typeof path.at(-1) === 'number';
  const index = only.index + (part === 'value' && !isElement ? only[0].length : 0);
  const before = code.slice(0, index);
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') };
}

/** The project's own package `typescript` compiles it, into a file beside it for that moment. */
async function compiledExport(file: string, text: string): Promise<unknown> {
  try {
    return await (defaultLoaders['.ts'](file, text) as Promise<unknown>);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ERR_MODULE_NOT_FOUND' && /'typescript'/.test(message)) {
      throw syntaxError(
        file,
        'this version of Node needs the package "typescript" to load a TypeScript config',
        {
          code: 'no-loader',
          cause,
          hint: 'Install it (npm install --save-dev typescript), or write service.config.mjs or .yaml.',
        },
      );
    }
    // cosmiconfig says only that it cannot load a module that cannot be parsed either.
    if (message.includes('require() ES Module')) {
      const hint = `To see it: npx tsc --noEmit ${basename(file)}`;
      throw notLoaded(file, 'it has a syntax error', { cause, hint });
    }
    const isTypes = code === 'ERR_UNKNOWN_FILE_EXTENSION';
    const isPlace = code === 'EACCES' || code === 'EROFS';
    const hint =
      isTypes || isPlace
        ? `This version of Node runs it as ${isPlace ? 'a compiled file beside it' : 'one compiled file'}. Node 22.18 or later reads TypeScript itself; or write service.config.mjs or .yaml.`
        : undefined;
    throw notLoaded(file, message.replace(/^TypeScript Error in .*:\n/, ''), { cause, hint });
  }
}

/** @throws ConfigError 'syntax' with the line, if the module itself is wrong */
async function defaultExport(file: string): Promise<unknown> {
  const url = pathToFileURL(file);
  // Node never reloads a URL, and watchers need edited configs.
  url.searchParams.set('time', String(statSync(file).mtimeMs));
  try {
    const imported = (address: string): Promise<unknown> => import(address);
    const loaded = await imported(url.href).catch(async (error: unknown) => {
      if (!(await findsOwnPackage(error))) throw error;
      // Node 20 caches failed imports.
      return imported(`${url.href}&again`);
    });
    return await (loaded as { readonly default?: unknown }).default;
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    const isSyntax = cause instanceof SyntaxError;
    const place = thrownPlace(url.href, cause) ?? (isSyntax ? await syntaxPlace(file) : undefined);
    throw notLoaded(file, said, { cause, place });
  }
}

/**
 * The place of a syntax error, which Node's does not say. Undefined if the error is in a module that
 * this one imports.
 */
async function syntaxPlace(file: string): Promise<Position | undefined> {
  const { parse } = await import('@babel/parser');
  try {
    parse(readRegularText(file), { sourceType: 'unambiguous', plugins: ['typescript'] });
    return undefined;
  } catch (error) {
    const { loc } = error as { readonly loc?: Position };
    return loc && { line: loc.line, column: loc.column + 1 };
  }
}

let registered = false;

/**
 * Whether an import failed only because this package was not found; from now on it is. A config
 * imports `defineConfig` from it, and the package may be installed globally or be an executable.
 */
async function findsOwnPackage(error: unknown): Promise<boolean> {
  if (registered || !(error instanceof Error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes("package 'locale-sync'")) return false;
  registered = true;
  // The API for Node before 22.15 is deprecated in later versions.
  const { registerHooks } = Module as { registerHooks?: (hooks: object) => void };
  if (registerHooks !== undefined) {
    initialize(import.meta.url);
    registerHooks({ resolve });
    return true;
  }
  const { default: hooks } = await import('./own-package-hooks.ts?module');
  register<string>(hooks, { data: import.meta.url });
  return true;
}

function notLoaded(
  file: string,
  said: string,
  options: { cause: unknown; place?: Position | undefined; hint?: string | undefined },
): ConfigError {
  const { hint, ...details } = options;
  // A compiled file is gone by now.
  const message = redacted(said.replaceAll(/\.[0-9a-f-]{36}\.mjs/g, ''), dirname(file));
  const more = hint === undefined ? details : { ...details, hint };
  return syntaxError(file, `the config could not be loaded: ${message}`, more);
}

/** Where the module threw. */
function thrownPlace(url: string, error: unknown): Position | undefined {
  const at = error instanceof Error ? error.stack?.split(`${url}:`)[1] : undefined;
  const [, line, column] = /^(\d+):(\d+)/.exec(at ?? '') ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}
