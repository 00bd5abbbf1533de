import { subtitleCodec } from '../kit/subtitles/codec.js';
import { formatError } from '../kit/unusable.js';
import { about } from './about.js';
import type { Problem } from '../../model/index.js';
import { positions } from '../kit/positions.js';
import { type Cue, indexOf } from '../kit/subtitles/cues.js';

const EXPECTED =
  'no cue found; expected a number, then a line such as "00:00:01,000 --> 00:00:02,500".';

/** SubRip subtitles. */
export const srt = subtitleCodec({
  ...about,
  timesExample: '00:00:01,000 --> 00:00:02,500',
  check: (text, cues, file) => {
    const offset = text.search(/[^\s\ufeff]/);
    if (cues.length === 0 && offset !== -1)
      throw formatError('syntax', EXPECTED, { text, offset, file });
  },
  problems: problemsOf,
});

/** Missing and duplicate cue numbers. Players ignore them, so these are warnings. */
function problemsOf(text: string, cues: readonly Cue[], file: string | undefined): Problem[] {
  const place = positions(text);
  const seen = new Map<string, number>();
  return cues.flatMap((cue): Problem[] => {
    const index = indexOf(text, cue);
    const { line, column } = place(index === '' ? cue.timing : cue.start);
    const at = { severity: 'warning' as const, ...(file !== undefined && { file }), line, column };
    if (index === '') return [{ code: 'missing-index', message: 'A cue without a number.', ...at }];
    const twin = seen.get(index);
    if (twin === undefined) {
      seen.set(index, cue.start);
      return [];
    }
    const message = `The cue number ${index} is on line ${place(twin).line} and again on line ${line}.`;
    return [{ code: 'duplicate-id', message, ...at }];
  });
}
