import type { AnswerFinding } from './types.js';

/** So many equal words in a row occur in no language. */
const IN_A_ROW = 3;
/** The last of ASCII's blanks and control characters. */
const BLANK = 32;
/** A phrase repeated this often in a row is not a sentence. */
const TIMES = 3;

/** The same word again and again, or the whole text. */
export function repetition(source: string, answer: string): AnswerFinding | undefined {
  if (longestRun(answer) >= IN_A_ROW && longestRun(source) < IN_A_ROW)
    return { code: 'repetition', message: 'the answer repeats a word' };
  if (answer.length < source.length * 2 || answer.length < 12) return undefined;
  if (timesOf(answer) < TIMES || timesOf(source) >= TIMES) return undefined;
  return { code: 'repetition', message: 'the answer repeats itself' };
}

/**
 * The largest number of equal words in a row. Words of one letter or digit do not count, because
 * they may be a format.
 */
function longestRun(text: string): number {
  let longest = 1;
  let run = 1;
  let before = -1;
  let length = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && text.charCodeAt(at) > BLANK) continue;
    const own = at - start;
    if (own > 0) {
      if (own === length && own > 1 && isSame(text, before, { start, length })) {
        run += 1;
        if (run > longest && isWord(text, start, at)) longest = run;
      } else run = 1;
      before = start;
      length = own;
    }
    start = at + 1;
  }
  return longest;
}

function isSame(
  text: string,
  before: number,
  { start, length }: { readonly start: number; readonly length: number },
): boolean {
  for (let i = 0; i < length; i += 1) {
    if (text.charCodeAt(before + i) !== text.charCodeAt(start + i)) return false;
  }
  return true;
}

function isWord(text: string, start: number, end: number): boolean {
  return /\p{L}{2}/u.test(text.slice(start, end));
}

/**
 * How often the end of a text is repeated backwards: the shortest piece that makes up at least the
 * last two thirds of the text. Linear (Knuth, Morris and Pratt).
 */
function timesOf(text: string): number {
  const letters = text.trim();
  const { length } = letters;
  const borders = new Int32Array(length);
  const at = (i: number): number => letters.charCodeAt(length - 1 - i);
  let border = 0;
  let most = 1;
  for (let i = 1; i < length; i += 1) {
    while (border > 0 && at(i) !== at(border)) border = borders[border - 1] ?? 0;
    if (at(i) === at(border)) border += 1;
    borders[i] = border;
    const period = i + 1 - border;
    // The last repetition has no blank after it.
    if (period >= 4 && (i + 1) * 3 >= length * 2) most = Math.max(most, (i + 2) / period);
  }
  return most;
}
