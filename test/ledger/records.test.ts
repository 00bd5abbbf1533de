import { expect, test } from 'vitest';
import { letterOf, stateAt } from '../../src/engine/ledger/records.js';
import type { QuietState } from '../../src/engine/units/source-units.js';

test.each<[QuietState]>([['current'], ['edited'], ['drifted'], ['uncounted']])(
  'the state %s comes back from its letter',
  (state) => {
    expect(letterOf(state)).toHaveLength(1);
    expect(stateAt(`??${letterOf(state)}`, 2)).toBe(state);
  },
);

test('a unit that is looked at in every run has no state, nor has one beyond the end', () => {
  expect(letterOf(undefined)).toBe('?');
  expect(stateAt('?', 0)).toBeUndefined();
  expect(stateAt('c', 1)).toBeUndefined();
  expect(stateAt('x', 0)).toBeUndefined();
});
