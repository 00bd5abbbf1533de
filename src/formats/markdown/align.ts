import { getOrSet } from '../kit/maps.js';
import { bestPairs } from '../kit/pairs.js';
import type { Leaf } from './leaves.js';

/** A file whose blocks are paired with those of another. */
export interface Side {
  readonly text: string;
  readonly leaves: readonly Leaf[];
}

/**
 * What is remembered about a target's block and one of the source. sure: the one was the other's
 * translation · new: nothing, though it is about other blocks of the source.
 */
export type Remembered = (target: number, source: number) => 'sure' | 'new' | undefined;

const NONE = -1;

/** The most pairs to weigh: two files of 2,000 blocks each that are completely different. */
const MOST_PAIRS = 4_000_000;

const SAME_BYTES = 12;
const SURE = 20;
/**
 * Weight of blocks of the same kind and depth, whatever their text. A lower weight speaks against
 * the pair.
 */
const SAME_KIND = 4;
const OTHER_DEPTH = 0.5;
const SIGNS = 6;
/** Long texts are long in other languages too. */
const LENGTH = 3;
const OTHER_SIGNS = 0.5;
/** The least weight of blocks in another order: same kind and depth, and a fourth as long or common signs. */
const MOVED = SAME_KIND + LENGTH / 4;
/** The most pairs of blocks left over to weigh. */
const MOST_MOVED = 40_000;

/**
 * For each block of a target, the index of its counterpart in the source, or -1. If both files have
 * the same structure, blocks correspond by index. Otherwise common features decide: code,
 * addresses, numbers, and an order without crossings. Blocks left over on both sides were moved, if
 * they are alike.
 */
export function alignLeaves(target: Side, source: Side, remembered: Remembered): readonly number[] {
  const { leaves } = target;
  const isSame = (i: number, j: number): boolean => fits(leaves[i], source.leaves[j]);
  const [own, others] = [marksOf(target), marksOf(source)];
  const isAlike = (i: number, j: number): boolean => own[i]?.around === others[j]?.around;
  const [ownSigns, otherSigns] = [signsOf(own), signsOf(others)];
  const isInPlace =
    leaves.length === source.leaves.length &&
    leaves.every((_, i) => isSame(i, i) && isAlike(i, i)) &&
    !own.some((mark, i) => contradict(mark, others[i], { ownSigns, otherSigns }));
  if (isInPlace) return leaves.map((_, i) => i);
  const isEqual = (i: number, j: number): boolean =>
    i >= 0 && j >= 0 && isSame(i, j) && own[i]?.raw === others[j]?.raw;
  let top = 0;
  while (top < Math.min(own.length, others.length) && isEqual(top, top)) top += 1;
  const [rows, columns] = [own.length - top, others.length - top];
  const pairs = own.map((_, i) => (i < top ? i : NONE));
  if (rows * columns > MOST_PAIRS) return byPlace(pairs, top, isSame);
  const scale = source.text.length / Math.max(1, target.text.length);
  const sure = surePairs(
    own.length,
    others.length,
    (i, j) => i >= top && j >= top && isSame(i, j) && remembered(i, j) === 'sure',
  );
  const weightOf = (i: number, j: number): number => {
    if (!isSame(i, j)) return 0;
    if (sure.rows.has(i) || sure.columns.has(j)) return sure.rows.get(i)?.has(j) ? SURE : 0;
    return weigh(own[i], others[j], scale);
  };
  const ofAlike = (i: number, j: number): number => {
    const weight = weightOf(i, j);
    return weight === SURE || isAlike(i, j) ? weight : 0;
  };
  for (const [i, j] of bestPairs(rows, columns, (i, j) => ofAlike(top + i, top + j)))
    pairs[top + i] = top + j;
  pairLeft(pairs, others.length, (i, j) => {
    const weight = ofAlike(i, j);
    return weight < MOVED || (weight < SURE && remembered(i, j) === 'new') ? 0 : weight;
  });
  // An admonition that has a title in only one of the languages is still the same one.
  joinNeighbours(
    pairs,
    others.length,
    (i, j) => isSame(i, j) && own[i]?.outer === others[j]?.outer,
  );
  // Last, blocks between the same neighbours of which one is in a quote, or has a title.
  const between = pairs.map((_, i) => gapAt(pairs, i));
  pairLeft(pairs, others.length, (i, j) => {
    const { after = 0, before = 0 } = between[i] ?? {};
    if (own[i]?.isTitled !== others[j]?.isTitled) return 0;
    return after < j && j < before && remembered(i, j) !== 'new' ? weightOf(i, j) : 0;
  });
  return pairs;
}

