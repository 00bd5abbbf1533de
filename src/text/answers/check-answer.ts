import { lengthRatio } from './length-ratio.js';
import { lineBreaks } from './line-breaks.js';
import { repetition } from './repetition.js';
import { sentenceEnd } from './sentence-end.js';
import type { MessageContext } from '../types.js';
import type { AnswerFinding } from './types.js';
import { untranslated } from './untranslated.js';

const NONE: readonly AnswerFinding[] = [];

/**
 * What makes a machine's answer suspicious, the most telling first. Each check is linear in both
 * texts, and looks at few characters of an answer that is as usual.
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
  // In XML and in subtitles the place of a line break means nothing.
  const lines = languages.inline === undefined ? lineBreaks(source, answer) : undefined;
  const end = sentenceEnd(source, answer, languages);
  // Nearly all answers.
  if (!(repeated ?? same ?? length ?? lines ?? end)) return NONE;
  return [repeated, same, length, lines, end].filter((one) => one !== undefined);
}
