import { keyId } from '../model/index.js';
import type { Key, Unit } from '../model/index.js';
import { ADOPTED, EDITED, isHuman, REVIEW, targetHash, unitHash } from '../state/index.js';
import type { Facts } from '../state/index.js';
import { alignElements } from './align-elements.js';
import type { TargetDiff } from './diff.js';
import type { UnitDiff } from './unit-diff.js';
import { knownTexts } from './judge.js';
import type { KnownText } from './judge.js';
import type { SourceUnit } from './source-units.js';

/** A text that belongs to another unit than the one it stands at. */
export interface MovedText {
  /** As it stands. */
  readonly unit: Unit;
  /** Origin it keeps in the lock. */
  readonly origin: string;
}

/** What the lock says of units whose keys do not tell which text is theirs: elements of arrays are numbered, and so are some keys. */
export interface Rearrangement {
  /** Units at whose place the text of another stands, or stood; each with the text that belongs there, if there is one. */
  readonly displaced: ReadonlyMap<SourceUnit, MovedText | undefined>;
  /** Units whose text somebody has moved to its new place already, with its origin. */
  readonly inPlace: ReadonlyMap<SourceUnit, string>;
  /** Texts of elements that the source dropped; others take their places. */
  readonly dropped: TargetDiff['dropped'];
}

export interface ElementContext {
  readonly facts: Facts;
  readonly locale: string;
  /** Of the source file. */
  readonly path: string;
}

const NOTHING: Rearrangement = { displaced: new Map(), inPlace: new Map(), dropped: [] };

/**
 * Finds again what belongs to the elements of arrays whose source has changed, by the source texts that the lock knows.
 * Where the lock leaves a doubt, an array is left as it is numbered.
 */
export function findElements(
  units: readonly UnitDiff[],
  standing: readonly Unit[],
  context: ElementContext,
): Rearrangement {
  if (standing.length === 0) return NOTHING;
  const changed = new Set<string>();
  for (const unit of units) {
    const array = mayHaveMoved(unit, context.locale) ? arrayOf(unit.key) : undefined;
    if (array !== undefined) changed.add(array);
  }
  if (changed.size === 0) return NOTHING;
  const displaced = new Map<SourceUnit, MovedText | undefined>();
  const inPlace = new Map<SourceUnit, string>();
  const dropped: Rearrangement['dropped'][number][] = [];
  for (const side of sidesOf(units, standing, changed)) {
    const found = findInArray(side, context);
    for (const [source, moved] of found.displaced) displaced.set(source, moved);
    for (const [source, origin] of found.inPlace) inPlace.set(source, origin);
    dropped.push(...found.dropped);
  }
  return { displaced, inPlace, dropped };
}

/** True where the lock knows a text of the unit's place, and none of its source text. */
function mayHaveMoved({ source, status, isKnown, treatment }: UnitDiff, locale: string): boolean {
  if (source.facts.length === 0) return false;
  if (status === 'current' && isKnown && treatment === 'translate') return false;
  const known = knownTexts(source.facts, locale);
  return known.length > 0 && known.every((one) => one.source !== source.sourceHash);
}

/** One array, the outermost, as it should be and as it stands. */
interface ArraySide {
  /** Number of segments before the index. */
  readonly depth: number;
  readonly units: readonly UnitDiff[];
  readonly standing: readonly Unit[];
}

function sidesOf(
  units: readonly UnitDiff[],
  standing: readonly Unit[],
  arrays: ReadonlySet<string>,
): readonly ArraySide[] {
  const group = <One extends { readonly key: Key }>(all: readonly One[]): Map<string, One[]> => {
    const groups = new Map([...arrays].map((array): [string, One[]] => [array, []]));
    for (const one of all) groups.get(arrayOf(one.key) ?? '')?.push(one);
    return groups;
  };
  const expected = group(units);
  const present = group(standing);
  return [...arrays].map((array) => {
    const ofArray = expected.get(array) ?? [];
    const depth = indexAt(ofArray[0]?.key ?? [], 0);
    return { depth, units: ofArray, standing: present.get(array) ?? [] };
  });
}

/** True for a key that may lead into an array. */
export function hasIndex(key: Key): boolean {
  return indexAt(key, 0) >= 0;
}

/** Identity of the outermost array that a key leads into; never ''. */
function arrayOf(key: Key): string | undefined {
  const at = indexAt(key, 0);
  return at < 0 ? undefined : `${at}:${keyId(key.slice(0, at))}`;
}

/** The first segment from a place on that may be an index; -1: none. */
function indexAt(key: Key, from: number): number {
  for (let at = from; at < key.length; at += 1) {
    const first = key[at]?.charCodeAt(0) ?? 0;
    if (first >= 48 && first <= 57 && /^(?:0|[1-9]\d*)$/.test(key[at] ?? '')) return at;
  }
  return -1;
}

