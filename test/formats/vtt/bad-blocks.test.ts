import { describe, expect, it } from 'vitest';
import { vtt } from '../../../src/formats/vtt/index.js';

const CUE = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n\n';

describe('what stands between the cues of WebVTT', () => {
  it.each([
    [`${CUE}00:03.000 -> 00:04.000\nLost\n`, 'f:6:1: a cue whose times cannot be read'],
    [`${CUE}name\n00:03.000 --> \nLost\n`, 'f:7:1: a cue whose times cannot be read'],
    [`${CUE}00:03.0`, 'f:6:1: a cue whose times cannot be read'],
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
