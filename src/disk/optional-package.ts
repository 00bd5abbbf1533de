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
 * found from here, or from the folder of the project: some package managers part the two.
 * @param folder Default: the one that the process runs in
 */
export function findOptional(name: string, folder = process.cwd()): string | undefined {
  return (
    found(() => import.meta.resolve(name)) ??
    // In the command line, which is a script, only this is there.
    found(() => resolved(name, import.meta.url)) ??
    found(() => resolved(name, join(folder, 'package.json')))
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
