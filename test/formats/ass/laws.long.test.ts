import { describe, expect, it } from 'vitest';
import { ass } from '../../../src/formats/ass/index.js';
import { normalizeText } from '../../../src/formats/kit/subtitles/seam.js';
import { describeLaws, hostileTexts, type LawFile } from '../support/laws.js';
import { bare } from '../vtt/read.js';
import { readAss } from './read.js';
import { seeds } from './seeds.js';

const [sample = ''] = seeds;

/** A file read as its own target, so that its sentences stay cut as they are. */
function asTarget(name: string, text: string): LawFile {
  return { name, text, options: { role: 'target', source: ass.parse(text) } };
}

const fixtures = [
  asTarget('sample', sample),
  asTarget('crlf and bom', `\ufeff${sample.replaceAll('\n', '\r\n')}`),
  asTarget('no last line end', sample.trimEnd()),
];
/** Braces and tags are styling. */
const texts = hostileTexts.filter((text) => !/[{<\\\u2028]/.test(text));

describeLaws({
  codec: ass,
  files: fixtures,
  read: readAss,
  texts,
  runs: 0,
  idsOf: (unit, document) => {
    const ids = [...readAss(document.text).keys()];
    const next = document.units[document.units.indexOf(unit) + 1]?.key[0];
    const from = ids.indexOf(unit.key[0] ?? '');
    return ids.slice(from, next === undefined ? undefined : ids.indexOf(next));
  },
  seen: bare,
  kept: normalizeText,
  movable: (_, { units }) => units.length > 1,
  plainLine: (line) => line,
  derive: false,
});

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
