import { createRequire } from 'node:module';
import type * as Iconv from 'iconv-lite';

/** Where the build has put it. */
declare const BUILT_ICONV: string | undefined;

let loaded: typeof Iconv | undefined;

/**
 * What knows encodings that are not Unicode: larger than all codecs together, so that it is loaded
 * only once a file has one. That shows while the file is read, where nothing can wait for `import()`.
 */
export function iconv(): typeof Iconv {
  const name = typeof BUILT_ICONV === 'string' ? BUILT_ICONV : 'iconv-lite';
  loaded ??= createRequire(import.meta.url)(name) as typeof Iconv;
  return loaded;
}
