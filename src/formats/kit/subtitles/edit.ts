import { EditError, formatKey, keyId } from '../../../model/index.js';
import type { Document, Edit, InsertEdit, Key, SetEdit } from '../../../model/index.js';
import { sortEdits } from '../edits.js';
import { detectNewline, newLineAt } from '../layout.js';
import { getOrSet } from '../maps.js';
import { applySplices, type Splice } from '../splices.js';
import {
  type Cue,
  formatTime,
  indexOf,
  isAfterBlankLine,
  looksLikeTimes,
  newlineOf,
  numberOf,
  startOfBlock,
} from './cues.js';
import { type Group, textOf } from './group.js';
import { normalizeText, linesOf } from './seam.js';
import type { State } from './state.js';
import { sentenceMarks, share, widthOf } from './share.js';

/** The state of the document that an edit's `from` names; undefined if it is in another format. */
type OriginOf = (document: Document) => State | undefined;

export function editCues(state: State, edits: readonly Edit[], originOf: OriginOf): string {
  const { sets, removes, inserts } = sortEdits(edits, (key) => state.find(key) !== undefined);
  // A unit that lacks cues of its source gets all of them with a new text.
  const rewritten = sets.filter(({ key, text, from }) => {
    const group = state.find(key);
    if (group?.incomplete !== true || from === undefined) return false;
    return originOf(from.document) !== undefined && normalizeText(text) !== textOf(state, group);
  });
  const changed = sets.filter((edit) => !rewritten.includes(edit));
  const leaving = [...removes, ...rewritten].flatMap(({ key }) => state.find(key) ?? []);
  const gone = new Set(leaving.flatMap(({ cues }) => cues));
  const numbers = new Numbers(state, gone);
  const blocks = (edit: SetEdit | InsertEdit): string[] =>
    newBlocks(state, edit, { leaving, numbers, originOf });
  const added: readonly Added[] = [
    ...rewritten.map((edit) => ({ edit, place: state.find(edit.key)?.cues[0] ?? -1 })),
    ...inserts.map(({ edit, anchor }) => ({
      edit,
      place: anchor === null ? -1 : (state.find(anchor)?.cues.at(-1) ?? -1),
    })),
  ]
    .toSorted((a, b) => a.place - b.place)
    .map(({ edit, place }) => ({ place, blocks: blocks(edit) }));
  return applySplices(state.text, [
    ...changed.flatMap((edit) => setSplices(state, edit, originOf)),
    ...(added.length > 0 && gone.size > 0 && gone.size === state.cues.length
      ? replaceAll(state, added)
      : [...insertSplices(state, added, gone), ...removeSplices(state, gone)]),
  ]);
}

function setSplices(state: State, edit: SetEdit, originOf: OriginOf): Splice[] {
  const group = state.find(edit.key);
  if (group === undefined) return [];
  const cues = cuesOf(state, group);
  const old = textOf(state, group);
  if (normalizeText(edit.text) === old) return [];
  const spread = originSpread(edit, cues, originOf) ?? { key: edit.key, state, cues, old };
  const lines = spreadText(edit.text, spread);
  const fallback = detectNewline(state.text);
  return cues.map((cue, i) => {
    const newline = newlineOf(state.text, cue, fallback);
    const text = (lines[i] ?? []).join(newline);
    const opening = cue.textStart === cue.textEnd && text !== '' ? newline : '';
    return { start: cue.textStart, end: cue.textEnd, text: opening + text };
  });
}

/** The source's cues with the same times, whose durations determine how the text is distributed. */
function originSpread(
  { key, from }: SetEdit,
  cues: readonly Cue[],
  originOf: OriginOf,
): Spread | undefined {
  const state = from && originOf(from.document);
  const group = from && state?.find(from.unit.key);
  if (state === undefined || group === undefined) return undefined;
  const times = new Set(cues.map(({ begin }) => begin));
  const same = cuesOf(state, group).filter(({ begin }) => times.has(begin));
  if (same.length !== cues.length) return undefined;
  return { key, state, cues: same, old: textOf(state, group) };
}

/** New cues, and the index of the cue that they follow; -1: before all. Sorted by it. */
interface Added {
  readonly place: number;
  readonly blocks: readonly string[];
}

function insertSplices(state: State, added: readonly Added[], gone: ReadonlySet<number>): Splice[] {
  const newline = detectNewline(state.text);
  const between = newline + newline;
  const behind = new Map<number, string[]>();
  for (const { place, blocks } of added) {
    let kept = place;
    while (kept >= 0 && gone.has(kept)) kept -= 1;
    getOrSet(behind, kept, (): string[] => []).push(...blocks);
  }
  return [...behind].map(([kept, blocks]) => {
    const text = blocks.join(between);
    const cue = state.cues[kept];
    if (cue !== undefined) return { start: cue.textEnd, end: cue.textEnd, text: between + text };
    const first = state.cues[0];
    if (first !== undefined) return beforeFirst(state, first, text + between);
    const end = state.text.length;
    return { start: end, end, text: blankLineBehind(state.text, newline) + text + newline };
  });
}

