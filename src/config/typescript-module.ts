import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { HookData } from './typescript-hooks.js';

// Node before 22.18 does not run TypeScript. Other loaders write a compiled copy beside the config,
// which needs a writable folder and triggers watchers. Our hooks compile in memory.

/** Marks the URLs of a config's modules; no others are compiled. */
const MARK = 'locale-sync-config';

/** The package `typescript` is installed neither beside the config nor beside this package. */
export class NoTypeScript extends Error {
  override readonly name = 'NoTypeScript';
}

let registered: Promise<void> | undefined;

/**
 * The URL to import a TypeScript file from.
 * @param version changes with the file, because Node never reloads a module
 * @throws NoTypeScript
 */
export async function typeScriptUrl(file: string, version: string): Promise<URL> {
  const url = pathToFileURL(file);
  if ('typescript' in process.features && process.features.typescript !== false) {
    url.searchParams.set('time', version);
    return url;
  }
  const compiler = findCompiler(file);
  await (registered ??= registerHooks({ compiler, mark: MARK }));
  url.searchParams.set(MARK, version);
  return url;
}

async function registerHooks(data: HookData): Promise<void> {
  const { default: hooks } = await import('./typescript-hooks.ts?module');
  register<HookData>(hooks, { data });
}

function findCompiler(file: string): string {
  for (const place of [file, import.meta.url]) {
    try {
      return createRequire(place).resolve('typescript');
    } catch {
      // Try the next place.
    }
  }
  throw new NoTypeScript();
}
