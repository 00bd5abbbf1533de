import type { Start } from './syntax.js';

/** The place of an offset in a text whose lines are looked for once. */
export function placesIn(code: string): (at: number) => Required<Start> {
  let lines: readonly number[] | undefined;
  return (at) => {
    lines ??= [...code.matchAll(/\n/g)].map(({ index }) => index + 1);
    let [low, high] = [0, lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lines[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return { line: low + 1, column: at - (lines[low - 1] ?? 0), index: at };
  };
}

/** Offset after a sign; the end of the text if there is none. */
export function after(text: string, sign: string, at: number): number {
  const found = text.indexOf(sign, at);
  return found === -1 ? text.length : found + sign.length;
}

/** Where the brace that opens here is closed, ignoring braces in strings and comments. */
export function endOfBraces(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"' || sign === "'" || sign === '`') at = endOfString(text, at);
    else if (sign === '/' && text[at + 1] === '/') at = text.indexOf('\n', at) - 1;
    else if (sign === '/' && text[at + 1] === '*') at = after(text, '*/', at) - 1;
    // `{/each}` ends a block.
    else if (sign === '/' && at > start + 1) at = endOfPattern(text, at);
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    if (depth === 0) return at;
    if (at < start) break;
  }
  return text.length;
}

/** What may precede a regular expression, but not a division or the end of a tag. */
const BEFORE_PATTERN = /(?:[(,=:[!&|?{;+\-*%~^]|=>|\breturn)\s*$/;
const PATTERN = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\//y;

/** End of a regular expression that starts here; the start itself if there is none. */
export function endOfPattern(text: string, start: number): number {
  if (!BEFORE_PATTERN.test(text.slice(Math.max(0, start - 20), start))) return start;
  PATTERN.lastIndex = start;
  const found = PATTERN.exec(text);
  return found === null ? start : start + found[0].length - 1;
}

/** Where a quote is closed; an apostrophe that is never closed is not a quote. */
export function endOfString(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === quote) return at;
    else if (sign === '\n' && quote !== '`') return start;
    else if (quote === '`' && sign === '$' && text[at + 1] === '{') at = endOfBraces(text, at + 1);
  }
  return quote === '`' ? text.length : start;
}

/** Replaces code by spaces, so that line numbers stay. */
export function blank(code: string): string {
  return code.replace(/[^\n]/g, ' ');
}

const CONTROLS: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\n': '',
  '\r\n': '',
};

/** What an escape stands for: `u00e9`, `x41`, `n`. */
export function unescaped(escape: string): string {
  const digits = /^[ux]\{?([\da-f]+)/i.exec(escape)?.[1];
  if (digits === undefined) return CONTROLS[escape] ?? escape;
  const point = Number.parseInt(digits, 16);
  return point > 0x10ffff ? '' : String.fromCodePoint(point);
}
