import { describe, expect, it } from 'vitest';
import { sbv } from '../../../src/formats/sbv/index.js';
import { normalizeText } from '../../../src/formats/kit/subtitles/seam.js';
import { describeLaws, hostileTexts, type LawFile } from '../support/laws.js';
import { bare } from '../vtt/read.js';
import { readSbv } from './read.js';
import { seeds } from './seeds.js';

const [sample = ''] = seeds;

/** A file read as its own target, so that its sentences stay cut as they are. */
function asTarget(name: string, text: string): LawFile {
  return { name, text, options: { role: 'target', source: sbv.parse(text) } };
}

const fixtures = [
  asTarget('sample', sample),
  asTarget('crlf and bom', `\ufeff${sample.replaceAll('\n', '\r\n')}`),
  asTarget('no last line end', sample.trimEnd()),
];
/** Braces and tags are styling. */
const texts = hostileTexts.filter((text) => !/[{<\\\u2028]/.test(text));

describeLaws({
  codec: sbv,
  files: fixtures,
  read: readSbv,
  texts,
  runs: 0,
  idsOf: (unit, document) => {
    const ids = [...readSbv(document.text).keys()];
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

describe('SBV', () => {
  it('has sentences over cues as units', () => {
    expect(sbv.parse(sample).units.map(({ key, text }) => [key[0], text])).toEqual([
      ['00:00:01,000', '>> One, two and three.'],
      ['00:00:05,000', 'Four.'],
    ]);
  });
  it.each(['words\n', '1\n00:00:01,000 --> 00:00:02,000\nx\n'])('%j is refused', (text) => {
    expect(() => sbv.parse(text, { file: 'f' })).toThrow('f:1:1: no cue found');
  });
  it('an empty file gets its first cues, and an empty cue its words', () => {
    const source = sbv.parse(sample);
    const [unit] = source.units;
    const edit = { op: 'insert', key: unit!.key, text: 'Eins, zwei.', after: null } as const;
    const from = { document: source, unit: unit! };
    expect(sbv.edit(sbv.parse('', { source }), [{ ...edit, from }])).toBe(
      '0:00:01.000,0:00:02.000\nEins,\n\n0:00:02.000,0:00:03.500\nzwei.\n\n',
    );
    const empty = sbv.parse('0:00:01.000,0:00:02.000\n\n');
    expect(sbv.edit(empty, [{ op: 'set', key: unit!.key, text: 'x' }])).toBe(
      '0:00:01.000,0:00:02.000\nx\n\n',
    );
  });
});