/**
 * Inserts before the first cue. In WebVTT, lines directly above it may be comments, or the header,
 * which stays first.
 */
function beforeFirst({ text, hasBlocks }: State, { start }: Cue, added: string): Splice {
  const at = hasBlocks ? startOfBlock(text, start) : start;
  if (at > 0 || !hasBlocks) return { start: at, end: at, text: added };
  return { start, end: start, text: detectNewline(text) + added };
}

/** The part of a blank line that is missing at the end of a file without cues. */
function blankLineBehind(text: string, newline: string): string {
  if (!/\S/.test(text) || /(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)$/.test(text)) return '';
  return /[\n\r]$/.test(text) ? newLineAt(text, text.length, newline) : newline + newline;
}

/** Replaces all cues at once if none stays. */
function replaceAll(state: State, added: readonly Added[]): Splice[] {
  const newline = detectNewline(state.text);
  const blocks = added.flatMap((one) => one.blocks);
  const start = state.cues[0]?.start ?? 0;
  const end = state.cues.at(-1)?.textEnd ?? start;
  return [{ start, end, text: blocks.join(newline + newline) }];
}

/**
 * New cues with the source's times, its index if that is free, and the text distributed over them.
 * @param context with the units whose cues are removed
 */
function newBlocks(
  state: State,
  { key, text, from }: SetEdit | InsertEdit,
  context: {
    readonly leaving: readonly Group[];
    readonly numbers: Numbers;
    readonly originOf: OriginOf;
  },
): string[] {
  const { leaving, numbers, originOf } = context;
  const origin = from && originOf(from.document);
  const group = from && origin?.find(from.unit.key);
  if (origin === undefined || group === undefined)
    throw new EditError(
      'not-writable',
      key,
      `"${formatKey(key)}" needs the times of the source's cues (\`from\`).`,
    );
  const newline = detectNewline(state.text);
  const cues = cuesOf(origin, group);
  const texts =
    movedTexts(state, { key, text, count: cues.length }, leaving) ??
    spreadText(text, { key, state: origin, cues, old: textOf(origin, group) }).map((lines) =>
      lines.join(newline),
    );
  const times = state.alignment && !follows(state, leaving) ? ownTimes(state, origin) : undefined;
  return group.cues.flatMap((place, i) => {
    const cue = origin.cues[place];
    if (cue === undefined) return [];
    const timing = times?.(place) ?? origin.text.slice(cue.timing, cue.timingEnd);
    const lines = [numbers.next(origin, cue), timing, texts[i] ?? ''];
    return lines.filter((line) => line !== '').join(newline);
  });
}

/** From this distance to its source on, in milliseconds, a cue counts as moved by hand. */
const BY_HAND = 1000;

/**
 * The timing lines of a source's cues in a target with its own clock: at the same distance to their
 * neighbours as in the source. Undefined for a cue for which the source's times fit.
 */
function ownTimes(target: State, source: State): (place: number) => string | undefined {
  const { counterparts, clock } = target.alignment ?? { counterparts: [], clock: undefined };
  const cueOf = new Map(counterparts.map((place, i) => [place, target.cues[i]]));
  const scale = clock?.scale ?? 1;
  return (place) => {
    const cue = source.cues[place];
    const beside = nearest(place, source.cues.length, (at) => cueOf.get(at) !== undefined);
    const [own, other] = [cueOf.get(beside), source.cues[beside]];
    if (cue === undefined || own === undefined || other === undefined) return undefined;
    const at = (time: number): number => own.begin + (time - other.begin) / scale;
    if (clock === undefined && Math.abs(own.begin - other.begin) < BY_HAND) return undefined;
    return timingLine(source.text, cue, at);
  };
}

/** The nearest index before or after `place` that satisfies `is`; -1 if there is none. */
function nearest(place: number, count: number, is: (at: number) => boolean): number {
  for (let gap = 1; gap < count; gap += 1) {
    if (is(place - gap)) return place - gap;
    if (is(place + gap)) return place + gap;
  }
  return -1;
}

/** A timing line with other times, otherwise unchanged. */
function timingLine(text: string, cue: Cue, at: (time: number) => number): string {
  const line = text.slice(cue.timing, cue.timingEnd);
  const [comma = ','] = /(?<=\d)[.,](?=\d)/.exec(line) ?? [];
  const times = [at(cue.begin), at(cue.end)].map((time) => formatTime(time, comma));
  return line.replace(/-?\d[\d:.,]*/g, (found) => times.shift() ?? found);
}

/** Whether the file adopts its source's new times: the removed units exist elsewhere now. */
function follows({ groups }: State, leaving: readonly Group[]): boolean {
  const moved = (group: Group): boolean => group.standsFor !== undefined;
  return leaving.some(moved) || groups.some(moved);
}

