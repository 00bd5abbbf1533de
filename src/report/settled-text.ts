import type { Report } from '../model/index.js';
import { amount } from './amounts.js';
import type { Style } from './style.js';

/** Number of settled findings; '' if there are none. */
export function settledText({ settled }: Report, { colors }: Style): string {
  return settled === 0 ? '' : `${colors.dim(`${amount(settled, 'finding')} settled`)}\n`;
}

/** What was accepted. */
export function acceptedText({ accepted = 0, settled, error }: Report): string {
  if (error !== null && accepted === 0) return '';
  if (accepted > 0) {
    return `${amount(accepted, 'finding')} accepted, ${settled} settled in total. The lock keeps them until a text changes: commit it.\n`;
  }
  const before = settled === 0 ? '' : ` (${settled} settled before)`;
  return `Nothing to accept: there are no open findings${before}.\n`;
}
