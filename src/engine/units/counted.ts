import type { Row } from './row.js';

/** Whether a unit counts: numbers, empty texts and the like do not. */
export function isCounted({ source: { expected } }: Row): boolean {
  return expected.unit.kind === 'text' && expected.text !== '';
}
