import { baseOf } from './languages.js';
import type { AnswerFinding, LanguagePair } from './types.js';

/** How a text ends, in any script. Closing quotes, brackets and tags do not count. */
type Ending = 'stop' | 'question' | 'exclamation' | 'word' | 'other';

const STOPS = '.。．｡।॥۔።។။։';
const QUESTIONS = '?？؟;՞፧';
const EXCLAMATIONS = '!！՜';
const CLOSERS = ' \t\n\r\u00a0\u202f"\'”’»«“„)]}）】」』》>*_`';
const WORD = /[\p{L}\p{M}\p{N}]/u;
/** Languages that also mark questions with a word, or end sentences with a space. */
const WITHOUT_ENDS = new Set(['th', 'lo', 'km', 'my', 'bo']);
const OPTIONAL_STOPS = new Set(['ja', 'zh', 'yue', 'ko']);
const ASKING = /[かのね吗嗎呢么麼][。.]?\s*$/;

/** A sentence end that was lost or added. */
export function sentenceEnd(
  source: string,
  answer: string,
  { target }: LanguagePair,
): AnswerFinding | undefined {
  const was = endingOf(source);
  if (was === 'other') return undefined;
  const is = endingOf(answer);
  if (was === is || is === 'other') return undefined;
  const language = baseOf(target);
  if (WITHOUT_ENDS.has(language)) return undefined;
  if (was === 'word') return invented(is, answer, language);
  if (was === 'question') return asks(answer) ? undefined : lost('question mark');
  if (is !== 'word') return undefined;
  if (was === 'exclamation') return lost('exclamation mark');
  return OPTIONAL_STOPS.has(language) ? undefined : lost('full stop');
}

/** An added sentence end. A short word with a stop is an abbreviation. */
function invented(is: Ending, answer: string, language: string): AnswerFinding | undefined {
  if (is === 'stop' && (OPTIONAL_STOPS.has(language) || /(?:^|\s)\S{1,7}$/.test(answer)))
    return undefined;
  const message = 'the answer adds sentence-ending punctuation that the source does not have';
  return { code: 'sentence-end', message };
}

function lost(what: string): AnswerFinding {
  return { code: 'sentence-end', message: `the ${what} at the end of the source is missing` };
}

function asks(answer: string): boolean {
  for (const char of QUESTIONS) if (answer.includes(char)) return true;
  return ASKING.test(answer);
}

/** An ellipsis has no significance for the sentence: 'other'. */
function endingOf(text: string): Ending {
  const at = lastOf(text);
  const code = text.charCodeAt(at);
  // Fast path for nearly all texts.
  if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 'word';
  const char = text[at];
  if (char === undefined) return 'other';
  if (STOPS.includes(char)) return STOPS.includes(text[at - 1] ?? ' ') ? 'other' : 'stop';
  if (QUESTIONS.includes(char)) return 'question';
  if (EXCLAMATIONS.includes(char)) return 'exclamation';
  return WORD.test(char) ? 'word' : 'other';
}

/** Index of the last character that is not a closing one. */
function lastOf(text: string): number {
  let at = text.length - 1;
  while (at >= 0) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) return at;
    const char = text[at] ?? '';
    if (!CLOSERS.includes(char)) return at;
    const tag = char === '>' ? text.lastIndexOf('<', at) : -1;
    if (tag >= 0 && text[at - 1] === '/') return at;
    at = (tag >= 0 ? tag : at) - 1;
  }
  return -1;
}
