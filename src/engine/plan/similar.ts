import { keyId } from '../../model/index.js';
import type { Key, PluralCategory, Unit } from '../../model/index.js';
import { factsOfPerson } from '../units/known-texts.js';
import type { Row, FileComparison } from '../units/row.js';

/**
 * Minimum similarity of two texts, as in msgmerge: from 0 for nothing in common to 1 for equal
 * texts.
 */
const ENOUGH = 0.6;

/** The most pairs that are compared; with more, the file is a different one. */
const MOST_PAIRS = 1_000_000;

/** A key that is its own source text, with all of its plural forms. */
interface Entry<T> {
  /** The key's text. */
  readonly id: string;
  /** By plural form; undefined for a text without forms. */
  readonly forms: ReadonlyMap<PluralCategory | undefined, T>;
}

/**
 * For formats whose keys are texts, where rewording makes a new key. Returns the human text of a
 * removed key by the new unit with the most similar key. Plural forms stay together.
 */
export function similarIn({ rows, obsolete }: FileComparison): ReadonlyMap<Row, Unit> {
  const found = new Map<Row, Unit>();
  const ofPeople = obsolete.filter(({ unit, facts }) => factsOfPerson(unit, facts).length > 0);
  const gone = entriesOf(
    ofPeople.map(({ unit }) => unit),
    ({ key, plural }) => ({ key, form: plural }),
  );
  const added = entriesOf(rows.filter(isNew), ({ source: { expected } }) => ({
    key: expected.key,
    form: expected.plural?.category,
  }));
  if (gone.length * added.length === 0 || gone.length * added.length > MOST_PAIRS) return found;
  const former = gone.map((entry) => ({ entry, pairs: pairsOf(entry.id) }));
  const ranked = added.flatMap((entry) => {
    const pairs = pairsOf(entry.id);
    return former.flatMap((one) => {
      const rank = isPlural(entry) === isPlural(one.entry) ? alike(one.pairs, pairs) : 0;
      return rank < ENOUGH ? [] : [{ entry, from: one.entry, rank }];
    });
  });
  const taken = new Set<Entry<unknown>>();
  for (const { entry, from } of ranked.sort((a, b) => b.rank - a.rank)) {
    if (taken.has(entry) || taken.has(from)) continue;
    taken.add(entry).add(from);
    for (const [form, unit] of entry.forms) {
      const text = from.forms.get(form);
      if (text !== undefined) found.set(unit, text);
    }
  }
  return found;
}

function isNew({ state, source }: Row): boolean {
  const { status, arrival, place } = state;
  return !source.copied && status === 'missing' && arrival === undefined && place === 'own';
}

function isPlural({ forms }: Entry<unknown>): boolean {
  return !forms.has(undefined);
}

/** In order; the forms of a key are one entry. */
function entriesOf<T>(
  all: readonly T[],
  placeOf: (one: T) => { readonly key: Key; readonly form: PluralCategory | undefined },
): readonly Entry<T>[] {
  const found = new Map<
    string,
    Entry<T> & { readonly forms: Map<PluralCategory | undefined, T> }
  >();
  for (const one of all) {
    const { key, form } = placeOf(one);
    const own = form === undefined ? key : key.slice(0, -1);
    const name = `${form !== undefined} ${keyId(own)}`;
    const entry = found.get(name) ?? { id: own.at(-1) ?? '', forms: new Map() };
    found.set(name, entry);
    entry.forms.set(form, one);
  }
  return [...found.values()];
}

/** All pairs of adjacent characters, with their counts. */
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
