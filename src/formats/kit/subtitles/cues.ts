import { beforeLineEnd, isLineEnd, lineEnd, lineStart, skipLineEnd } from '../layout.js';
import { formatError, MOST_VALUES, TOO_LARGE } from '../unusable.js';

/** The most characters before the arrow of a timing line, so that no line is searched twice. */
const LONGEST_TIME = 80;

export interface CueOptions {
  /** File name for messages. */
  readonly file?: string | undefined;
  /**
   * WebVTT: a blank line ends a cue, comments are between cues, and any line may be a cue's name.
   */
  readonly hasBlocks?: boolean | undefined;
}

/** One cue, in offsets. Only blank lines are between `textEnd` and `after`. */
export interface Cue {
  /** Start of the index line, or of the timing line if there is no index. */
  readonly start: number;
  readonly timing: number;
  /** End of the start time in the timing line. */
  readonly startEnd: number;
  readonly timingEnd: number;
  readonly textStart: number;
  readonly textEnd: number;
  /** Start of what follows: the next cue, or a comment (WebVTT). */
  readonly after: number;
  /** Start time in milliseconds. */
  readonly begin: number;
  readonly end: number;
}

/**
 * Cues of a text. Anything else (a header, text before the first cue) is skipped.
 *
 * @throws FormatError `too-large`
 */
export function readCues(text: string, { file, hasBlocks = false }: CueOptions = {}): Cue[] {
  const cues: Cue[] = [];
  const nextTiming = hasBlocks ? nextBlock : nextNumbered;
  let timing = nextTiming(text, text.charCodeAt(0) === 0xfeff ? 1 : 0);
  while (timing !== undefined) {
    if (cues.length >= MOST_VALUES)
      throw formatError('too-large', `${TOO_LARGE}.`, { text, offset: timing.start, file });
    const { cueStart, start, startEnd, end, begin, until } = timing;
    const next = nextTiming(text, end);
    const limit = next?.cueStart ?? text.length;
    const textEnd = trimBlankLines(text, end, hasBlocks ? blankLine(text, end, limit) : limit);
    cues.push({
      start: cueStart,
      timing: start,
      startEnd,
      timingEnd: end,
      textStart: textEnd === end ? end : skipBlankLines(text, end),
      textEnd,
      after: hasBlocks ? skipBlankLines(text, skipLineEnd(text, textEnd)) : limit,
      begin,
      end: until,
    });
    timing = next;
  }
  return cues;
}

/** The number of a cue as written, '' if it is missing. */
export function indexOf(text: string, { start, timing }: Cue): string {
  return start === timing ? '' : text.slice(start, timing).trim();
}

/** The number of a cue; NaN if it is missing. */
export function numberOf(text: string, cue: Cue): number {
  return Number(indexOf(text, cue) || NaN);
}

/** The start time of a cue as written. */
export function startOf(text: string, { timing, startEnd }: Cue): string {
  return text.slice(timing, startEnd).trimStart();
}

interface Timing {
  readonly cueStart: number;
  readonly start: number;
  readonly startEnd: number;
  readonly end: number;
  readonly begin: number;
  readonly until: number;
}

/** The next cue of WebVTT, including the line above its times if that is its name. */
function nextBlock(text: string, after: number): Timing | undefined {
  const timing = nextNumbered(text, after);
  if (timing === undefined) return undefined;
  const { start } = timing;
  const above = beforeLineEnd(text, start);
  const name = lineStart(text, above);
  const isName =
    name > after &&
    above > name &&
    isAfterBlankLine(text, name) &&
    // A line with unreadable times is not a name.
    !text.slice(name, above).includes('-->');
  return { ...timing, cueStart: isName ? name : start };
}

export function isAfterBlankLine(text: string, line: number): boolean {
  const above = beforeLineEnd(text, line);
  return above < line && lineStart(text, above) === above;
}

/** Start of the block of non-empty lines whose last line contains an offset. */
export function startOfBlock(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isAfterBlankLine(text, at)) at = lineStart(text, beforeLineEnd(text, at));
  return at;
}

/** Start of the first empty line after an offset, at most `limit`. */
function blankLine(text: string, from: number, limit: number): number {
  let at = skipLineEnd(text, lineEnd(text, from));
  while (at < limit) {
    const end = lineEnd(text, at);
    if (end === at) return at;
    at = skipLineEnd(text, end);
  }
  return limit;
}

