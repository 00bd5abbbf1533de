import { beforeLineEnd, lineEnd, lineStart } from '../layout.js';
import { formatError } from '../unusable.js';
import { isDigit, isTimingLine, type Cue } from './cues.js';

/** A time with milliseconds followed by an arrow or dash, or any time beside an arrow. */
const TIMES =
  /^[ \t]*\d+:[\d:]*[.,]\d{3}[ \t]*[-=\u2013\u2014\u2192>]|^[ \t]*\d+:[\d:.,]*[ \t]*[-=]*[>\u2192]|-->(?<=\d:\d[\d:.,]*[ \t]*-->)|-->[ \t]*\d+:\d/;
/** A time that ends its line, or is followed by an arrow or dash. */
const TIME = /^[ \t]*\d+:[\d:.,]*[ \t]*(?:$|[-=\u2013\u2014\u2192>])/;

/**
 * Refuses unreadable times of a cue: players take them for words of the cue above, so both texts
 * would be translated as one.
 * @throws FormatError `syntax` at the first of them, and if the file ends with times
 */
export function rejectBadTimes(
  text: string,
  cues: readonly Cue[],
  options: {
    readonly hasBlocks: boolean;
    /** A valid timing line, for the message. */
    readonly example: string;
    readonly file: string | undefined;
  },
): void {
  const { hasBlocks, example, file } = options;
  const expected = `expected a line such as "${example}"`;
  const last = cues.at(-1);
  if (last !== undefined && last.timingEnd >= text.length) {
    const message = `the file is cut off in the times of a cue; ${expected} and a text below it.`;
    throw formatError('syntax', message, { text, offset: last.timing, file });
  }
  const found = hasBlocks ? firstInWords(text, cues) : firstBetweenTimes(text, cues);
  if (found === undefined) return;
  const message = `the times of this cue cannot be read; ${expected}.`;
  throw formatError('syntax', message, { text, offset: found, file });
}

/** Whether a line of a text would be read as a cue's times, or be refused as invalid ones. */
export function looksLikeTimes(line: string): boolean {
  return isTimingLine(line) || TIMES.test(line);
}

/** Finds bad times in the text of cues, because anything may be between cues. */
function firstInWords(text: string, cues: readonly Cue[]): number | undefined {
  for (const { textStart, textEnd } of cues) {
    const found = findLine(text, { start: textStart, end: textEnd }, (line) => TIMES.test(line));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Finds bad times between cues. In SubRip, a time below a number that follows an empty line also
 * belongs to a cue.
 */
function firstBetweenTimes(text: string, cues: readonly Cue[]): number | undefined {
  const isBad = (line: string, at: number): boolean =>
    TIMES.test(line) || (TIME.test(line) && isBelowNumber(text, at));
  let start = 0;
  for (let next = 0; next <= cues.length; next += 1) {
    const cue = cues[next];
    const found = findLine(text, { start, end: cue?.timing ?? text.length }, isBad);
    if (found !== undefined || cue === undefined) return found;
    start = cue.timingEnd;
  }
  return undefined;
}

/** The first bad line in a range, among those with a digit before a colon, which are rare. */
function findLine(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  isBad: (line: string, at: number) => boolean,
): number | undefined {
  let colon = text.indexOf(':', start);
  while (colon !== -1 && colon < end) {
    let from = colon;
    if (isDigit(text.charCodeAt(colon - 1))) {
      from = lineEnd(text, colon);
      const at = lineStart(text, colon);
      if (isBad(text.slice(at, from), at)) return at;
    }
    colon = text.indexOf(':', from + 1);
  }
  return undefined;
}

function isBelowNumber(text: string, line: number): boolean {
  const number = lineAbove(text, line);
  const blank = number && lineAbove(text, number.start);
  if (number === undefined || blank === undefined) return false;
  return /^[ \t]*\d+[ \t]*$/.test(number.line) && /^[ \t]*$/.test(blank.line);
}

function lineAbove(text: string, at: number): { start: number; line: string } | undefined {
  if (at === 0) return undefined;
  const end = beforeLineEnd(text, at);
  const start = lineStart(text, end);
  return { start, line: text.slice(start, end) };
}
