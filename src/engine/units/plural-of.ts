import { keyId } from '../../model/index.js';
import type { SourceUnit } from './source-units.js';

/**
 * Identity shared by the forms of a plural, if the format marks plurals; undefined for other units.
 */
export function pluralOf({ expected: { key, unit } }: SourceUnit): string | undefined {
  return unit.plural === undefined ? undefined : keyId(key.slice(0, -1));
}
