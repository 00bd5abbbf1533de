import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatLock, parseLock, updateLock } from '../../src/lock/index.js';
import type { Fact, Facts } from '../../src/lock/index.js';
import { fact, factSet, factsArbitrary } from './facts.js';

const HEADER = formatLock(new Map());
const unit = (letter: string): string => letter.repeat(11);
const line = (letter: string, token = 'hhhhhh==de'): string =>
  `${unit(letter)} ssssssss ${token}\n`;
const de = (hash: string): Fact => fact('ssssssss', { de: [hash, 'Qx'] });
const changed = (letter: string): string => line(letter, 'nnnnnnQxde');

describe('updateLock', () => {
  test.each<[string, string, [string, Fact[]][], string]>([
    ['nothing', line('B') + line('D'), [], line('B') + line('D')],
    ['a changed unit', line('B') + line('D'), [['B', [de('nnnnnn')]]], changed('B') + line('D')],
    ['a removed unit', line('B') + line('D'), [['B', []]], line('D')],
    ['the last unit removed', line('B') + line('D'), [['D', []]], line('B')],
    ['a unit without texts', line('B'), [['B', [fact('ssssssss', {})]]], ''],
    ['an unknown unit removed', line('B'), [['C', []]], line('B')],
    ['a new unit before', line('B'), [['A', [de('nnnnnn')]]], changed('A') + line('B')],
    [
      'a new unit between',
      line('B') + line('D'),
      [['C', [de('nnnnnn')]]],
      line('B') + changed('C') + line('D'),
    ],
    ['a new unit behind', line('B'), [['E', [de('nnnnnn')]]], line('B') + changed('E')],
    [
      'two changes out of order',
      line('B') + line('D'),
      [
        ['D', []],
        ['B', [de('nnnnnn')]],
      ],
      changed('B'),
    ],
    [
      'a unit of two sources',
      `${line('B')}${unit('B')} tttttttt hhhhhh==fr\n`,
      [['B', [de('nnnnnn')]]],
      changed('B'),
    ],
  ])('%s', (_, before, changes, after) => {
    const lock = parseLock(HEADER + before);
    const named = changes.map(([letter, facts]) => [unit(letter), facts] as const);
    expect(updateLock(lock, new Map(named))).toBe(HEADER + after);
  });

  test.each([
    ['an empty lock', ''],
    ['another header', `# locale-sync lock v1\n${line('B')}`],
    ['lines out of order', HEADER + line('D') + line('B')],
    ['a line twice', HEADER + line('B') + line('B')],
    ['two lines for one source', HEADER + line('B') + line('B', 'hhhhhh==fr')],
    ['other newlines', (HEADER + line('B') + line('D')).replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${HEADER}${line('B')}`],
    ['conflict markers', `${HEADER}<<<<<<< HEAD\n${line('B')}=======\n>>>>>>> topic\n`],
    ['a comment', `${HEADER}# mine\n${line('B')}`],
    ['an end cut off', HEADER + line('B') + line('D').slice(0, 25)],
  ])('formats %s anew', (_, text) => {
    const changes = new Map([[unit('C'), [de('nnnnnn')]]]);
    const lock = parseLock(text);
    expect(lock.isNormal).toBe(false);
    expect(updateLock(lock, changes)).toBe(formatLock(new Map([...lock.facts, ...changes])));
  });

  it('gives what formatting all the facts gives', () => {
    const changesOf = (facts: Facts): fc.Arbitrary<Facts> => {
      const known = fc.subarray([...facts.keys()]);
      return fc.tuple(known, known, factsArbitrary).map(([removed, swapped, added]) => {
        const others = [...added.values(), ...facts.values()];
        return new Map<string, readonly Fact[]>([
          ...added,
          ...swapped.map((id, i) => [id, others[i] ?? []] as const),
          ...removed.map((id) => [id, []] as const),
        ]);
      });
    };
    const both = factsArbitrary.chain((facts) => fc.tuple(fc.constant(facts), changesOf(facts)));
    fc.assert(
      fc.property(both, fc.boolean(), ([facts, changes], wasAsked) => {
        const lock = parseLock(formatLock(facts));
        if (wasAsked) factSet(lock.facts);
        expect(updateLock(lock, changes)).toBe(formatLock(new Map([...facts, ...changes])));
      }),
      { numRuns: 500 },
    );
  });
});
