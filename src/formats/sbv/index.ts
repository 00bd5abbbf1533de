import { lineEnd, skipLineEnd } from '../kit/layout.js';
import { subtitleCodec } from '../kit/subtitles/codec.js';
import { type FormCue, millisecondsOf } from '../kit/subtitles/other-forms.js';
import { formatTime } from '../kit/subtitles/cues.js';
import { formatError } from '../kit/unusable.js';
import { about } from './about.js';

const TIMES = /(?<=^\ufeff?)(\d+:\d\d:\d\d[.,]\d+),(\d+:\d\d:\d\d[.,]\d+)[ \t]*$/gm;
/** Times that are none, or words that would be read as some. */
const BAD_TIMES = /\d[.,]\d+,\d+:\d/;
const EXPECTED = 'no cue found; expected a line such as "0:00:01.000,0:00:02.500".';

const BAD =
  'the times of a cue here cannot be read; expected a line such as "0:00:01.000,0:00:02.500".';

/** A line with two times, and lines of words below it. */
function read(text: string, file: string | undefined): FormCue[] {
  const found = [...text.matchAll(TIMES)];
  const offset = text.search(/[^\s\ufeff]/);
  if (offset !== -1 && found[0]?.index !== offset)
    throw formatError('syntax', EXPECTED, { text, offset, file });
  return found.map(({ 0: line, 1: first = '', 2: second = '', index: start }, i) => {
    const words = text.slice(start + line.length, found[i + 1]?.index).trimEnd();
    const end = start + line.length + words.length;
    if (BAD_TIMES.test(words))
      throw formatError('syntax', BAD, { text, offset: end - words.trimStart().length, file });
    const from = words === '' ? end : skipLineEnd(text, lineEnd(text, start));
    const at = start + first.length;
    return {
      ...{ start, end, begin: millisecondsOf(first), until: millisecondsOf(second) },
      beginAt: { start, end: at },
      untilAt: { start: at + 1, end: at + 1 + second.length },
      wordsAt: { start: from, end },
      words: text.slice(from, end).replace(/\r\n?|\[br\]/g, '\n'),
    };
  });
}

/** SubViewer subtitles, as YouTube has them. */
export const sbv = subtitleCodec({
  ...about,
  form: {
    read,
    refuse: (text) =>
      BAD_TIMES.test(text) ? 'The text would be read as the times of a cue.' : undefined,
    spell: (words, newline) => words.replaceAll('\n', newline),
    time: (time) => formatTime(time, '.').replace(/^0(?=\d:)/, ''),
    gap: 2,
    inside: (text) => text.length,
  },
});
