import { isLineEnd, lineStart, skipLineEnd } from '../shared/layout.js';

/** Characters before the arrow of a timing line; a bound, so that no line is searched twice. */
const LONGEST_TIME = 80;

/** One cue, by offsets. Between `textEnd` and the next cue stand blank lines only. */
export interface Cue {
  /** Start of the index line, or of the timing line where there is no index. */
  readonly start: number;
  /** The index as it stands there, '' where it is missing. */
  readonly index: string;
  readonly timing: number;
  readonly timingEnd: number;
  readonly textStart: number;
  readonly textEnd: number;
  /** The start time as written. */
  readonly from: string;
  /** Milliseconds. */
  readonly begin: number;
  readonly end: number;
}

/** Cues of an SRT text; what is none (a header, text before the first cue) is passed over. */
export function readCues(text: string): Cue[] {
  const timings = readTimings(text);
  const cues: Cue[] = [];
  for (let i = 0; i < timings.length; i += 1) {
    const timing = timings[i];
    if (timing === undefined) break;
    const limit = timings[i + 1]?.cueStart ?? text.length;
    const textEnd = trimBlankLines(text, timing.end, limit);
    const empty = textEnd === timing.end;
    cues.push({
      start: timing.cueStart,
      index: timing.index,
      timing: timing.start,
      timingEnd: timing.end,
      textStart: empty ? timing.end : skipBlankLines(text, timing.end),
      textEnd,
      from: timing.from,
      begin: timing.begin,
      end: timing.until,
    });
  }
  return cues;
}

interface Timing {
  readonly cueStart: number;
  readonly index: string;
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly begin: number;
  readonly until: number;
}

function readTimings(text: string): Timing[] {
  const timings: Timing[] = [];
  let after = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  for (let arrow = text.indexOf('-->'); arrow !== -1; arrow = text.indexOf('-->', arrow + 3)) {
    let start = arrow;
    const earliest = Math.max(after, arrow - LONGEST_TIME);
    while (start > earliest && !isLineEnd(text.charCodeAt(start - 1))) start -= 1;
    if (start > after && !isLineEnd(text.charCodeAt(start - 1))) continue;
    const first = readTime(text, start);
    if (first === undefined || skipSpaces(text, first.end) !== arrow) continue;
    const second = readTime(text, arrow + 3);
    if (second === undefined) continue;
    let end = second.end;
    const next = text.charCodeAt(end);
    if (end < text.length && next !== 32 && next !== 9 && !isLineEnd(next)) continue;
    while (end < text.length && !isLineEnd(text.charCodeAt(end))) end += 1;
    const cueStart = indexLine(text, start, after);
    const index = cueStart === start ? '' : text.slice(cueStart, start).trim();
    const from = text.slice(first.start, first.end);
    timings.push({ cueStart, index, start, end, from, begin: first.time, until: second.time });
    after = end;
  }
  return timings;
}

/** Start of the line before if it is a number, else `start` itself. */
function indexLine(text: string, start: number, limit: number): number {
  let at = start;
  if (text.charCodeAt(at - 1) === 10) at -= 1;
  if (text.charCodeAt(at - 1) === 13) at -= 1;
  if (at === start) return start;
  let digits = 0;
  while (at > limit && !isLineEnd(text.charCodeAt(at - 1))) {
    const code = text.charCodeAt(at - 1);
    if (code >= 48 && code <= 57) digits += 1;
    else if (code !== 32 && code !== 9) return start;
    at -= 1;
  }
  return digits > 0 && (at > limit || limit <= 1) ? at : start;
}

/** End of the last line with words in it; `from` where there is none. */
function trimBlankLines(text: string, from: number, limit: number): number {
  let at = limit;
  while (at > from && isBlank(text.charCodeAt(at - 1))) at -= 1;
  return at <= from ? from : firstLineEnd(text, at);
}

/** Start of the first line with words in it. */
function skipBlankLines(text: string, from: number): number {
  let line = from;
  for (let at = from; isBlank(text.charCodeAt(at)); at += 1)
    if (isLineEnd(text.charCodeAt(at))) line = at + 1;
  return line;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || isLineEnd(code);
}

function firstLineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at += 1;
  return at;
}

/** A time such as `-1:02:03,456`, `02:03.4`; undefined for anything else. */
function readTime(
  text: string,
  from: number,
): { start: number; end: number; time: number } | undefined {
  const start = skipSpaces(text, from);
  let at = text.charCodeAt(start) === 45 ? start + 1 : start;
  let value = 0;
  let time = 0;
  let parts = 0;
  for (let digits = 0; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) {
      value = value * 10 + code - 48;
      digits += 1;
      continue;
    }
    if (digits === 0) return undefined;
    time = time * 60 + value;
    parts += 1;
    value = 0;
    digits = 0;
    if (code !== 58) break;
  }
  if (parts < 2 || parts > 3) return undefined;
  time *= 1000;
  const separator = text.charCodeAt(at);
  if (separator === 44 || separator === 46) {
    let unit = 100;
    for (at += 1; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 48 || code > 57 || at >= text.length) break;
      time += (code - 48) * unit;
      unit /= 10;
    }
  }
  return { start, end: at, time: text.charCodeAt(start) === 45 ? -time : time };
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1;
  return at;
}

/** Whether a line would be read as the timing line of a cue. */
export function isTimingLine(line: string): boolean {
  return line.includes('-->') && readTimings(line).length > 0;
}

/** The line end that a cue's own timing line has, else that of the file. */
export function newlineOf(text: string, cue: Cue, fallback: string): string {
  const end = skipLineEnd(text, cue.timingEnd);
  if (end > cue.timingEnd) return text.slice(cue.timingEnd, end);
  const start = lineStart(text, cue.timing);
  if (start === 0) return fallback;
  return text.slice(start - 2, start) === '\r\n' ? '\r\n' : text.charAt(start - 1);
}
