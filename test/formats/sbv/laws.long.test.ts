import { describe, expect, it } from 'vitest';
import { sbv } from '../../../src/formats/sbv/index.js';
import { describeCueLaws } from '../support/cue-laws.js';
import { readSbv } from './read.js';
import { seeds } from './seeds.js';

const [sample = ''] = seeds;

describeCueLaws(sbv, sample, { read: readSbv });

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
  it('one text that would be times is refused by its key', () => {
    const edits = sbv.parse(sample).units.map(({ key }, at) => {
      return { op: 'set', key, text: ['Eins.', 'at 1.5,2:3'][at] ?? '' } as const;
    });
    expect(() => sbv.edit(sbv.parse(sample), edits)).toThrow(
      expect.objectContaining({ code: 'not-writable', key: ['00:00:05,000'] }),
    );
  });
  it('an empty file gets its first cues with its own line ends, and an empty cue its words', () => {
    const source = sbv.parse(sample.replaceAll('\n', '\r\n'));
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
