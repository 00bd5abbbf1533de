import { describe, expect, it } from 'vitest';
import { ass } from '../../../src/formats/ass/index.js';
import { describeCueLaws } from '../support/cue-laws.js';
import { readAss } from './read.js';
import { seeds } from './seeds.js';

const [sample = ''] = seeds;

describeCueLaws(ass, sample, { read: readAss });

const head = sample.slice(0, sample.indexOf('Dialogue'));
const line = (rest: string): string => `Dialogue: 0,0:00:${rest}\n`;

describe('SubStation Alpha', () => {
  it('has sentences over lines as units; comments and drawings are none', () => {
    expect(ass.parse(sample).units.map(({ key, text }) => [key[0], text])).toEqual([
      ['00:00:01,000', '{\\i1}One,{\\i0} two three.'],
      ['00:00:05,000', 'Four.'],
    ]);
  });
  it('a new line has the fields of its source, and times of the clock of its file', () => {
    const lines = Array.from(
      { length: 8 },
      (_, i) => `0${i + 1}.00,0:00:0${i + 1}.50,Top,Ann,1,2,3,fx,Words ${i}.`,
    );
    const source = ass.parse(head + lines.map(line).join(''));
    const late = lines
      .filter((_, i) => i !== 2)
      .map((one) => one.replaceAll(/0(\d)\.(?=[05]0)/g, '1$1.'));
    const target = ass.parse(head + late.map(line).join(''), { role: 'target', source });
    const unit = source.units[2]!;
    const edit = {
      op: 'insert',
      text: 'Drei\\h.',
      key: unit.key,
      after: source.units[1]!.key,
    } as const;
    const text = ass.edit(target, [{ ...edit, from: { document: source, unit } }]);
    expect(text.split('\n')[head.split('\n').length + 1]).toBe(
      'Dialogue: 0,0:00:13.00,0:00:13.50,Top,Ann,1,2,3,fx,Drei\\h.',
    );
  });
  it.each([
    ['', []],
    [head, []],
    [`${head}${line('01.00,0:00:02.00,D,,0,0,0,,a, b')}`, ['a, b']],
    [
      '[events]\nformat: Marked, Start, End, Text\ndialogue: Marked=0, 0:00:01.00,0:00:02.00,x',
      ['x'],
    ],
  ])('%j has the texts %j', (text, expected) => {
    expect(ass.parse(text).units.map((unit) => unit.text)).toEqual(expected);
  });
  it.each([
    ['one\n', '1:1: expected "[Events]"'],
    [`${head}Dialogue: 0,0:00:01.00\n`, '6:1: expected as many fields'],
    [`${head}${line('x,0:00:02.00,D,,0,0,0,,a')}`, '6:13: expected times such as'],
    [
      `${head}${line('01.00,0:00:02.00,D,,0,0,0,,00:00:01,000 --> 00:00:02,000')}`,
      'look like the times',
    ],
  ])('%j is refused', (text, message) => {
    expect(() => ass.parse(text, { file: 'f' })).toThrow(message);
  });
  it('the first lines come below the names of the fields', () => {
    const source = ass.parse(sample);
    const edits = source.units.map((unit, at) => ({
      ...{ op: 'insert' as const, key: unit.key, text: unit.text },
      ...{ after: source.units[at - 1]?.key ?? null, from: { document: source, unit } },
    }));
    expect(ass.edit(ass.parse(head, { source }), edits)).toBe(
      sample.replace(/.*(?:a note|\\p1).*\n/g, '').replace('\\N', ' '),
    );
  });
});
