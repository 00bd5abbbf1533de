import { expect, it } from 'vitest';
import { srt } from '../../../src/formats/srt/index.js';

const CUE = '1\n00:00:01,000 --> 00:00:02,000\nHi.\n\n';

it.each([
  [`${CUE}2\n00:00:03,000 -> 00:00:04,000\nLost\n`, 'f:6:1'],
  [`${CUE}2\n00:00:03,0`, 'f:6:1'],
  [`${CUE.replaceAll('\n', '\r\n')}2\r\n00:00:03,000 -->`, 'f:6:1'],
  [`${CUE}00:00:03,000 --> \nLost\n`, 'f:5:1'],
  [`${CUE}0O:00:03,000 --> 00:00:04,000\nLost\n`, 'f:5:1'],
  [`2\n00:00:03,000 => 00:00:04,000\nLost\n\n${CUE}`, 'f:2:1'],
])('%j has times that cannot be read, and is refused', (text, place) => {
  expect(() => srt.parse(text, { file: 'f' })).toThrow(`${place}: the times of this cue`);
});

it.each(['10:45', '10:00 - 12:30', '\n\n12\nangry men', 'on 4:2 -> win'])(
  '%j is a text',
  (words) => {
    expect(srt.parse(`${CUE.trimEnd()}\n${words}\n`).units).toHaveLength(1);
  },
);

it('a file that ends in times is refused', () => {
  expect(() => srt.parse(`${CUE}2\n00:00:03,000 --> 00:0`, { file: 'f' })).toThrow(
    'f:6:1: the file is cut off in the times of a cue; expected a line such as "00:00:01,000 --> 00:00:02,500" and a text below it.',
  );
});
