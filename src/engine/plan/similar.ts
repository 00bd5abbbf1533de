import type { Unit } from '../../model/index.js';
import { factsOfPerson } from '../units/people.js';
import type { ComparedUnit, FileComparison } from '../units/types.js';

/** How alike two texts must be, as msgmerge has it: 0 for nothing in common, 1 for the same. */
const ENOUGH = 0.6;

/** More pairs are not compared: then the file is another one. */
const MOST_PAIRS = 1_000_000;

/**
 * Where keys are texts, other words are a new key. Gives the person's text of a key that is gone, by
 * the new unit whose text is most like it.
 */
export function similarIn({ units, obsolete }: FileComparison): ReadonlyMap<ComparedUnit, Unit> {
  const found = new Map<ComparedUnit, Unit>();
  const gone = obsolete.filter(
    ({ unit, facts }) => unit.plural === undefined && factsOfPerson(unit, facts).length > 0,
  );
  const added = units.filter(isNew);
  if (gone.length * added.length === 0 || gone.length * added.length > MOST_PAIRS) return found;
  const former = gone.map(({ unit }) => ({ unit, pairs: pairsOf(unit.source ?? '') }));
  const ranked = added.flatMap((unit) => {
    const pairs = pairsOf(textOf(unit));
    return former.flatMap((one) => {
      const rank = alike(one.pairs, pairs);
      return rank < ENOUGH ? [] : [{ unit, from: one.unit, rank }];
    });
  });
  const taken = new Set<Unit>();
  for (const { unit, from } of ranked.sort((a, b) => b.rank - a.rank)) {
    if (found.has(unit) || taken.has(from)) continue;
    found.set(unit, from);
    taken.add(from);
  }
  return found;
}

function isNew({ state, source }: ComparedUnit): boolean {
  const { status, arrival, place } = state;
  const isPlain = !source.copied && source.expected.plural === undefined;
  return isPlain && status === 'missing' && arrival === undefined && place === 'own';
}

function textOf({ source: { expected } }: ComparedUnit): string {
  return expected.unit.source ?? expected.text;
}

/** Each two letters that follow one another, with how often they do. */
function pairsOf(text: string): ReadonlyMap<string, number> {
  const plain = text.toLowerCase();
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < plain.length; at += 1) {
    const pair = plain.slice(at, at + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function alike(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  for (const [pair, count] of a) shared += Math.min(count, b.get(pair) ?? 0);
  const all = sum(a) + sum(b);
  return all === 0 ? 0 : (2 * shared) / all;
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
