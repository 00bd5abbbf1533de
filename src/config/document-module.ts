import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { syntaxError } from './document.js';
import type { ConfigDocument } from './document.js';

/**
 * Runs a `.js`, `.mjs` or `.ts` config and takes its default export.
 * @throws ConfigError 'syntax' with the module's own error as cause, 'no-loader'
 */
export async function readModuleDocument(file: string, text: string): Promise<ConfigDocument> {
  try {
    const value = await (extname(file) === '.ts' ? loadTypeScript(file, text) : loadModule(file));
    return { value, locate: () => undefined };
  } catch (error) {
    if (lacksTypeScript(error)) {
      throw syntaxError(file, 'a TypeScript config needs the package "typescript" on this Node', {
        code: 'no-loader',
        cause: error,
        hint: 'Install it (npm install --save-dev typescript), or write service.config.mjs or .yaml.',
      });
    }
    const message = error instanceof Error ? error.message : String(error);
    throw syntaxError(file, `the config could not be loaded: ${message}`, { cause: error });
  }
}

async function loadModule(file: string): Promise<unknown> {
  // Node keeps modules for good; the time makes an edited config a new one, for watchers.
  const url = pathToFileURL(file);
  url.searchParams.set('time', String(statSync(file).mtimeMs));
  const loaded = (await import(url.href)) as { readonly default?: unknown };
  return loaded.default;
}

async function loadTypeScript(file: string, text: string): Promise<unknown> {
  if ('typescript' in process.features && process.features.typescript !== false) {
    return loadModule(file);
  }
  const { defaultLoaders } = await import('cosmiconfig');
  return await defaultLoaders['.ts'](file, text);
}

function lacksTypeScript(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes("'typescript'")
  );
}
