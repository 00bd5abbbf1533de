import { describe, expect, test } from 'vitest';
import { changesSince, compareTerms } from '../../src/engine/terms/index.js';
import { targetHash } from '../../src/lock/index.js';

type Text = string | undefined;

const one = (text: Text): ReadonlyMap<string, string> =>
  new Map(text === undefined ? [] : [['cart', text]]);

const applied = (...texts: readonly string[]) =>
  new Map(texts.length === 0 ? [] : [['cart', new Set(texts.map(targetHash))]]);

describe('a term in the file, on the service, and as it was last applied', () => {
  test.each<[string, Text, Text, readonly string[], string, Text]>([
    ['new here', 'a', undefined, [], 'added', 'a'],
    ['new on the service', undefined, 'a', [], 'kept', 'a'],
    ['new on both sides, alike', 'a', 'a', [], 'nothing', 'a'],
    ['new on both sides, unlike', 'a', 'b', [], 'conflict', undefined],
    ['unchanged', 'a', 'a', ['a'], 'nothing', 'a'],
    ['changed here', 'b', 'a', ['a'], 'changed', 'b'],
    ['changed on the service', 'a', 'b', ['a'], 'kept', 'b'],
    ['changed alike', 'b', 'b', ['a'], 'nothing', 'b'],
    ['changed unlike', 'b', 'c', ['a'], 'conflict', undefined],
    ['deleted here', undefined, 'a', ['a'], 'removed', undefined],
    ['deleted on the service', 'a', undefined, ['a'], 'kept', undefined],
    ['deleted on both sides', undefined, undefined, ['a'], 'nothing', undefined],
    ['deleted here, changed there', undefined, 'b', ['a'], 'conflict', undefined],
    ['changed here, deleted there', 'b', undefined, ['a'], 'conflict', undefined],
    ['merged branches, the one applied last wins nothing', 'b', 'a', ['a', 'b'], 'changed', 'b'],
  ])('%s', (_, here, there, before, outcome, result) => {
    const plan = compareTerms(one(here), one(there), { applied: applied(...before) });
    const did = {
      added: plan.added.length,
      changed: plan.changed.length,
      removed: plan.removed.length,
      kept: plan.kept.length,
      conflict: plan.conflicts.length,
    };
    const none = { added: 0, changed: 0, removed: 0, kept: 0, conflict: 0 };
    expect(did).toEqual(outcome === 'nothing' ? none : { ...none, [outcome]: 1 });
    if (outcome !== 'conflict') expect(plan.result.get('cart')).toBe(result);
  });
});

test.each<[string, Text, Text, 'here' | 'there', string, Text]>([
  ['changed unlike', 'b', 'c', 'here', 'changed', 'b'],
  ['changed unlike', 'b', 'c', 'there', 'kept', 'c'],
  ['deleted here', undefined, 'c', 'here', 'removed', undefined],
  ['deleted here', undefined, 'c', 'there', 'kept', 'c'],
  ['deleted there', 'b', undefined, 'here', 'added', 'b'],
  ['deleted there', 'b', undefined, 'there', 'kept', undefined],
])(
  'a person decides what is %s: %j or %j, the one that is %s',
  (_, here, there, side, did, text) => {
    const before = applied('a');
    const plan = compareTerms(one(here), one(there), { applied: before, decide: () => side });
    expect(plan.conflicts).toEqual([]);
    expect(plan[did as 'kept']).toHaveLength(1);
    expect(plan.result.get('cart')).toBe(text);
  },
);

describe('what the file says otherwise than what was applied', () => {
  test.each<[string, Text, readonly string[], object]>([
    ['nothing', 'a', ['a'], {}],
    ['a new term', 'a', [], { added: ['cart'] }],
    ['another term', 'a', ['b'], { changed: ['cart'] }],
    ['a term that branches applied differently', 'a', ['a', 'b'], { changed: ['cart'] }],
    ['a term less', undefined, ['a'], { removed: ['cart'] }],
  ])('%s', (_, here, before, expected) => {
    const none = { added: [], changed: [], removed: [] };
    expect(changesSince(one(here), applied(...before))).toEqual({ ...none, ...expected });
  });
});