/** A unit that stands, with the source that its text belongs to. */
interface Owned {
  readonly unit: Unit;
  readonly key: Key;
  readonly hash: string;
  readonly known: readonly KnownText[];
  readonly sourceHash: string;
  readonly origin: string;
  /** The lock speaks of this very text; else a person wrote it over that one. */
  readonly isExact: boolean;
}

function findInArray(side: ArraySide, { facts, locale, path }: ElementContext): Rearrangement {
  const { units, standing } = side;
  const knownOf = (key: Key): readonly KnownText[] =>
    knownTexts(facts.get(unitHash(path, key)), locale);
  const beyond = textsBeyond(side, knownOf);
  const said = new Texts();
  said.add(beyond);
  for (const { source } of units) said.add(knownTexts(source.facts, locale));
  const owned: Owned[] = [];
  for (const unit of standing) {
    const known = knownOf(unit.key);
    said.add(known);
    const one = ownerOf(unit, known);
    if (one !== undefined) owned.push(one);
  }
  const exact = new Set(owned.flatMap(({ unit, isExact }) => (isExact ? [unit] : [])));
  const wasMoved = standing.some((unit) => !exact.has(unit) && said.has(unit.text));
  // Somebody moved texts along, or a run that was killed did: what is where it belongs may stay there.
  if (wasMoved) return { ...NOTHING, inPlace: alreadyMoved(units, said) };
  if (beyond.length > 0 || owned.length < standing.length) return NOTHING;
  return isRegular(side) ? findMoved(units, owned) : NOTHING;
}

/** Texts that the lock knows anywhere in an array. */
class Texts {
  readonly #hashes = new Set<string>();
  readonly #origins = new Map<string, string>();

  add(known: readonly KnownText[]): void {
    for (const { source, hash, origin } of known) {
      this.#hashes.add(hash);
      this.#origins.set(`${source} ${hash}`, origin);
    }
  }

  has(text: string): boolean {
    return this.#hashes.has(targetHash(text));
  }

  originOf(source: string, text: string): string | undefined {
    return this.#origins.get(`${source} ${targetHash(text)}`);
  }
}

/** What the lock says of elements behind the last one that stands. */
function textsBeyond(
  { depth, units, standing }: ArraySide,
  knownOf: (key: Key) => readonly KnownText[],
): readonly KnownText[] {
  const array = standing[0]?.key.slice(0, depth) ?? [];
  const places = new Map<string, Key>();
  let index = 0;
  for (const { key } of [...standing, ...units]) {
    const place = key.slice(depth + 1);
    places.set(keyId(place), place);
  }
  for (const { key } of standing) index = Math.max(index, Number(key[depth]) + 1);
  const found: KnownText[] = [];
  for (let before = -1; found.length > before; index += 1) {
    before = found.length;
    for (const place of places.values()) {
      found.push(...knownOf([...array, String(index), ...place]));
    }
  }
  return found;
}

/** Undefined where the lock is not certain. */
function ownerOf(unit: Unit, known: readonly KnownText[]): Owned | undefined {
  const hash = targetHash(unit.text);
  const exact = known.filter((one) => one.hash === hash);
  const isExact = exact.length > 0;
  const [first, ...others] = isExact ? exact : known;
  if (first === undefined || others.some(({ source }) => source !== first.source)) return undefined;
  if (unit.text === '' && !isExact) return undefined;
  const origin = isExact ? first.origin : EDITED;
  return { unit, key: unit.key, hash, known, sourceHash: first.source, origin, isExact };
}

function alreadyMoved(units: readonly UnitDiff[], said: Texts): ReadonlyMap<SourceUnit, string> {
  const found = new Map<SourceUnit, string>();
  for (const { source, current, isKnown } of units) {
    if (current === undefined || current.text === '' || isKnown) continue;
    const origin = said.originOf(source.sourceHash, current.text);
    if (origin !== undefined) found.set(source, origin);
  }
  return found;
}

/** False where one element has a text at the place at which another has a container: texts cannot change places there. */
function isRegular({ depth, units, standing }: ArraySide): boolean {
  const places = new Set<string>();
  const containers = new Set<string>();
  for (const { key } of [...units, ...standing]) {
    const id = keyId(['', ...key.slice(depth + 1)]);
    if (places.has(id)) continue;
    places.add(id);
    for (let end = depth + 1; end < key.length; end += 1) {
      containers.add(keyId(['', ...key.slice(depth + 1, end)]));
    }
  }
  return [...places].every((id) => !containers.has(id));
}

