import { pathToFileURL } from 'node:url';
import type { CustomBackend } from './custom.js';

/**
 * The engine of a module: its default export, or the result of calling it.
 * @param file absolute path
 * @throws TypeError if the module cannot be loaded or exports no engine
 */
export async function loadCustomBackend(file: string): Promise<CustomBackend> {
  let module: { readonly default?: unknown; readonly translate?: unknown };
  try {
    module = (await import(pathToFileURL(file).href)) as typeof module;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`the backend ${file} cannot be loaded: ${reason}`, { cause });
  }
  const given = module.default ?? module;
  const made: unknown = typeof given === 'function' ? await (given as () => unknown)() : given;
  if (isBackend(made)) return made;
  throw new TypeError(`the backend ${file} has no function translate(texts, request)`);
}

function isBackend(value: unknown): value is CustomBackend {
  return (
    typeof value === 'object' &&
    value !== null &&
    'translate' in value &&
    typeof value.translate === 'function'
  );
}
