import type { AnswerFinding } from './types.js';

/** A different number of lines in the answer than in the source. */
export function lineBreaks(source: string, answer: string): AnswerFinding | undefined {
  const isOneLine = !source.includes('\n');
  if (isOneLine && !answer.includes('\n')) return undefined;
  const was = linesOf(source);
  const is = linesOf(answer);
  if (was === is) return undefined;
  const message = `${is} ${is === 1 ? 'line' : 'lines'} of text, but the source has ${was}`;
  return { code: 'line-breaks', message };
}

/** Number of lines that are not blank. */
function linesOf(text: string): number {
  let lines = 0;
  let start = 0;
  while (start <= text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    if (!isBlank(text, start, end)) lines += 1;
    start = end + 1;
  }
  return lines;
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 9 && code !== 13) return false;
  }
  return true;
}
