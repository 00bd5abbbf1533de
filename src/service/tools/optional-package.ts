import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * An optional package that is not a dependency; undefined if it cannot be loaded. Node says so with
 * a code, bundlers with a module that throws an error of their own.
 */
export async function loadOptional<T>(name: string): Promise<T | undefined> {
  return import(findOptional(name) ?? name).then(
    (loaded) => loaded as T,
    () => undefined,
  );
}

/**
 * Address of such a package, to be loaded elsewhere; undefined where it is not installed. It may be
 * found from here, or from the folder that the service runs in: some package managers part the two.
 */
export function findOptional(name: string): string | undefined {
  return found(() => import.meta.resolve(name)) ?? found(() => inProject(name));
}

function found(resolve: () => string): string | undefined {
  try {
    return resolve();
  } catch {
    return undefined;
  }
}

function inProject(name: string): string {
  const { resolve } = createRequire(join(process.cwd(), 'package.json'));
  return pathToFileURL(resolve(name)).href;
}
