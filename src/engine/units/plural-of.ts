import { keyId } from '../../model/index.js';
import type { SourceUnit } from './source-units.js';

/** What the forms of a plural have in common, where the format says it; undefined: it is none. */
export function pluralOf({ expected: { key, unit } }: SourceUnit): string | undefined {
  return unit.plural === undefined ? undefined : keyId(key.slice(0, -1));
}
