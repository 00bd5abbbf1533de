import type { Leaf } from './leaves.js';

/** A file whose blocks are paired with those of another. */
export interface Side {
  readonly text: string;
  readonly leaves: readonly Leaf[];
}

const NONE = -1;

/** The most pairs to weigh: two files of 2,000 blocks each that are completely different. */
const MOST_PAIRS = 4_000_000;

const SAME_BYTES = 12;
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

/**
 * For each block of a target, the index of its counterpart in the source, or -1. If both files have
 * the same structure, blocks correspond by index. Otherwise common features decide: code,
 * addresses, numbers, and an order without crossings.
 */
export function alignLeaves(target: Side, source: Side): readonly number[] {
  const { leaves } = target;
  const isSame = (i: number, j: number): boolean => fits(leaves[i], source.leaves[j]);
  const isInPlace = leaves.length === source.leaves.length && leaves.every((_, i) => isSame(i, i));
  if (isInPlace) return leaves.map((_, i) => i);
  const [own, others] = [marksOf(target), marksOf(source)];
  const isEqual = (i: number, j: number): boolean =>
    i >= 0 && j >= 0 && isSame(i, j) && own[i]?.raw === others[j]?.raw;
  let top = 0;
  while (top < Math.min(own.length, others.length) && isEqual(top, top)) top += 1;
  const [rows, columns] = [own.length - top, others.length - top];
  const pairs = own.map((_, i) => (i < top ? i : NONE));
  if (rows * columns > MOST_PAIRS) return byPlace(pairs, top, isSame);
  const scale = source.text.length / Math.max(1, target.text.length);
  const weightOf = (i: number, j: number): number =>
    isSame(top + i, top + j) ? weigh(own[top + i], others[top + j], scale) : 0;
  for (const [i, j] of bestPairs(rows, columns, weightOf)) pairs[top + i] = top + j;
  return pairs;
}

function fits(a: Leaf | undefined, b: Leaf | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  // An admonition may have a title in only one of the languages.
  const isSameKind = a.kind === b.kind || (isLine(a) && isLine(b));
  return isSameKind && (a.sort === b.sort || (isFenced(a) && isFenced(b)));
}

/** A code block may name its language differently. */
function isFenced({ kind, sort }: Leaf): boolean {
  return kind === 'code' && sort !== 'indented code';
}

function isLine({ kind }: Leaf): boolean {
  return kind === 'title' || kind === 'other';
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
  /** A paragraph beside a quote does not correspond to one inside it. */
  readonly depth: number;
  readonly signs: ReadonlySet<string>;
}

const SIGN = /`[^`\n]{1,300}`|\]\([^()\s]{1,500}|<\/?[A-Za-z][\w.]*|:\w+:|\p{N}+/gu;

function marksOf({ text, leaves }: Side): readonly Marks[] {
  return leaves.map(({ start, end, kind, depth, parts }) => {
    const raw = text.slice(start, end);
    if (kind === 'code') return { raw, depth, signs: new Set(linesOf(parts[0]?.text ?? raw)) };
    return { raw, depth, signs: new Set(Array.from(raw.matchAll(SIGN), ([sign]) => signOf(sign))) };
  });
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
  const kind = a.depth === b.depth ? SAME_KIND : OTHER_DEPTH;
  if (most === 0) return kind + likeness;
  let common = 0;
  for (const sign of a.signs) if (b.signs.has(sign)) common += 1;
  return common === 0 ? OTHER_SIGNS : kind + likeness + (SIGNS * common) / most;
}

const PAIR = 1;
const UP = 2;
const LEFT = 3;

/**
 * The non-crossing pairs with the largest total weight; of equal solutions, the one that starts
 * first.
 */
function bestPairs(
  rows: number,
  columns: number,
  weightOf: (i: number, j: number) => number,
): readonly (readonly [number, number])[] {
  const width = columns + 1;
  const steps = new Uint8Array((rows + 1) * width);
  let below = new Float64Array(width);
  for (let i = rows - 1; i >= 0; i -= 1) {
    const row = new Float64Array(width);
    for (let j = columns - 1; j >= 0; j -= 1) {
      const weight = weightOf(i, j);
      const pair = weight === 0 ? -1 : (below[j + 1] ?? 0) + weight;
      const [up, left] = [below[j] ?? 0, row[j + 1] ?? 0];
      row[j] = Math.max(pair, up, left);
      steps[i * width + j] = pair >= up && pair >= left ? PAIR : up >= left ? UP : LEFT;
    }
    below = row;
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < rows && j < columns;) {
    const step = steps[i * width + j];
    if (step === PAIR) pairs.push([i, j]);
    if (step !== LEFT) i += 1;
    if (step !== UP) j += 1;
  }
  return pairs;
}
