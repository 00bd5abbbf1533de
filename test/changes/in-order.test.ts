import { describe, expect, it } from 'vitest';
import { changesInOrder } from '../../src/engine/changes/in-order.js';
import type { Change } from '../../src/engine/changes/types.js';
import type { ComparedUnit } from '../../src/engine/units/types.js';

const unit = (): ComparedUnit => ({}) as ComparedUnit;
const [a, b, c] = [unit(), unit(), unit()];
const changeOf = (one: ComparedUnit): Change => ({ unit: one }) as Change;

describe('changesInOrder', () => {
  it.each([
    { what: 'none', changes: [], found: [false, false, false] },
    { what: 'the first', changes: [a], found: [true, false, false] },
    { what: 'the last', changes: [c], found: [false, false, true] },
    { what: 'all but one', changes: [a, c], found: [true, false, true] },
    { what: 'all', changes: [a, b, c], found: [true, true, true] },
  ])('finds $what', ({ changes, found }) => {
    const find = changesInOrder(changes.map(changeOf));
    const units = [a, b, c];
    expect(units.map((one) => find(one)?.unit === one)).toEqual(found);
  });
});
