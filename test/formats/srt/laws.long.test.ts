import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { srt } from '../../../src/formats/srt/index.js';
import { normalizeText } from '../../../src/formats/kit/subtitles/seam.js';
import { corpusFiles } from '../support/corpus.js';
import { idsBy } from '../support/cue-laws.js';
import { describeLaws, hostileTexts } from '../support/laws.js';
import { bare, readSrt } from '../support/srt-reader.js';
import { asTarget, fixtures } from './fixtures.js';

const { files, refused } = corpusFiles(srt);

const words = fc.array(
  fc.constantFrom(
    ...['a', 'word', 'Sentences,', 'end.', 'Ünïcode', '彼女は', '早く', '起きて、', 'ไทยแลนด์'],
    ...['<i>styled', 'over</i>', '-', '- so', '42', '  ', '\n', 'naïve', 'مرحبا', '👩‍👩‍👧'],
  ),
  { maxLength: 30 },
);

describeLaws({
  codec: srt,
  files: [...fixtures, ...files.map(({ name, text }) => asTarget(name, text))],
  read: readSrt,
  idsOf: idsBy(readSrt),
  seen: (text) => bare(text),
  kept: (text) => normalizeText(text),
  texts: hostileTexts,
  arbitrary: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    words.map((list) => list.join(' ')),
  ),
  // Of cues that start at one time, the next takes the key of one that goes.
  movable: (unit, { units, text }) => {
    const [time = ''] = unit.key;
    // Without those behind it, a cue that has no text looks like one that was cut off.
    if (/-->.*\r?\n\r?\n/.test(text)) return false;
    return (
      units.length > 1 && !time.includes('#') && !units.some(({ key }) => key[0] === `${time}#2`)
    );
  },
  plainLine: (line) => line,
  runs: 1000,
});

describe('the corpora', () => {
  it('are refused only where there is no cue, no UTF-8, or an end in times', () => {
    const places = refused.map(({ name, error }) => `${name.split('/').at(-1)!}: ${error.code}`);
    expect(places).toEqual(
      files.length === 0
        ? []
        : [
            'non-utf8-win-eol.srt: encoding',
            'invalid_format1.srt: syntax',
            'invalid_format2.srt: syntax',
            'invalid_format3.srt: syntax',
            'invalid_format4.srt: syntax',
          ],
    );
  });
});
