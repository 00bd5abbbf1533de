import { describe, expect, test } from 'vitest';
import { RecutTexts } from '../../../src/engine/compare/match/recut.js';
import type { Fact } from '../../../src/lock/index.js';
import { documentOf } from '../../load/support.js';
import { srt, timeOf } from '../../support/comparison.js';
import { lockOf } from '../../support/lock-rows.js';
import type { LockRow, Who } from '../../support/lock-rows.js';

const WORDS = { pathOf: (name: string) => `en/${name}.srt`, machine: () => 'mm' };

/**
 * Origin of each unit of a target that is cut by its source, where the lock knows it as parts of
 * others.
 */
function origins(
  source: string,
  target: string,
  lock: readonly LockRow[],
): readonly (string | undefined)[] {
  const { pieces, units } = documentOf('de/app.srt', target, {
    role: 'target',
    source: documentOf('en/app.srt', source),
  });
  const { facts } = lockOf(lock, WORDS);
  const factsOf = (id: string): readonly Fact[] => facts.get(id) ?? [];
  const recut = new RecutTexts(pieces!, { factsOf, path: 'en/app.srt', locale: 'de' });
  return units.map((unit) => recut.find(unit)?.origin);
}

const TARGET = srt({ 1: 'Ein', 3: 'Satz.' });
const row = (second: number, target: string, who: Who): LockRow => [
  timeOf(second),
  'any',
  target,
  who,
];

describe('a unit of two cues', () => {
  const source = srt({ 1: 'One', 3: 'sentence.' });

  test.each<[string, readonly LockRow[], string | undefined]>([
    ['both a machine’s', [row(1, 'Ein', 'machine'), row(3, 'Satz.', 'machine')], 'mm'],
    ['one a person’s', [row(1, 'Ein', 'machine'), row(3, 'Satz.', 'review')], '=='],
    ['one unknown', [row(1, 'Ein', 'machine')], undefined],
    ['one changed since', [row(1, 'Ein', 'machine'), row(3, 'Sätzchen.', 'machine')], undefined],
    ['nothing known', [], undefined],
  ])('%s', (_, lock, expected) => {
    expect(origins(source, TARGET, lock)).toEqual([expected]);
  });
});

test('halves of a unit are what the whole was', () => {
  const source = srt({ 1: 'One.', 3: 'Sentence.' });
  expect(origins(source, TARGET, [row(1, 'Ein Satz.', 'machine')])).toEqual(['mm', 'mm']);
  expect(origins(source, TARGET, [row(1, 'Ein Satz.', 'person')])).toEqual(['==', '==']);
});