function findMoved(units: readonly UnitDiff[], owned: readonly Owned[]): Rearrangement {
  const owners = ownersOf(units, owned);
  const exact = new Map(
    owned.flatMap((one) => (one.isExact ? [[one.unit, one.sourceHash] as const] : [])),
  );
  const displaced = new Map<SourceUnit, MovedText | undefined>();
  const lost = new Set<Unit>();
  let isCertain = false;
  for (const { source, current } of units) {
    const owner = owners.get(source);
    const here = current === undefined ? undefined : exact.get(current);
    if (here !== undefined && here !== source.sourceHash) isCertain = true;
    if (owner?.unit === current) continue;
    if (owner !== undefined && owner.unit.kind !== source.expected.unit.kind) return NOTHING;
    displaced.set(source, movedText(source, owner));
    if (current !== undefined) lost.add(current);
  }
  // Without one text that is still where it was, a person may have put all into today's order in other words.
  if (!isCertain) return NOTHING;
  for (const owner of owners.values()) lost.delete(owner.unit);
  const dropped = owned.filter(({ unit }) => lost.has(unit));
  return {
    displaced,
    inPlace: NOTHING.inPlace,
    dropped: dropped.map(({ unit, known }) => ({ unit, facts: known })),
  };
}

/** What becomes of a text at its unit's new place; undefined where the unit needs another text. */
function movedText(source: SourceUnit, owner: Owned | undefined): MovedText | undefined {
  if (owner === undefined) return undefined;
  const { unit, sourceHash, origin } = owner;
  if (unit.text === '' && source.expected.text !== '') return undefined;
  if (sourceHash === source.sourceHash) return { unit, origin };
  if (!isHuman(origin)) return undefined;
  return { unit, origin: source.copied ? ADOPTED : REVIEW };
}

/** Whose text belongs to each unit. */
function ownersOf(
  units: readonly UnitDiff[],
  owned: readonly Owned[],
): ReadonlyMap<SourceUnit, Owned> {
  const owners = new Map<SourceUnit, Owned>();
  const pairs = [{ units, owned, from: 0 }];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const { from } = pair;
    const before = partsOf(pair.owned, from);
    const now = partsOf(pair.units, from);
    for (const [place, one] of now.single) {
      const owner = before.single.get(place);
      if (owner !== undefined) owners.set(one.source, owner);
    }
    for (const [place, array] of now.arrays) {
      const standing = before.arrays.get(place);
      if (standing !== undefined) pairs.push(...pairElements(array, standing));
    }
  }
  return owners;
}

/** Units that share the beginnings of their keys, and those whose texts are theirs if they are anyone's. */
interface UnitPair {
  readonly units: readonly UnitDiff[];
  readonly owned: readonly Owned[];
  /** The first segment that they may differ in. */
  readonly from: number;
}

function pairElements(now: Elements<UnitDiff>, before: Elements<Owned>): readonly UnitPair[] {
  const { from } = now;
  const lists = { now: listOf(now), before: listOf(before) };
  if (lists.now === undefined || lists.before === undefined) {
    return [...now.byIndex].map(([index, units]) => {
      return { units, owned: before.byIndex.get(index) ?? [], from };
    });
  }
  const { now: units, before: owned } = lists;
  const aligned = alignElements(
    owned.map((element) => ({
      parts: element.map((one) => partOf(one, from)),
      says: element.map(({ hash }) => hash).join(' '),
    })),
    units.map((element) => ({ parts: element.map((one) => partOf(one, from)) })),
  );
  return units.map((element, at) => {
    const standing = aligned[at];
    return { units: element, owned: standing === undefined ? [] : (owned[standing] ?? []), from };
  });
}

/** Units outside of arrays, by the rest of their keys, and the elements of each array. */
interface Parts<One> {
  readonly single: ReadonlyMap<string, One>;
  readonly arrays: ReadonlyMap<string, Elements<One>>;
}

interface Elements<One> {
  readonly byIndex: Map<string, One[]>;
  /** The segment behind the index. */
  readonly from: number;
}

function partsOf<One extends { readonly key: Key }>(all: readonly One[], from: number): Parts<One> {
  const single = new Map<string, One>();
  const arrays = new Map<string, Elements<One>>();
  for (const one of all) {
    const { key } = one;
    const at = indexAt(key, from);
    if (at < 0) {
      single.set(keyId(['', ...key.slice(from)]), one);
      continue;
    }
    const place = keyId(['', ...key.slice(from, at)]);
    let array = arrays.get(place);
    if (array === undefined) arrays.set(place, (array = { byIndex: new Map(), from: at + 1 }));
    const index = key[at] ?? '';
    const element = array.byIndex.get(index);
    if (element === undefined) array.byIndex.set(index, [one]);
    else element.push(one);
  }
  return { single, arrays };
}

/** Elements in order; undefined where they are not numbered from 0 on, which is no array. */
function listOf<One>({ byIndex }: Elements<One>): readonly (readonly One[])[] | undefined {
  const list: (readonly One[])[] = [];
  for (let index = 0; index < byIndex.size; index += 1) {
    const element = byIndex.get(String(index));
    if (element === undefined) return undefined;
    list.push(element);
  }
  return list;
}

/** A text of an element: its place there, and what its source was or is. */
function partOf({ key, sourceHash }: Pick<Owned, 'key' | 'sourceHash'>, from: number): string {
  return `${keyId(key.slice(from))}\n${sourceHash}`;
}