/** Pairs what is right before or after a paired block, such as the first line of an alert. */
function joinNeighbours(
  pairs: number[],
  count: number,
  isSame: (i: number, j: number) => boolean,
): void {
  const taken = new Set(pairs);
  const join = (i: number, neighbour: number): void => {
    const beside = pairs[neighbour] ?? NONE;
    const j = beside + i - neighbour;
    if (pairs[i] !== NONE || beside === NONE || j < 0 || j >= count) return;
    if (taken.has(j) || !isSame(i, j)) return;
    pairs[i] = j;
    taken.add(j);
  };
  for (let i = pairs.length - 1; i >= 0; i -= 1) join(i, i + 1);
  for (let i = 0; i < pairs.length; i += 1) join(i, i - 1);
}

/** The counterparts of the nearest paired blocks before and after one. */
function gapAt(pairs: readonly number[], i: number): { after: number; before: number } {
  const before = pairs.slice(i).find((partner) => partner !== NONE) ?? Infinity;
  return { after: pairs.slice(0, i).findLast((partner) => partner !== NONE) ?? NONE, before };
}

interface SurePairs {
  readonly rows: ReadonlyMap<number, ReadonlySet<number>>;
  readonly columns: ReadonlySet<number>;
}

function surePairs(
  rows: number,
  columns: number,
  isSure: (i: number, j: number) => boolean,
): SurePairs {
  const found = new Map<number, Set<number>>();
  if (rows * columns > MOST_MOVED) return { rows: found, columns: new Set() };
  for (let i = 0; i < rows; i += 1)
    for (let j = 0; j < columns; j += 1)
      if (isSure(i, j)) getOrSet(found, i, () => new Set<number>()).add(j);
  return { rows: found, columns: new Set([...found.values()].flatMap((some) => [...some])) };
}

/** Pairs what is left over on both sides, in order, as often as something fits. */
function pairLeft(
  pairs: number[],
  count: number,
  weightOf: (i: number, j: number) => number,
): void {
  const taken = new Set(pairs);
  let free = pairs.flatMap((partner, i) => (partner === NONE ? [i] : []));
  let wanting = Array.from({ length: count }, (_, j) => j).filter((j) => !taken.has(j));
  if (free.length * wanting.length > MOST_MOVED) return;
  const weights = new Map(free.map((i) => [i, new Map(wanting.map((j) => [j, weightOf(i, j)]))]));
  for (;;) {
    const found = bestPairs(
      free.length,
      wanting.length,
      (row, column) => weights.get(free[row] ?? NONE)?.get(wanting[column] ?? NONE) ?? 0,
    );
    if (found.length === 0) return;
    for (const [row, column] of found) pairs[free[row] ?? NONE] = wanting[column] ?? NONE;
    const [rows, columns] = [0, 1].map((side) => new Set(found.map((pair) => pair[side])));
    free = free.filter((_, row) => rows?.has(row) !== true);
    wanting = wanting.filter((_, column) => columns?.has(column) !== true);
  }
}

interface Signs {
  readonly ownSigns: ReadonlySet<string>;
  readonly otherSigns: ReadonlySet<string>;
}

/**
 * Whether two blocks name other code, addresses and numbers. A block that names nothing any more
 * has lost its signs, unless they are in another block.
 */
function contradict(a: Marks, b: Marks | undefined, { ownSigns, otherSigns }: Signs): boolean {
  if (b === undefined || a.raw === b.raw) return false;
  if (a.signs.size > 0 && b.signs.size > 0) return [...a.signs].every((sign) => !b.signs.has(sign));
  return (
    [...a.signs].some((sign) => otherSigns.has(sign)) ||
    [...b.signs].some((sign) => ownSigns.has(sign))
  );
}

