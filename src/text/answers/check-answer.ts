import { lengthRatio } from './length-ratio.js';
import { lineBreaks } from './line-breaks.js';
import { repetition } from './repetition.js';
import { sentenceEnd } from './sentence-end.js';
import { noTranslation } from './no-translation.js';
import type { MessageContext } from '../types.js';
import type { AnswerFinding } from './types.js';
import { untranslated } from './untranslated.js';

const NONE: readonly AnswerFinding[] = [];

/**
 * Findings that make a machine's answer suspicious, the most significant first. Each check is
 * linear in both texts, and inspects few characters of a normal answer.
 * @param source as it was sent
 */
export function checkAnswer(
  source: string,
  answer: string,
  languages: Pick<MessageContext, 'source' | 'target' | 'inline'>,
): readonly AnswerFinding[] {
  const repeated = repetition(source, answer);
  const same = untranslated(source, answer, languages);
  const length = lengthRatio(source, answer, languages);
  // Line breaks have no meaning in XML and in subtitles.
  const lines = languages.inline === undefined ? lineBreaks(source, answer) : undefined;
  const end = sentenceEnd(source, answer, languages);
  const none = noTranslation(source, answer);
  // Fast path for nearly all answers.
  if (!(none ?? repeated ?? same ?? length ?? lines ?? end)) return NONE;
  return [none, repeated, same, length, lines, end].filter((one) => one !== undefined);
}
