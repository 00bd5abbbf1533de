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
export function numberOf(text: string, { start, timing }: Cue): number {
  let value = start === timing ? NaN : 0;
  for (let at = start; at < timing; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) value = value * 10 + code - 48;
  }
  return value;
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
    const found = usualTiming(text, arrow, after) ?? anyTiming(text, arrow, after);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A line with only `00:00:01,000 --> 00:00:02,500`, which is nearly always the form. */
function usualTiming(text: string, arrow: number, after: number): Timing | undefined {
  const start = arrow - 13;
  const end = arrow + 16;
  if (start < after || (start > after && !isLineEnd(text.charCodeAt(start - 1)))) return undefined;
  if (text.charCodeAt(arrow - 1) !== 32 || text.charCodeAt(arrow + 3) !== 32) return undefined;
  if (end < text.length && !isLineEnd(text.charCodeAt(end))) return undefined;
  const begin = usualTime(text, start);
  const until = usualTime(text, arrow + 4);
  if (begin === -1 || until === -1) return undefined;
  const cueStart = indexLine(text, start, after);
  return { cueStart, start, startEnd: start + 12, end, begin, until };
}

/** Milliseconds of `00:00:01,000`; -1 for anything else. */
function usualTime(text: string, at: number): number {
  const hours = twoDigits(text, at);
  const minutes = twoDigits(text, at + 3);
  const seconds = twoDigits(text, at + 6);
  const tens = twoDigits(text, at + 9);
  const last = text.charCodeAt(at + 11) - 48;
  if (hours < 0 || minutes < 0 || seconds < 0 || tens < 0 || !(last >= 0 && last <= 9)) return -1;
  if (text.charCodeAt(at + 2) !== 58 || text.charCodeAt(at + 5) !== 58) return -1;
  if (!isSeparator(text.charCodeAt(at + 8))) return -1;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + tens * 10 + last;
}

function twoDigits(text: string, at: number): number {
  const first = text.charCodeAt(at) - 48;
  const second = text.charCodeAt(at + 1) - 48;
  return first >= 0 && first <= 9 && second >= 0 && second <= 9 ? first * 10 + second : -1;
}

/** Other forms of times that players accept: `1:2.5 -->3:4`, with coordinates after it. */
function anyTiming(text: string, arrow: number, after: number): Timing | undefined {
  const arrowEnd = arrow + 3;
  let start = arrow;
  const earliest = Math.max(after, arrow - LONGEST_TIME);
  while (start > earliest && !isLineEnd(text.charCodeAt(start - 1))) start -= 1;
  if (start > after && !isLineEnd(text.charCodeAt(start - 1))) return undefined;
  const startEnd = endOfTime(text, start);
  if (skipSpaces(text, startEnd) !== arrow) return undefined;
  const end = endOfTime(text, arrowEnd);
  if (end === -1 || (end < text.length && !isBlank(text.charCodeAt(end)))) return undefined;
  return {
    cueStart: indexLine(text, start, after),
    start,
    startEnd,
    end: lineEnd(text, end),
    begin: timeAt(text, start),
    until: timeAt(text, arrowEnd),
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

/** End of a time such as `-1:02:03,456`, `02:03.4`; -1 if there is none. */
function endOfTime(text: string, from: number): number {
  let at = skipSpaces(text, from);
  if (text.charCodeAt(at) === 45) at += 1;
  for (let parts = 1; ; parts += 1, at += 1) {
    const digits = at;
    at = skipDigits(text, at);
    if (at === digits || parts > 3) return -1;
    if (text.charCodeAt(at) === 58) continue;
    if (parts === 1) return -1;
    return isSeparator(text.charCodeAt(at)) ? skipDigits(text, at + 1) : at;
  }
}

/** Milliseconds of a valid time. */
function timeAt(text: string, from: number): number {
  let at = skipSpaces(text, from);
  const negative = text.charCodeAt(at) === 45;
  if (negative) at += 1;
  let seconds = 0;
  let value = 0;
  for (let code = text.charCodeAt(at); isDigit(code) || code === 58; code = text.charCodeAt(++at))
    if (code === 58) {
      seconds = (seconds + value) * 60;
      value = 0;
    } else value = value * 10 + code - 48;
  let time = (seconds + value) * 1000;
  let unit = 100;
  if (isSeparator(text.charCodeAt(at)))
    for (at += 1; isDigit(text.charCodeAt(at)); at += 1, unit /= 10)
      time += (text.charCodeAt(at) - 48) * unit;
  return negative ? -time : time;
}

function isSeparator(code: number): boolean {
  return code === 44 || code === 46;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function skipDigits(text: string, from: number): number {
  let at = from;
  while (isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1;
  return at;
}

/** Whether a line would be read as the timing line of a cue. */
export function isTimingLine(line: string): boolean {
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
