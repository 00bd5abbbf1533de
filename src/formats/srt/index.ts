import { subtitleCodec } from '../kit/subtitles/codec.js';
import { formatError } from '../kit/unusable.js';
import { about } from './about.js';
import { problemsOf } from './problems.js';

const EXPECTED =
  'no cue found; expected a number, then a line such as "00:00:01,000 --> 00:00:02,500".';

/** SubRip subtitles. */
export const srt = subtitleCodec({
  ...about,
  hasBlocks: false,
  timesExample: '00:00:01,000 --> 00:00:02,500',
  check: (text, cues, file) => {
    const offset = text.search(/[^\s\ufeff]/);
    if (cues.length === 0 && offset !== -1)
      throw formatError('syntax', EXPECTED, { text, offset, file });
  },
  problems: problemsOf,
});
