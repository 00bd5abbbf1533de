import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Loads an optional package that is not a dependency; undefined if it cannot be loaded. Node
 * reports that with an error code, bundlers with a module that throws their own error.
 */
export async function loadOptional<T>(name: string): Promise<T | undefined> {
  return import(findOptional(name) ?? name).then(
    (loaded) => loaded as T,
    () => undefined,
  );
}

/**
 * Address of such a package, to be loaded elsewhere; undefined if it is not installed. It may
 * resolve from here or from the project's folder, because some package managers separate the two.
 * @param folder Default: the current directory; null: no folder of a project
 */
export function findOptional(
  name: string,
  folder: string | null = process.cwd(),
): string | undefined {
  return (
    found(() => import.meta.resolve(name)) ??
    // In the command line, which is a script, only this works.
    found(() => resolved(name, import.meta.url)) ??
    (folder === null ? undefined : found(() => resolved(name, join(folder, 'package.json'))))
  );
}

function found(resolve: () => string): string | undefined {
  try {
    return resolve();
  } catch {
    return undefined;
  }
}

/** @param from path or address of a file */
function resolved(name: string, from: string): string {
  return pathToFileURL(createRequire(from).resolve(name)).href;
}
