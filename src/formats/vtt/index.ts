import { subtitleCodec } from '../kit/subtitles/codec.js';
import { formatError } from '../kit/unusable.js';
import { about } from './about.js';
import type { Problem } from '../../model/index.js';
import { lineEnd, skipLineEnd } from '../kit/layout.js';
import { positions } from '../kit/positions.js';
import type { Cue } from '../kit/subtitles/cues.js';

/** Blocks that are allowed between cues. */
const NO_CUE = /^(?:NOTE|STYLE|REGION)(?![^ \t\n\r])/;
/** A line with an arrow, or with a time that is alone or before an invalid arrow. */
const TIMES = /^(?:.*-->|[ \t]*\d+:[\d:.,]*[ \t]*(?:$|[-=\u2013\u2014\u2192>]))/m;
const EXPECTED = 'expected a line such as "00:01.000 --> 00:02.500"';

interface Block {
  readonly start: number;
  readonly text: string;
}

/**
 * Refuses cues that players would silently skip, because their texts would be lost here too.
 * @throws FormatError `syntax` at the unreadable times
 */
function checkBlocks(text: string, cues: readonly Cue[], file: string | undefined): void {
  for (const { start, text: block } of strayBlocks(text, cues)) {
    const times = TIMES.exec(block);
    if (times === null) continue;
    const message = `the times of this cue cannot be read; ${EXPECTED}.`;
    throw formatError('syntax', message, { text, offset: start + times.index, file });
  }
}

/** Words that belong to no cue, such as those after an empty line in one. */
function strayWords(
  text: string,
  cues: readonly Cue[],
  file: string | undefined,
): readonly Problem[] {
  const place = positions(text);
  return strayBlocks(text, cues).map(({ start }): Problem => {
    const { line, column } = place(start);
    const message = `Text that belongs to no cue; ${EXPECTED} above it. It is not translated.`;
    const at = { line, column, ...(file !== undefined && { file }) };
    return { code: 'invalid-unit', severity: 'warning', message, ...at };
  });
}

/** Blocks between cues that are not comments, styles or regions. */
function strayBlocks(text: string, cues: readonly Cue[]): readonly Block[] {
  const blocks: Block[] = [];
  let from = endOfBlock(text, 0);
  for (const { start, after } of [...cues, { start: text.length, after: text.length }]) {
    for (let at = skipBlanks(text, from); at < start;) {
      const end = Math.min(start, endOfBlock(text, at));
      const block = text.slice(at, end);
      if (!NO_CUE.test(block)) blocks.push({ start: at, text: block });
      at = skipBlanks(text, end);
    }
    from = after;
  }
  return blocks;
}

/** The first empty line after an offset. */
function endOfBlock(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const end = lineEnd(text, at);
    if (end === at) return at;
    at = skipLineEnd(text, end);
  }
  return at;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}

/** `Language: en`, as YouTube writes it below the first line. */
const LANGUAGE =
  /^(\ufeff?WEBVTT[^\n\r]*(?:\r\n|\n|\r)(?:[^\n\r]+(?:\r\n|\n|\r))*?lang(?:uage)?:[ \t]*)([A-Za-z][\w-]*)/i;

/** WebVTT. Its comments, styles and regions stay where they are. */
export const vtt = subtitleCodec({
  ...about,
  hasBlocks: true,
  timesExample: '00:01.000 --> 00:02.500',
  check: (text, cues, file) => {
    if (!/^\ufeff?WEBVTT(?:[ \t\n\r]|$)/.test(text)) {
      const message = 'not WebVTT; expected "WEBVTT" at the start of the first line.';
      throw formatError('syntax', message, { text, offset: 0, file });
    }
    checkBlocks(text, cues, file);
  },
  problems: strayWords,
  derived: (text, locale) => {
    const found = LANGUAGE.exec(text);
    if (found === null) return [];
    const [whole, before = ''] = found;
    return [{ start: before.length, end: whole.length, text: locale }];
  },
});
