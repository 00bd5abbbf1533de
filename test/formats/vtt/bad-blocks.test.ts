import { describe, expect, it } from 'vitest';
import { vtt } from '../../../src/formats/vtt/index.js';

const CUE = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n\n';

describe('what stands between the cues of WebVTT', () => {
  it.each([
    [`${CUE}00:03.000 -> 00:04.000\nLost\n`, 'f:6:1: the times of this cue cannot be read'],
    [`${CUE}name\n00:03.000 --> \nLost\n`, 'f:7:1: the times of this cue cannot be read'],
    [`${CUE}00:03.0`, 'f:6:1: the times of this cue cannot be read'],
    [`${CUE}00:03.000 --> 00:0`, 'f:6:1: the file is cut off in the times of a cue'],
  ])('%j is refused with its place', (text, message) => {
    expect(() => vtt.parse(text, { file: 'f' })).toThrow(message);
  });
  it('is a warning where no times are near', () => {
    const { problems, units } = vtt.parse(`${CUE}behind an empty line\n\nNOTE 00:03.000 -> x\n`);
    expect(problems).toMatchObject([{ code: 'invalid-unit', line: 6, column: 1 }]);
    expect(units).toHaveLength(1);
  });
});

describe('times that cannot be read, right below the words of a cue', () => {
  it.each([
    ['00:03.000 -> 00:04.000', 5],
    ['00:03.000 → 00:04.000', 5],
    ['00:03.000 - 00:04.000', 5],
    ['x 00:03.000 --> 00:04.000', 5],
  ])('%j is refused', (times, line) => {
    const text = `WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n${times}\nLost\n`;
    expect(() => vtt.parse(text, { file: 'f' })).toThrow(`f:${line}:1: the times of this cue`);
  });
  it.each(['10:45', '10:00 - 12:30', 'At 10:45:', '3:0 -', 'so -> there', 'Ratio 1:2.5 - 3'])(
    '%j is a text',
    (words) => {
      const text = `WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n${words}\n`;
      expect(vtt.parse(text).units[0]?.text).toBe(`Hi ${words}`);
    },
  );
  it('in a comment are nothing to it', () => {
    const text = `${CUE}NOTE\nwas\n00:03.000 -> 00:04.000\n\n00:05.000 --> 00:06.000\nHo\n`;
    expect(vtt.parse(text).units).toHaveLength(2);
  });
});

it('a line that is broken behind a tag has no space at its end', () => {
  const long = 'Das ist ein recht langer <i>und ganz schräger Text</i> der in zwei Zeilen geht';
  const edited = vtt.edit(vtt.parse(CUE), [{ op: 'set', key: ['00:01.000'], text: long }]);
  expect(edited).toContain('langer <i>und ganz</i>\n<i>schräger');
  for (const text of [
    '<b>Das ist ein recht langer Text</b> der in zwei Zeilen geht',
    'Das ist ein recht langer Text der <c.x>in zwei Zeilen</c> geht',
    '<i>Das ist ein recht langer</i> <b>Text der in zwei Zeilen geht</b>',
  ]) {
    const set = vtt.edit(vtt.parse(CUE), [{ op: 'set', key: ['00:01.000'], text }]);
    expect(set).not.toMatch(/ $/m);
    expect(vtt.parse(set).units[0]?.text).toBe(text);
  }
});

describe('a target whose end is cut off', () => {
  const cue = (second: number, words: string): string =>
    `00:0${second}.000 --> 00:0${second}.900\n${words}\n\n`;
  const source = vtt.parse(`WEBVTT\n\n${cue(1, 'One.')}${cue(2, 'Two.')}${cue(3, 'Three.')}`);
  const read = (text: string, known?: 'machine'): number =>
    vtt.parse(text, { role: 'target', source, file: 'f', recall: () => known }).units.length;
  const cut = `WEBVTT\n\n${cue(1, 'Eins.')}${cue(2, 'Zw')}`.trimEnd();

  it('within its words is refused where its source goes on', () => {
    expect(() => read(cut)).toThrow('f:7:3: the file ends in the middle of a line');
    expect(read(`${cut}\n`)).toBe(2);
    expect(read(cut, 'machine')).toBe(2);
    expect(read(`${cut}\n\n${cue(3, 'Drei.')}`.trimEnd())).toBe(3);
  });
});
