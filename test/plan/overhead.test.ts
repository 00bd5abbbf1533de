import { expect, test } from 'vitest';
import { overheads } from '../../src/engine/plan/plan.js';
import type { Translator } from '../../src/model/index.js';
import { groupOf } from '../segments/support.js';

test('a service that is open knows how large a request is beside its texts, and is asked once a group', () => {
  const asked: unknown[] = [];
  const overhead: Translator['overhead'] = (options) => asked.push(options) + 70;
  const overheadOf = overheads({ overhead } as Translator);
  const german = groupOf({}, 'de');
  expect([overheadOf(german), overheadOf(german), overheadOf(groupOf({}, 'fr'))]).toEqual([
    71, 71, 72,
  ]);
});

test('without one there is room for the options, and for ids in place of names', () => {
  const overheadOf = overheads(undefined);
  const plain = overheadOf(groupOf({}, 'plain'));
  const context = overheadOf(groupOf({ context: 'ä'.repeat(100) }, 'context'));
  expect(plain).toBeGreaterThanOrEqual(200);
  expect(context - plain).toBe(',"context":""'.length + 200);
});
