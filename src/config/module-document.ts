import { statSync } from 'node:fs';
import { dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readRegularText } from '../disk/regular-file.js';
import { redacted } from '../model/index.js';
import { syntaxError } from './document.js';
import type { ConfigDocument, Position } from './document.js';
import { locateInCode } from './locate-in-code.js';
import { findsOwnPackage } from './own-package.js';
import { syntaxPlace } from './syntax-place.js';
import { NoTypeScript, typeScriptUrl } from './typescript-module.js';

const FORM = 'Write: export default { source: "en", targets: ["de"], catalogs: [ … ] };';

/**
 * Runs a `.js`, `.mjs` or `.ts` config and returns its default export.
 * @throws ConfigError 'syntax' with the module's own error as cause, 'no-loader'
 */
export async function readModuleDocument(file: string): Promise<ConfigDocument> {
  const value = await load(file);
  if (value === undefined) {
    throw syntaxError(file, 'the module has no default export', { hint: FORM });
  }
  if (typeof value === 'function') {
    throw syntaxError(file, 'the default export is a function instead of the config itself', {
      hint: `${FORM}\nA promise for the config works too.`,
    });
  }
  let code: string | undefined;
  return {
    value,
    locate: (path, part) => locateInCode((code ??= readRegularText(file)), path, part),
  };
}

async function load(file: string): Promise<unknown> {
  let url = '';
  try {
    url = (await urlOf(file)).href;
    return await defaultExport(url);
  } catch (error) {
    if (error instanceof NoTypeScript) {
      throw syntaxError(
        file,
        'this version of Node needs the package "typescript" to load a TypeScript config',
        {
          code: 'no-loader',
          cause: error,
          hint: 'Install it (npm install --save-dev typescript), or write service.config.mjs or .yaml.',
        },
      );
    }
    const said = error instanceof Error ? error.message : String(error);
    const compiled = compiledPlace(error);
    const inside = compiled !== undefined && compiled.fileName !== file;
    const where = inside ? `${compiled.fileName}:${compiled.line}:${compiled.column}: ` : '';
    throw syntaxError(
      file,
      `the config could not be loaded: ${where}${redacted(said, dirname(file))}`,
      {
        cause: error,
        place: inside
          ? undefined
          : (compiled ?? thrownPlace(url, error) ?? (await parsePlace(url, error))),
      },
    );
  }
}

async function defaultExport(url: string): Promise<unknown> {
  const imported = (address: string): Promise<unknown> => import(address);
  const loaded = await imported(url).catch(async (error: unknown) => {
    if (!(await findsOwnPackage(error))) throw error;
    // Node 20 caches failed imports.
    return imported(`${url}&again`);
  });
  return await (loaded as { readonly default?: unknown }).default;
}

/**
 * The URL of a module, with its modification time: Node never reloads a URL, and watchers need
 * edited configs.
 */
async function urlOf(file: string): Promise<URL> {
  const time = String(statSync(file).mtimeMs);
  if (extname(file) === '.ts') return typeScriptUrl(file, time);
  const url = pathToFileURL(file);
  url.searchParams.set('time', time);
  return url;
}

/** Where the TypeScript compiler stopped. */
function compiledPlace(error: unknown): (Position & { readonly fileName: string }) | undefined {
  if (!(error instanceof Error && 'fileName' in error)) return undefined;
  const { fileName, line = 1, column = 1 } = error as Partial<Position> & { fileName: string };
  return { fileName, line, column };
}

/** The position of a syntax error in the module itself, not in one that it imports. */
async function parsePlace(url: string, error: unknown): Promise<Position | undefined> {
  return error instanceof SyntaxError ? syntaxPlace(url) : undefined;
}

/** Where a module threw. Undefined for compiled code, whose line numbers differ from its file. */
function thrownPlace(url: string, error: unknown): Position | undefined {
  if (!(error instanceof Error) || !url.includes('?time=')) return undefined;
  const at = error.stack?.split(`${url}:`)[1];
  const [, line, column] = /^(\d+):(\d+)/.exec(at ?? '') ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}
