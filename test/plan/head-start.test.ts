import { atOnce } from '../../src/model/index.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Asking } from '../../src/engine/plan/asking.js';
import type { AskingContext } from '../../src/engine/plan/asking.js';
import type { Draft } from '../../src/engine/plan/drafts.js';
import { headStart } from '../../src/engine/plan/head-start.js';
import { changeOf, tableOf } from '../changes/support.js';
import type { ChangeInput } from '../changes/support.js';

function draftOf(text: string, action: Draft['do'] = 'translate', input?: ChangeInput): Draft {
  const { file, unit, message, findings } = changeOf(text, input);
  return { file, unit, message, findings, do: action, known: undefined, reuse: undefined };
}

function drafts(count: number, ...how: [Draft['do']?, ChangeInput?]): readonly Draft[] {
  return Array.from({ length: count }, (_, i) => draftOf(`Text ${i}`, ...how));
}

function contextOf({ isEmpty = true, bytes = 131_072 } = {}): AskingContext {
  return {
    memory: { isEmpty: () => isEmpty, recall: () => new Map() },
    segments: tableOf(),
    limitsOf: () => ({ overhead: 100, bytes }),
  };
}

const LONG = 'x'.repeat(500);
const AUTO = { request: { autoContext: true } } as const;

test.each<[string, readonly Draft[], Parameters<typeof contextOf>[0], readonly number[]]>([
  ['nothing, where nothing is wanted', [], {}, []],
  ['nothing, where a request would not be full', drafts(49), {}, []],
  ['full requests alone', drafts(120), {}, [50, 50]],
  ['three requests of very many', drafts(500), {}, [50, 50, 50]],
  ['nothing, where texts that are repeated fill none', [...drafts(30), ...drafts(30)], {}, []],
  ['each text once', [...drafts(60), ...drafts(60)], {}, [50]],
  ['nothing that is only looked up', drafts(100, 'recall'), {}, []],
  ['proposals, too', drafts(50, 'propose'), {}, [50]],
  ['nothing, where the memory may know it', drafts(100), { isEmpty: false }, []],
  ['nothing, where a long text may need another order', [...drafts(99), draftOf(LONG)], {}, []],
  ['nothing, where bodies are small', drafts(100), { bytes: 1_000 }, []],
  ['nothing that goes out with what is around it', drafts(100, 'translate', AUTO), {}, []],
])('goes ahead: %s', (_, some, options, expected) => {
  const head = headStart(some, contextOf(options));
  expect(head.map(({ segments }) => segments.length)).toEqual(expected);
});

const text = fc.oneof(
  fc.integer({ min: 0, max: 300 }).map((n) => `Text ${n}`),
  fc.integer({ min: 0, max: 300 }).map((n) => `Hi {name} ${n}`),
  fc.string({ maxLength: 400 }),
);

test('the plan has the same texts in as many requests, with a head start or without', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 40, maxLength: 400 }), (texts) => {
      const some = texts.map((one) => draftOf(one, 'translate', { syntax: 'icu' }));
      const context = contextOf();
      const head = headStart(some, context);
      const { batches } = atOnce(new Asking(some, context, head).settle());
      const plain = atOnce(new Asking(some, contextOf()).settle()).batches;
      expect(batches.slice(0, head.length)).toEqual(head);
      expect(batches).toHaveLength(plain.length);
      const sent = (all: typeof batches): readonly string[] =>
        all.flatMap(({ segments }) => segments.map((one) => `${one.group.id} ${one.text}`)).sort();
      expect(sent(batches)).toEqual(sent(plain));
    }),
    { numRuns: 200 },
  );
});
