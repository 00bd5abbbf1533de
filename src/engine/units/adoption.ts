import type { ResolvedCatalog } from '../../config/index.js';
import type { Key } from '../../model/index.js';
import { COPIED, sourceHash, targetHash, unitHash } from '../../lock/index.js';
import type { KnownText } from './row.js';

// What the lock says about texts that were there before it, besides the facts of units: facts with
// ids that no unit has.

/**
 * Id of the fact that a catalog has been adopted in its locales: what the lock does not know there
 * was written later.
 */
export function catalogId({ target }: Pick<ResolvedCatalog, 'target'>): string {
  return unitHash(target, []);
}

export const CATALOG_FACT: KnownText = {
  source: sourceHash(''),
  hash: targetHash(''),
  origin: COPIED,
};

/**
 * Id of the fact that a baseline adopted a text. It is not one of the unit's facts: a project that
 * is never synced has nobody to settle a review when its source changes.
 * @param path the source file
 */
export function baselineId(path: string, key: Key): string {
  return unitHash(`${path}\n`, key);
}
