import type { Unit } from '../../model/index.js';
import type { ExpectedUnit } from '../../text/index.js';

/** A bilingual file says what a text was translated from; that may be another text than today's. */
export function isOutdatedBeside({ source }: Unit, { unit }: ExpectedUnit): boolean {
  return source !== undefined && source !== (unit.source ?? unit.text);
}
