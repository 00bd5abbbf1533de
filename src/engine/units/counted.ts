import type { ComparedUnit } from './types.js';

/** Whether a unit counts: numbers, empty texts and the like do not. */
export function isCounted({ source: { expected } }: ComparedUnit): boolean {
  return expected.unit.kind === 'text' && expected.text !== '';
}
