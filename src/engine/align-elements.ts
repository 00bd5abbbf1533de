/** An element of an array, by what its texts were translated from. */
export interface Element {
  /** Each text with its place in the element. */
  readonly parts: readonly string[];
  /** What stands there; elements that say the same need not both be kept. */
  readonly says: string;
}

/** An element before, and the one that it is now. */
interface Pair {
  readonly before: number;
  readonly now: number;
}

/** More pairs of equal elements than this are not weighed against each other; they are matched in order. */
const MOST_PAIRS = 1_000_000;

/**
 * Which element before each element of now was. Equal ones that kept their order come first, then equal ones that were
 * moved, then those that share a text no other has, then changed ones between the same neighbours.
 */
export function alignElements(
  before: readonly Element[],
  now: readonly Pick<Element, 'parts'>[],
): readonly (number | undefined)[] {
  const alignment = new Alignment(before.length, now.length);
  const ids = { before: before.map(idOf), now: now.map(idOf) };
  const anchors = inOrder(ids.before, ids.now);
  for (const pair of anchors) alignment.add(pair);
  const moved = lastFirst(ids.before, alignment.leftBefore());
  for (const at of alignment.leftNow()) {
    const from = moved.get(ids.now[at] ?? '')?.pop();
    if (from !== undefined) alignment.add({ before: from, now: at });
  }
  for (const pair of sharingTexts(before, now, alignment)) alignment.add(pair);
  const kept = new Set(alignment.matched().map((at) => saying(ids.before, before, at)));
  const isSpent = (at: number): boolean => kept.has(saying(ids.before, before, at));
  for (const pair of betweenAnchors(anchors, alignment, isSpent)) alignment.add(pair);
  return alignment.from;
}

class Alignment {
  readonly from: (number | undefined)[];
  readonly #taken: boolean[];

  constructor(before: number, now: number) {
    this.from = new Array<number | undefined>(now).fill(undefined);
    this.#taken = new Array<boolean>(before).fill(false);
  }

  /** Unless one of the two has its own already. */
  add({ before, now }: Pair): void {
    if (this.#taken[before] === true || this.from[now] !== undefined) return;
    this.#taken[before] = true;
    this.from[now] = before;
  }

  leftBefore(): readonly number[] {
    return this.#taken.flatMap((taken, at) => (taken ? [] : [at]));
  }

  leftNow(): readonly number[] {
    return this.from.flatMap((from, at) => (from === undefined ? [at] : []));
  }

  matched(): readonly number[] {
    return this.from.filter((from) => from !== undefined);
  }
}

function idOf({ parts }: Pick<Element, 'parts'>): string {
  return [...parts].sort().join('\n');
}

function saying(ids: readonly string[], elements: readonly Element[], at: number): string {
  return `${ids[at] ?? ''}\n\n${elements[at]?.says ?? ''}`;
}

/** The places of each element, the last one first. */
function lastFirst(ids: readonly string[], places: readonly number[]): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const at of places.toReversed()) {
    const id = ids[at] ?? '';
    const known = found.get(id);
    if (known === undefined) found.set(id, [at]);
    else known.push(at);
  }
  return found;
}

/** As many equal pairs as can be had without one crossing another, in order. */
function inOrder(before: readonly string[], now: readonly string[]): readonly Pair[] {
  const shortest = Math.min(before.length, now.length);
  let start = 0;
  while (start < shortest && before[start] === now[start]) start += 1;
  let end = 0;
  const last = (ids: readonly string[]): string | undefined => ids[ids.length - 1 - end];
  while (end < shortest - start && last(before) === last(now)) end += 1;
  const middle = longestCommon(
    before.slice(start, before.length - end),
    now.slice(start, now.length - end),
  );
  const pairs: Pair[] = [];
  for (let at = 0; at < start; at += 1) pairs.push({ before: at, now: at });
  for (const pair of middle) pairs.push({ before: pair.before + start, now: pair.now + start });
  for (let at = end; at > 0; at -= 1) {
    pairs.push({ before: before.length - at, now: now.length - at });
  }
  return pairs;
}

interface Link extends Pair {
  readonly previous: Link | undefined;
}

/** The longest common subsequence (Hunt and Szymanski): quick where few elements are equal to each other. */
function longestCommon(before: readonly string[], now: readonly string[]): readonly Pair[] {
  const places = lastFirst(now, [...now.keys()]);
  const pairs = before.reduce((sum, id) => sum + (places.get(id)?.length ?? 0), 0);
  if (pairs > MOST_PAIRS) return [];
  // For each length: the common subsequence so far that ends first.
  const ends: Link[] = [];
  for (const [i, id] of before.entries()) {
    for (const at of places.get(id) ?? []) {
      const length = firstFrom(ends, at);
      ends[length] = { before: i, now: at, previous: ends[length - 1] };
    }
  }
  const found: Pair[] = [];
  for (let link = ends.at(-1); link !== undefined; link = link.previous) found.push(link);
  return found.reverse();
}

/** The first of the links, sorted by `now`, that is not before a place. */
function firstFrom(links: readonly Link[], place: number): number {
  let low = 0;
  let high = links.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((links[middle]?.now ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Changed elements that share a text which no other element left has. */
function sharingTexts(
  before: readonly Element[],
  now: readonly Pick<Element, 'parts'>[],
  alignment: Alignment,
): readonly Pair[] {
  const owners = ownersOf(before, alignment.leftBefore());
  const pairs: Pair[] = [];
  for (const [part, at] of ownersOf(now, alignment.leftNow())) {
    const from = owners.get(part);
    if (from !== undefined && from >= 0 && at >= 0) pairs.push({ before: from, now: at });
  }
  return pairs;
}

/** For each part the one place that has it; -1: several have. */
function ownersOf(
  elements: readonly Pick<Element, 'parts'>[],
  places: readonly number[],
): ReadonlyMap<string, number> {
  const owners = new Map<string, number>();
  for (const at of places) {
    for (const part of elements[at]?.parts ?? []) owners.set(part, owners.has(part) ? -1 : at);
  }
  return owners;
}

/** Elements between the same neighbours as before, in order: they were changed where they stand. */
function betweenAnchors(
  anchors: readonly Pair[],
  alignment: Alignment,
  isSpent: (before: number) => boolean,
): readonly Pair[] {
  const left = {
    before: alignment.leftBefore().filter((at) => !isSpent(at)),
    now: alignment.leftNow(),
  };
  const pairs: Pair[] = [];
  let [i, k] = [0, 0];
  for (const anchor of [...anchors, { before: Infinity, now: Infinity }]) {
    let [old, fresh] = [left.before[i], left.now[k]];
    while (old !== undefined && old < anchor.before && fresh !== undefined && fresh < anchor.now) {
      pairs.push({ before: old, now: fresh });
      [old, fresh] = [left.before[(i += 1)], left.now[(k += 1)]];
    }
    while ((left.before[i] ?? Infinity) < anchor.before) i += 1;
    while ((left.now[k] ?? Infinity) < anchor.now) k += 1;
  }
  return pairs;
}