/** The texts of cues that moved here from other times, unchanged. */
function movedTexts(
  state: State,
  { key, text, count }: { readonly key: Key; readonly text: string; readonly count: number },
  leaving: readonly Group[],
): string[] | undefined {
  const whole = normalizeText(text);
  const same = leaving.filter(
    (group) => group.cues.length === count && textOf(state, group) === whole,
  );
  const id = keyId(key);
  const own = same.find(({ standsFor }) => standsFor !== undefined && keyId(standsFor) === id);
  const found = own ?? same[0];
  return found === undefined ? undefined : cuesOf(state, found).map((cue) => state.raw(cue));
}

function removeSplices(state: State, gone: ReadonlySet<number>): Splice[] {
  const splices: Splice[] = [];
  const { cues } = state;
  let kept: Cue | undefined;
  for (let i = 0; i < cues.length; i += 1) {
    const cue = cues[i];
    if (cue === undefined || !gone.has(i)) {
      kept = cue;
      continue;
    }
    const start = cue;
    while (gone.has(i + 1) && cues[i]?.after === cues[i + 1]?.start) i += 1;
    const last = cues[i] ?? cue;
    const isLast = last.after >= state.text.length;
    const isNext = kept?.after === start.start;
    // The previous cue has no blank line of its own and needs the one after the removed cues.
    const isTight = isNext && /^(?:\r\n|\n|\r)$/.test(state.text.slice(kept?.textEnd, start.start));
    const from = isNext && (isLast || isTight) ? kept?.textEnd : undefined;
    const end = (isLast && kept !== undefined) || isTight ? last.textEnd : last.after;
    // Lines directly above would become part of the next cue.
    const isBelow = state.hasBlocks && !isNext && !isAfterBlankLine(state.text, start.start);
    const blank = isBelow && !isLast ? detectNewline(state.text) : '';
    splices.push({ start: from ?? start.start, end, text: blank });
  }
  return splices;
}

function cuesOf(state: State, group: Group): Cue[] {
  return group.cues.flatMap((cue) => state.cues[cue] ?? []);
}

/**
 * The number of a new cue: that of its source or, if another cue of the file has it (the source was
 * renumbered, and other cues keep their numbers), the next free one.
 */
class Numbers {
  readonly #taken = new Set<number>();
  #highest = 0;

  constructor(state: State, gone: ReadonlySet<number>) {
    for (const [at, cue] of state.cues.entries())
      if (!gone.has(at)) this.#take(numberOf(state.text, cue));
  }

  /** @param cue of the source */
  next({ text, cues, hasBlocks }: State, cue: Cue): string {
    const index = indexOf(text, cue);
    // In WebVTT, it is a name.
    if (hasBlocks || index === '') return index;
    const own = numberOf(text, cue);
    if (!this.#taken.has(own)) {
      this.#take(own);
      return index;
    }
    for (const one of cues) this.#highest = Math.max(this.#highest, numberOf(text, one) || 0);
    const free = this.#highest + 1;
    this.#take(free);
    return String(free);
  }

  #take(number: number): void {
    if (Number.isNaN(number)) return;
    this.#taken.add(number);
    this.#highest = Math.max(this.#highest, number);
  }
}

/** The cues over which a text is distributed, and those whose durations and lines determine how. */
interface Spread {
  readonly key: Key;
  readonly state: State;
  readonly cues: readonly Cue[];
  /** The current text of these cues. */
  readonly old: string;
}

/** The lines of each cue. */
function spreadText(text: string, spread: Spread): string[][] {
  const { key, state, cues } = spread;
  const whole = normalizeText(text);
  if (whole === '') return cues.map(() => []);
  const pieces = pieceOut(whole, spread);
  return cues.map((cue, i) => {
    const piece = pieces[Math.floor((i * pieces.length) / cues.length)] ?? whole;
    const lines = breakLines(piece, state, cue);
    const timing = lines.find(looksLikeTimes);
    if (timing !== undefined)
      throw new EditError('not-writable', key, `"${timing}" would be read as the times of a cue.`);
    return lines;
  });
}

function pieceOut(text: string, { state, cues, old }: Spread): string[] {
  if (cues.length === 1) return [text];
  const weights = cues.map((cue) => Math.max(1, widthOf(state.raw(cue))));
  const pieces = share(text, weights, sentenceMarks(old, text));
  // A reader takes a cue that repeats the previous one for the same words.
  const repeats = pieces.some((piece, i) => i > 0 && piece === pieces[i - 1]);
  return repeats ? [text] : pieces;
}

/** One line if it fits, otherwise two of similar width; more only if the cue had more. */
function breakLines(text: string, state: State, cue: Cue): string[] {
  if (text.includes('\n')) return text.split('\n');
  const before = linesOf(state.raw(cue));
  const limit = Math.max(state.lineWidth(), ...before.slice(0, 20).map(widthOf));
  const width = widthOf(text);
  if (width <= limit) return [text];
  const count = Math.min(Math.max(2, before.length), Math.ceil(width / limit));
  return share(text, new Array<number>(count).fill(1));
}
