import { describe, expect, it } from 'vitest';
import { normalizeText } from '../../../src/formats/kit/subtitles/seam.js';
import { vtt } from '../../../src/formats/vtt/index.js';
import { corpusFiles } from '../support/corpus.js';
import { idsBy, targetsOf } from '../support/cue-laws.js';
import { describeLaws } from '../support/laws.js';
import { bare, readVtt } from './read.js';

const sample = `WEBVTT - Made by hand
Kind: captions
Language: en

STYLE
::cue(v) { color: red }

REGION
id:fred

NOTE the first words

intro
00:01.000 --> 00:03.000 align:start line:10%
<v Ann>Since I was a bit <00:02.000>naive,

NOTE
two lines
of a note

00:00:03.100 --> 00:00:06.000
everyone seemed <c.big>beautiful</c>
and nothing was far.

00:00:07.000 --> 00:00:08.000
- Are you coming?
- No. AT&amp;T.

00:00:09.000 --> 00:00:10.000

NOTE the end
`;

const asTarget = targetsOf(vtt);
const fixtures = [
  asTarget('sample', sample),
  asTarget('crlf and bom', `\ufeff${sample.replaceAll('\n', '\r\n')}`),
  asTarget('lone carriage returns', sample.replaceAll('\n', '\r')),
  asTarget(
    'no last line end',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nOne.\n\n00:02.000 --> 00:03.000\nTwo.',
  ),
  asTarget(
    'no blank line',
    'WEBVTT\n\n00:01.000 --> 00:02.000\nOne.\n00:02.000 --> 00:03.000\nTwo.\n',
  ),
];
const { files, refused } = corpusFiles(vtt);

describeLaws({
  codec: vtt,
  files: [...fixtures, ...files.map(({ name, text }) => asTarget(name, text))],
  read: readVtt,
  idsOf: idsBy(readVtt),
  seen: bare,
  kept: normalizeText,
  // Notes between the cues of a sentence stay.
  movable: ({ range: { start, end } }, { units, text }) =>
    units.length > 1 &&
    !text.slice(start, end).includes('NOTE') &&
    !units.some(({ key }) => key[0]?.includes('#') === true),
  plainLine: (line) => line,
  derive: false,
});

describe('WebVTT', () => {
  it('of the corpora is all read, but files that are none', () => {
    const names = refused.map(({ name, error }) => `${name.split('/').at(-1)!}: ${error.detail}`);
    expect(names.filter((name) => !/^invalid_|not WebVTT; expected/.test(name))).toEqual([]);
  });
  it('gives sentences over cues, and leaves notes, styles and regions out', () => {
    const { units } = vtt.parse(sample);
    expect(units.map(({ text }) => text)).toEqual([
      '<v Ann>Since I was a bit <00:02.000>naive, everyone seemed <c.big>beautiful</c> and nothing was far.',
      '- Are you coming?\n- No. AT&amp;T.',
      '',
    ]);
  });
  it('leaves names, settings and notes where they are when cues go and come', () => {
    const source = vtt.parse(sample);
    const [first, second] = source.units;
    const less = vtt.edit(source, [{ op: 'remove', key: second!.key }]);
    expect(less).toBe(
      sample.replace('00:00:07.000 --> 00:00:08.000\n- Are you coming?\n- No. AT&amp;T.\n\n', ''),
    );
    const target = vtt.parse(less, { role: 'target', source });
    const from = { document: source, unit: second! };
    const edit = {
      op: 'insert',
      key: second!.key,
      text: '- Ja?\n- Nein.',
      after: first!.key,
      from,
    } as const;
    expect(vtt.edit(target, [edit])).toBe(
      sample.replace('- Are you coming?\n- No. AT&amp;T.', '- Ja?\n- Nein.'),
    );
  });
  it('names the language of a new target', () => {
    const text = vtt.derive(vtt.parse(sample), [], { locale: 'de', language: 'de' });
    expect(text).toBe(sample.replace('Language: en', 'Language: de'));
  });
  it.each(['', 'WEBVTTX\n', '1\n00:01.000 --> 00:02.000\nOne\n'])('%j is refused', (text) => {
    expect(() => vtt.parse(text, { file: 'f' })).toThrow('f:1:1: not WebVTT; expected "WEBVTT"');
  });
  it('refuses a text that would be read as times', () => {
    const document = vtt.parse(sample);
    const { key } = document.units[1]!;
    const edit = { op: 'set', key, text: '00:01.000 --> 00:02.000' } as const;
    expect(() => vtt.edit(document, [edit])).toThrow('would be read as the times of a cue');
  });
});
