import type { Unit } from '../../model/index.js';
import type { ExpectedUnit } from '../../text/index.js';

/** Whether a bilingual file shows another source beside a text than today's. */
export function isOutdatedBeside({ source }: Unit, { unit }: ExpectedUnit): boolean {
  return source !== undefined && source !== (unit.source ?? unit.text);
}