/** The next timing line after an offset at the end of a line or the start of the file. */
function nextNumbered(text: string, after: number): Timing | undefined {
  let arrow = text.indexOf('-->', after);
  for (; arrow !== -1; arrow = text.indexOf('-->', arrow + 3)) {
    const found = timingAt(text, arrow, after);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Times in any form that players accept: `1:2.5 -->3:4`, with coordinates after it. */
function timingAt(text: string, arrow: number, after: number): Timing | undefined {
  const arrowEnd = arrow + 3;
  let start = arrow;
  const earliest = Math.max(after, arrow - LONGEST_TIME);
  while (start > earliest && !isLineEnd(text.charCodeAt(start - 1))) start -= 1;
  if (start > after && !isLineEnd(text.charCodeAt(start - 1))) return undefined;
  const first = timeIn(text, start);
  const second = timeIn(text, arrowEnd);
  if (first === undefined || second === undefined || !isFree(text, first.end, arrow))
    return undefined;
  const { end } = second;
  if (end < text.length && !isBlank(text.charCodeAt(end))) return undefined;
  return {
    cueStart: indexLine(text, start, after),
    start,
    startEnd: first.end,
    end: lineEnd(text, end),
    begin: first.time,
    until: second.time,
  };
}

/** Start of the line before if it is a number, otherwise `start`. */
function indexLine(text: string, start: number, limit: number): number {
  let at = start;
  if (text.charCodeAt(at - 1) === 10) at -= 1;
  if (text.charCodeAt(at - 1) === 13) at -= 1;
  if (at === start) return start;
  while (at > limit && isSpace(text.charCodeAt(at - 1))) at -= 1;
  const end = at;
  while (at > limit && isDigit(text.charCodeAt(at - 1))) at -= 1;
  if (at === end) return start;
  while (at > limit && isSpace(text.charCodeAt(at - 1))) at -= 1;
  const isAlone = at > limit ? isLineEnd(text.charCodeAt(at - 1)) : limit <= 1;
  return isAlone ? at : start;
}

/** End of the last line that is not blank; `from` if there is none. */
function trimBlankLines(text: string, from: number, limit: number): number {
  let at = limit;
  while (at > from && isBlank(text.charCodeAt(at - 1))) at -= 1;
  return at <= from ? from : lineEnd(text, at);
}

/** Start of the first line that is not blank. */
function skipBlankLines(text: string, from: number): number {
  let line = from;
  for (let at = from; isBlank(text.charCodeAt(at)); at += 1)
    if (isLineEnd(text.charCodeAt(at))) line = at + 1;
  return line;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}

function isBlank(code: number): boolean {
  return isSpace(code) || code === 10 || code === 13;
}

const TIME = /[ \t]*(-?)(\d+(?::\d+){1,2})(?![:\d])(?:[.,](\d*))?/y;

/** A time such as `-1:02:03,456` or `02:03.4`, in milliseconds. */
function timeIn(
  text: string,
  from: number,
): { readonly end: number; readonly time: number } | undefined {
  TIME.lastIndex = from;
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [whole, sign, clock = '', fraction = ''] = match;
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  const rest = Number(`${fraction.slice(0, 3).padEnd(3, '0')}.${fraction.slice(3)}`);
  const time = seconds * 1000 + rest;
  return { end: from + whole.length, time: sign === '-' ? -time : time };
}

function isFree(text: string, start: number, end: number): boolean {
  return /^[ \t]*$/.test(text.slice(start, end));
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether a line would be read as the timing line of a cue. */
function isTimingLine(line: string): boolean {
  return nextNumbered(line, 0) !== undefined;
}

/** The line end of a cue's timing line, or else that of the file. */
export function newlineOf(text: string, cue: Cue, fallback: string): string {
  const end = skipLineEnd(text, cue.timingEnd);
  if (end > cue.timingEnd) return text.slice(cue.timingEnd, end);
  const start = lineStart(text, cue.timing);
  if (start === 0) return fallback;
  return text.slice(start - 2, start) === '\r\n' ? '\r\n' : text.charAt(start - 1);
}

/** A time with milliseconds followed by an arrow or dash, or any time beside an arrow. */
const TIMES =
  /^[ \t]*\d+:[\d:]*[.,]\d{3}[ \t]*[-=\u2013\u2014\u2192>]|^[ \t]*\d+:[\d:.,]*[ \t]*[-=]*[>\u2192]|-->(?<=\d:\d[\d:.,]*[ \t]*-->)|-->[ \t]*\d+:\d/;
/** A time that ends its line, or is followed by an arrow or dash. */
const TIME_ALONE = /^[ \t]*\d+:[\d:.,]*[ \t]*(?:$|[-=\u2013\u2014\u2192>])/;

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
    TIMES.test(line) || (TIME_ALONE.test(line) && isBelowNumber(text, at));
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

/** Returns names by start time, with `#2` and so on if a name is taken. */
export function namer(taken: readonly string[] = []): (time: string) => string {
  const used = new Map(taken.map((name) => [name, 1]));
  return (time) => {
    let count = (used.get(time) ?? 0) + 1;
    while (count > 1 && used.has(`${time}#${count}`)) count += 1;
    used.set(time, count);
    const name = count === 1 ? time : `${time}#${count}`;
    used.set(name, count);
    return name;
  };
}

/** `00:00:01,000`; negative times become 0. */
export function formatTime(time: number, comma: string): string {
  const whole = Math.max(0, Math.round(time));
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const seconds = Math.floor(whole / 1000);
  const parts = [two(seconds / 3600), two((seconds / 60) % 60), two(seconds % 60)];
  return `${parts.join(':')}${comma}${String(whole % 1000).padStart(3, '0')}`;
}
