import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sourceHash } from '../../../src/lock/index.js';
import { fileOf } from '../../support/comparison.js';
import { planFor, requestsOf } from '../../support/plan.js';
import { compareChange, leaves, settled } from './support.js';
import type { Texts } from './support.js';

const WORDS = ['A', 'B', 'C', 'D', 'E'];

const list = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 });

/** Texts under names, some of which are numbered. */
const named = fc.dictionary(
  fc.constantFrom('k1', 'k2', 'k3', 'title', 'text'),
  fc.constantFrom(...WORDS),
  {
    maxKeys: 5,
  },
);

const tree: fc.Arbitrary<Texts> = fc.oneof(list, named, fc.record({ list, named }));

const change = fc.record({
  before: fc.record({ app: tree, home: tree }),
  now: fc.record({ app: tree, home: tree }),
  people: fc.subarray(WORDS),
});

const options = fc.record({ lockIsKnown: fc.boolean(), isWhole: fc.boolean() });

test('no translation is given twice, and none to a unit of another source unless for review', async () => {
  await fc.assert(
    fc.asyncProperty(change, options, async (texts, rest) => {
      const units = (await compareChange(texts, rest)).locales.flatMap(({ files }) =>
        files.flatMap((file) => file.rows.map((unit) => ({ file, unit }))),
      );
      const given = units.flatMap(({ unit }) => unit.state.arrival ?? []);
      const from = given.map(({ path, unit }) => `${path} ${unit.key.join('.')}`);
      expect(new Set(from).size).toBe(from.length);
      // What moves away from a key leaves it.
      for (const { file, unit } of units) {
        const at = `${file.target.path} ${unit.source.expected.key.join('.')}`;
        if (from.includes(at)) expect(unit.state.place).toBe('leaving');
        const { arrival } = unit.state;
        if (arrival === undefined || arrival.origin === '??') continue;
        expect(arrival.unit.text).toBe(unit.source.expected.text.toLowerCase());
      }
    }),
    { numRuns: 300, seed: 7 },
  );
});

/** What is in the target files once everything is done that needs no service. */
async function textsAfter(
  texts: Parameters<typeof compareChange>[0],
  rest: object,
): Promise<readonly string[]> {
  const plan = planFor(await compareChange(texts, rest));
  return plan.files.flatMap((file) => {
    const own = file.rows.map(({ decision, current }) => {
      const isProposal = decision?.do === 'propose' || decision?.do === 'recall';
      return (isProposal ? undefined : decision?.known?.text) ?? current?.text;
    });
    return [...own, ...file.kept.map(({ unit }) => unit.text)].filter((text) => text !== undefined);
  });
}

test('no text of a person disappears while a unit of its source has none', async () => {
  await fc.assert(
    fc.asyncProperty(change, options, async (texts, rest) => {
      const asked = new Set(requestsOf(planFor(await compareChange(texts, rest))).flat());
      const left = await textsAfter(texts, rest);
      for (const person of texts.people.filter((text) => asked.has(text))) {
        const had = Object.values(texts.before)
          .flatMap((file) => leaves(file))
          .filter(([, text]) => text === person);
        const has = left.filter((text) => text === person.toLowerCase());
        expect(has.length).toBeGreaterThanOrEqual(had.length);
      }
    }),
    { numRuns: 500, seed: 7 },
  );
});

test('a list that is only put in another order, added to or taken from keeps every text with its source', async () => {
  await fc.assert(
    fc.asyncProperty(list, list, fc.subarray(WORDS), async (before, now, people) => {
      const after = await settled({ before: { app: before }, now: { app: now }, people });
      const texts = Object.values((after as { app: Record<string, string> }).app);
      for (const word of WORDS) {
        const count = (all: readonly string[], one: string): number =>
          all.filter((text) => text === one).length;
        const kept = texts.filter((text, n) => now[n] === word && text === word.toLowerCase());
        expect(kept.length).toBeGreaterThanOrEqual(Math.min(count(before, word), count(now, word)));
      }
    }),
    { numRuns: 500, seed: 7 },
  );
});

test('a large list is matched, for which comparing each with each would take minutes', async () => {
  const before = Array.from({ length: 100_000 }, (_, n) => `T${n % 90_000}`);
  const now = [...before.slice(50_000), 'New', ...before.slice(0, 50_000)];
  const file = fileOf(await compareChange({ before: { app: before }, now: { app: now } }));
  const open = file.rows.filter(
    ({ state, source, current }) =>
      state.arrival === undefined &&
      (current === undefined || current.text !== source.expected.text.toLowerCase()),
  );
  expect(open.map(({ source }) => source.sourceHash)).toEqual([sourceHash('New')]);
});
