import { baseOf } from './languages.js';
import type { AnswerFinding, LanguagePair } from './types.js';

/** The fewest lower-case words of a text that is not a name. */
const WORDS = 3;
const SMALL = /(?<![\p{L}\p{N}@#/._-])\p{Ll}{2,}(?![\p{L}\p{N}@/_-]|\.\p{L})/gu;

/** The source came back, although it has words to translate. */
export function untranslated(
  source: string,
  answer: string,
  { source: from, target }: LanguagePair,
): AnswerFinding | undefined {
  if (answer.length !== source.length || answer !== source) return undefined;
  if (baseOf(from) === baseOf(target)) return undefined;
  if ((source.replace(/<[^>]*>/g, ' ').match(SMALL) ?? []).length < WORDS) return undefined;
  return { code: 'untranslated', message: 'the answer is the same as the source' };
}
