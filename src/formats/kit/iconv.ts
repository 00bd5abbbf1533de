import { createRequire } from 'node:module';
import type * as Iconv from 'iconv-lite';

/** Path in the build. */
declare const BUILT_ICONV: string | undefined;

let loaded: typeof Iconv | undefined;

/**
 * The library for encodings other than Unicode. It is larger than all codecs together, so it is
 * loaded only for a file that needs it. It is required synchronously, because reading a file cannot
 * wait for `import()`.
 */
export function iconv(): typeof Iconv {
  const name = typeof BUILT_ICONV === 'string' ? BUILT_ICONV : 'iconv-lite';
  loaded ??= createRequire(import.meta.url)(name) as typeof Iconv;
  return loaded;
}
