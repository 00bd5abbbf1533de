import type { Unit } from '../../model/index.js';
import { withoutLayout } from '../../text/index.js';
import type { ExpectedUnit } from '../../text/index.js';

/** Whether a bilingual file shows another source beside a text than today's, in any words. */
export function isOutdatedBeside({ source }: Unit, { unit }: ExpectedUnit): boolean {
  const today = unit.source ?? unit.text;
  if (source === undefined || source === today) return false;
  return withoutLayout(source, true) !== withoutLayout(today, true);
}
