import { subtitleCodec } from '../kit/subtitles/codec.js';
import { formatError } from '../kit/unusable.js';
import { about } from './about.js';
import { checkBlocks, strayWords } from './blocks.js';

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
