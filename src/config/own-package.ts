import Module, { register } from 'node:module';
import { initialize, resolve } from './own-package-hooks.js';

let registered = false;

/**
 * Whether an import failed only because this package was not found; from now on it is. A config
 * imports `defineConfig` from it, and the package may be installed globally or be an executable.
 */
export async function findsOwnPackage(error: unknown): Promise<boolean> {
  if (registered || !isMissing(error)) return false;
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

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' && error.message.includes("package 'locale-sync'");
}
