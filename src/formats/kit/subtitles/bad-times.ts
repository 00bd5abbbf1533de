import { lineStart } from '../layout.js';
import { formatError } from '../unusable.js';
import { isTimingLine, type Cue } from './cues.js';

/** A time to the millisecond and an arrow or dash behind it, or any time beside an arrow. */
const TIMES =
  /^[ \t]*\d+:[\d:]*[.,]\d{3}[ \t]*[-=\u2013\u2014\u2192>]|^[ \t]*\d+:[\d:.,]*[ \t]*[-=]*[>\u2192]|\d:\d[\d:.,]*[ \t]*-->|-->[ \t]*\d+:\d/gm;
/** The number of a cue of SubRip below an empty line, and a time that ends its line or goes on. */
const NUMBERED =
  /(?:\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)[ \t]*\d+[ \t]*(?:\r\n|\n|\r)(?=[ \t]*\d+:[\d:.,]*[ \t]*(?:$|[-=\u2013\u2014\u2192>]))/gm;

export interface BadTimesOptions {
  readonly hasBlocks: boolean;
  /** A line of times that can be read, for the message. */
  readonly example: string;
  readonly file: string | undefined;
}

/**
 * Times of a cue that nobody can read are words of the cue above them to a player: its text and
 * theirs would be translated as one.
 * @throws FormatError `syntax` at the first of them, and where the file ends in times
 */
export function rejectBadTimes(
  text: string,
  cues: readonly Cue[],
  { hasBlocks, example, file }: BadTimesOptions,
): void {
  const expected = `expected a line such as "${example}"`;
  const last = cues.at(-1);
  if (last !== undefined && last.timingEnd >= text.length) {
    const message = `the file is cut off in the times of a cue; ${expected} and a text below it.`;
    throw formatError('syntax', message, { text, offset: last.timing, file });
  }
  const found = hasBlocks
    ? firstIn(text, cues, TIMES)
    : Math.min(firstOutside(text, cues, TIMES), firstOutside(text, cues, NUMBERED));
  if (found === Infinity) return;
  const message = `a cue whose times cannot be read; ${expected}.`;
  throw formatError('syntax', message, { text, offset: found, file });
}

/** Whether a line of a text would be read as the times of a cue, or be refused as bad ones. */
export function looksLikeTimes(line: string): boolean {
  return isTimingLine(line) || line.search(TIMES) !== -1;
}

/** In the words of a cue: what stands between cues may say anything. */
function firstIn(text: string, cues: readonly Cue[], pattern: RegExp): number {
  let cue = 0;
  for (const { index } of text.matchAll(pattern)) {
    while ((cues[cue]?.textEnd ?? Infinity) <= index) cue += 1;
    if ((cues[cue]?.textStart ?? Infinity) <= index) return lineStart(text, index);
  }
  return Infinity;
}

/** In no line of times that was read. */
function firstOutside(text: string, cues: readonly Cue[], pattern: RegExp): number {
  let cue = 0;
  for (const { index, 0: found } of text.matchAll(pattern)) {
    const at = pattern === NUMBERED ? index + found.length : lineStart(text, index);
    while ((cues[cue]?.timing ?? Infinity) < at) cue += 1;
    if (cues[cue]?.timing !== at) return at;
  }
  return Infinity;
}