function fits(a: Leaf | undefined, b: Leaf | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  // An admonition may have a title in only one of the languages.
  const isSameKind = a.kind === b.kind || (isLine(a) && isLine(b));
  const isSameSort = a.sort === b.sort || (isFenced(a) && isFenced(b));
  return isSameKind && (isSameSort || (isBox(a) && isBox(b)));
}

/** The first line of an alert or admonition, which may be of another type in the target. */
function isBox(leaf: Leaf): boolean {
  return isLine(leaf) && /^(?:\[!|(?::::|!!!|\?\?\?)[ \t+]*\w)/.test(leaf.sort);
}

/** A code block may name its language differently. */
function isFenced({ kind, sort }: Leaf): boolean {
  return kind === 'code' && sort !== 'indented code';
}

function isLine({ kind }: Leaf): boolean {
  return kind === 'title' || kind === 'tag' || kind === 'other';
}

/** For too many blocks: pairs them as long as both files have the same structure. */
function byPlace(
  pairs: number[],
  top: number,
  isSame: (i: number, j: number) => boolean,
): readonly number[] {
  for (let i = top; i < pairs.length && isSame(i, i); i += 1) pairs[i] = i;
  return pairs;
}

/** The features of a block that are the same in all languages. */
interface Marks {
  readonly raw: string;
  /** What is around it. */
  readonly outer: string;
  /** Its kind and what is around it: a paragraph beside a quote is not one inside it. */
  readonly around: string;
  /** Whether it is in an alert or admonition with a title, which is written as a whole. */
  readonly isTitled: boolean;
  readonly signs: ReadonlySet<string>;
}

const SIGN = /`[^`\n]{1,300}`|\]\([^()\s]{1,500}|<\/?[A-Za-z][\w.]*|:\w+:|\p{N}+/gu;

function marksOf({ text, leaves }: Side): readonly Marks[] {
  const titled = new Set(leaves.map(({ kind, outer }) => (kind === 'title' ? outer.at(-1) : NONE)));
  return leaves.map((leaf) => {
    const { start, end, kind, sort, parts } = leaf;
    const raw = text.slice(start, end);
    const isTitled = leaf.outer.some((one) => titled.has(one));
    const outer = leaf.outer.map((one) => one.sort).join();
    const around = [kind, isLine(leaf) ? sort : '', outer].join();
    const signs =
      kind === 'code'
        ? linesOf(parts[0]?.text ?? raw)
        : Array.from(raw.matchAll(SIGN), ([sign]) => signOf(sign));
    return { raw, outer, around, isTitled, signs: new Set(signs) };
  });
}

function signsOf(marks: readonly Marks[]): ReadonlySet<string> {
  return new Set(marks.flatMap(({ signs }) => [...signs]));
}

function linesOf(code: string): readonly string[] {
  return code
    .split('\n')
    .slice(1, -1)
    .filter((line) => /\w/.test(line));
}

/** The last part of an address, because earlier ones may name the language. */
function signOf(sign: string): string {
  return sign.startsWith('](') ? sign.replace(/^.*\/(?=.)/, '](') : sign;
}

/** @param scale length of the source relative to the target */
function weigh(a: Marks | undefined, b: Marks | undefined, scale: number): number {
  if (a === undefined || b === undefined) return 0;
  if (a.raw === b.raw) return SAME_BYTES + LENGTH;
  const most = Math.max(a.signs.size, b.signs.size);
  const [own, other] = [a.raw.length * scale, b.raw.length];
  const likeness = (LENGTH * Math.min(own, other)) / Math.max(own, other, 1);
  const kind = a.around === b.around ? SAME_KIND : OTHER_DEPTH;
  if (most === 0) return kind + likeness;
  let common = 0;
  for (const sign of a.signs) if (b.signs.has(sign)) common += 1;
  return common === 0 ? OTHER_SIGNS : kind + likeness + (SIGNS * common) / most;
}
