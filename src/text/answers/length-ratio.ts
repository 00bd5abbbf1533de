import { widthOf } from './languages.js';
import type { AnswerFinding, LanguagePair } from './types.js';

/** The length of shorter texts has no significance. In characters of an alphabet. */
const SHORT = 24;
const LEAST = 0.3;
const MOST = 3;

const BROAD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** An answer that is much shorter or longer than usual translations into the language. */
export function lengthRatio(
  source: string,
  answer: string,
  { source: from, target }: LanguagePair,
): AnswerFinding | undefined {
  // Within this range, no pair of scripts changes the result.
  if (answer.length > source.length * 0.8 && answer.length < source.length * 1.2) return undefined;
  const was = source.length / widthOf(from);
  const width = widthOf(target);
  // Names and similar words stay in their alphabet.
  const is = answer.length / (width < 1 && !BROAD.test(answer) ? 1 : width);
  if (Math.max(was, is) < SHORT) return undefined;
  if (is < was * LEAST && was >= SHORT) return finding('short', source, answer);
  return is > Math.max(was, SHORT / 2) * MOST ? finding('long', source, answer) : undefined;
}

function finding(how: string, source: string, answer: string): AnswerFinding {
  const message = `far too ${how}: ${answer.length} characters, compared with ${source.length} in the source`;
  return { code: 'length-ratio', message };
}
