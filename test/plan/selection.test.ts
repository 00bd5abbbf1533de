import { describe, expect, test } from 'vitest';
import { choiceOf } from '../../src/engine/plan/selection.js';
import type { Selection } from '../../src/model/index.js';
import { compareTexts, fileOf } from '../support/comparison.js';
import type { LockRow } from '../support/lock-rows.js';

const LOCK: readonly LockRow[] = [
  ['current', 'A', 'X', 'machine'],
  ['edited', 'A', 'X', 'edited'],
  ['review', 'A', 'X', 'review'],
  ['legal.review', 'A', 'X', 'review'],
];
const SOURCE = { current: 'A', edited: 'A', review: 'A', legal: { review: 'A' } };
const TARGET = { current: 'X', edited: 'X', review: 'X', legal: { review: 'X' } };
const { rows } = fileOf(await compareTexts({ source: SOURCE, target: TARGET, lock: LOCK }));

function chosen(selection: Selection, by: 'accepts' | 'retranslates'): readonly string[] {
  const choice = choiceOf(selection, ({ source }) => source.keyId === 'current');
  return rows.filter(choice[by]).map(({ source }) => source.expected.key.join('.'));
}

describe('a selection', () => {
  test.each<[string, Selection, readonly string[], readonly string[]]>([
    ['nothing', {}, [], []],
    ['keys alone', { keys: ['*'] }, [], []],
    ['accept', { accept: true }, ['review', 'legal.review'], []],
    ['accept some keys', { accept: true, keys: ['legal.*'] }, ['legal.review'], []],
    ['drifted', { retranslate: 'drifted' }, [], ['current']],
    ['edited', { retranslate: 'edited' }, [], ['edited', 'review', 'legal.review']],
    ['all', { retranslate: 'all' }, [], ['current', 'edited', 'review', 'legal.review']],
    ['all of some keys', { retranslate: 'all', keys: ['*rev*'] }, [], ['review', 'legal.review']],
    ['accept comes first', { accept: true, retranslate: 'all' }, ['review', 'legal.review'], []],
  ])('%s', (_, selection, accepted, retranslated) => {
    expect(chosen(selection, 'accepts')).toEqual(accepted);
    expect(chosen(selection, 'retranslates')).toEqual(retranslated);
  });
});
