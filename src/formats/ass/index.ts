import { lineEnd, skipLineEnd } from '../kit/layout.js';
import { subtitleCodec } from '../kit/subtitles/codec.js';
import { type FormCue, millisecondsOf } from '../kit/subtitles/other-forms.js';
import { formatTime } from '../kit/subtitles/cues.js';
import { formatError } from '../kit/unusable.js';
import { about } from './about.js';

/** The line that names the fields of events; the last one is the text. */
const EVENTS = /^[ \t]*\[events\][ \t]*$/im;
const FORMAT = /^[ \t]*format:(.*)$/im;
const DIALOGUE = /^Dialogue:[ \t]*/gim;
/** A shape to draw. */
const DRAWING = /\{[^}]*\\p[1-9][^}]*\}/;

function fieldsOf(text: string): { readonly names: readonly string[]; readonly end: number } {
  const events = EVENTS.exec(text);
  const at = events === null ? text.length : events.index + events[0].length;
  const format = FORMAT.exec(text.slice(at));
  const names = (format?.[1] ?? '').split(',').map((name) => name.trim().toLowerCase());
  return { names, end: format === null ? -1 : at + format.index + format[0].length };
}

function read(text: string, file: string | undefined): FormCue[] {
  const { names, end } = fieldsOf(text);
  const [begin, until] = [names.indexOf('start'), names.indexOf('end')];
  const fail = (message: string, offset: number): Error =>
    formatError('syntax', message, { text, offset, file });
  if (end === -1 || begin === -1 || until === -1 || names.at(-1) !== 'text') {
    if (!/\S/.test(text.replace('\ufeff', ''))) return [];
    throw fail('expected "[Events]" and a line "Format:" that ends in "Text".', 0);
  }
  const cues: FormCue[] = [];
  DIALOGUE.lastIndex = end;
  for (let found = DIALOGUE.exec(text); found !== null; found = DIALOGUE.exec(text)) {
    const stop = lineEnd(text, found.index);
    const starts = [found.index + found[0].length];
    while (starts.length < names.length) {
      const comma = text.indexOf(',', starts.at(-1));
      if (comma === -1 || comma >= stop)
        throw fail('expected as many fields as "Format:" names.', found.index);
      starts.push(comma + 1);
    }
    const [beginAt, untilAt] = [begin, until].map((field) => {
      const range = { start: starts[field] ?? stop, end: (starts[field + 1] ?? stop) - 1 };
      return {
        ...range,
        start: range.start + (/^[ \t]*/.exec(text.slice(range.start, range.end))?.[0].length ?? 0),
      };
    });
    const wordsAt = { start: starts.at(-1) ?? stop, end: stop };
    const raw = text.slice(wordsAt.start, stop);
    if (beginAt === undefined || untilAt === undefined || DRAWING.test(raw)) continue;
    const times = [beginAt, untilAt].map((at) => millisecondsOf(text.slice(at.start, at.end)));
    if (times.some(Number.isNaN)) throw fail('expected times such as 0:00:01.00.', beginAt.start);
    cues.push({
      ...{ start: found.index, end: stop, begin: times[0] ?? 0, until: times[1] ?? 0 },
      ...{ beginAt, untilAt, wordsAt },
      words: raw.replace(/\\N/g, '\n').replace(/\\n/g, ' ').replace(/\\h/g, '\u00a0'),
    });
  }
  return cues;
}

/** Advanced SubStation Alpha, and SubStation Alpha. Styles, comments and drawings stay. */
export const ass = subtitleCodec({
  ...about,
  form: {
    read,
    spell: (words) => words.replaceAll('\n', '\\N').replaceAll('\u00a0', '\\h'),
    time: (time) =>
      formatTime(Math.round(time / 10) * 10, '.')
        .replace(/^0(?=\d:)/, '')
        .slice(0, -1),
    gap: 1,
    inside: (text) => {
      const { end } = fieldsOf(text);
      return end === -1 ? -1 : skipLineEnd(text, end);
    },
  },
});
