import { CHOICE } from '../detect.js';
import { parseIcu } from '../icu/parse.js';
import { isIcu, maskXliff, type TextKind } from '../message.js';
import type { TextProblem } from '../types.js';

/**
 * A problem of the source text alone: a plural or select that cannot be parsed is never translated.
 */
export function sourceProblem(text: string, kind: TextKind): TextProblem | undefined {
  if (!text.includes('{') || !CHOICE.test(text) || !isIcu(text, kind)) return undefined;
  const read = parseIcu(maskXliff(text, kind));
  if (read.ok) return undefined;
  const message = `the source cannot be read as ICU (${read.reason} at character ${read.offset + 1}); its plural or select is copied unchanged to every target`;
  return { code: 'icu-syntax', message };
}
