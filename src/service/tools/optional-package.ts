/**
 * An optional package that is not a dependency; undefined if it cannot be loaded. Node says so with
 * a code, bundlers with a module that throws an error of their own.
 */
export async function loadOptional<T>(name: string): Promise<T | undefined> {
  return import(name).then(
    (loaded) => loaded as T,
    () => undefined,
  );
}

/** Address of such a package, to be loaded elsewhere; undefined where it is not installed. */
export function findOptional(name: string): string | undefined {
  try {
    return import.meta.resolve(name);
  } catch {
    return undefined;
  }
}
