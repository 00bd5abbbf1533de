import { fileURLToPath } from 'node:url';
import { findOptional } from '../disk/optional-package.js';
import { readRegularText } from '../disk/regular-file.js';
import type { Driver } from './connection.js';
import { StoreError } from './errors.js';

const HINT = 'Install it: npm install --save-dev pg';

/** Older versions of pg never connect on Node 14 and later. */
const OLDEST = '8.0.3';

/**
 * Loads the package pg.
 * @throws StoreError if it is not installed, too old or broken
 */
export async function loadDriver(root: string | undefined): Promise<Driver> {
  const found = findOptional('pg', root);
  if (found === undefined) {
    throw new StoreError('it needs the package pg, which is not installed', { hint: HINT });
  }
  if (isTooOld(found)) {
    throw new StoreError(`the package pg is too old; ${OLDEST} or newer is needed`, { hint: HINT });
  }
  try {
    // A CommonJS module: bundlers and Node put its exports in different places.
    const loaded = (await import(found)) as Driver & { readonly default?: Driver };
    return loaded.default ?? loaded;
  } catch (cause) {
    throw new StoreError('the package pg cannot be loaded', { hint: HINT, cause });
  }
}

/** @param found address of its main file. A version that cannot be read counts as new. */
function isTooOld(found: string): boolean {
  try {
    const file = fileURLToPath(new URL('../package.json', found));
    const { version } = JSON.parse(readRegularText(file)) as { readonly version?: unknown };
    if (typeof version !== 'string') return false;
    return version.localeCompare(OLDEST, 'en', { numeric: true }) < 0;
  } catch {
    return false;
  }
}
