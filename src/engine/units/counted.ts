import type { ComparedUnit } from './types.js';

/** Numbers, empty texts and the like are no units that a person would count. */
export function isCounted({ source: { expected } }: ComparedUnit): boolean {
  return expected.unit.kind === 'text' && expected.text !== '';
}
