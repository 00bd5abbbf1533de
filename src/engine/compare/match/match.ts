import { isHuman, REVIEW } from '../../../state/index.js';
import { keyId } from '../../../model/index.js';
import { isInList, listOf } from '../list-keys.js';
import type { Arrival, ComparedUnit } from '../types.js';
import { highest, likeness } from './likeness.js';
import { isOfPerson } from './loose.js';
import type { LooseText } from './loose.js';

/** One target file of the locale. */
export interface FileToMatch {
  /** Target file. */
  readonly path: string;
  readonly units: readonly ComparedUnit[];
  /** In doubt nothing moves inside of the file: its texts stay at their keys. */
  readonly isInDoubt: boolean;
}

export interface MatchContext {
  /** False when the lock may be older than the files: a text may be newer than what it says. */
  readonly lockIsKnown: boolean;
  /** True where a unit of the project has this source text. */
  readonly hasSource: (sourceHash: string) => boolean;
}

/** Which translation belongs to which unit, where the unit's own key does not say it. */
export interface Matching {
  readonly arrivals: ReadonlyMap<ComparedUnit, Arrival>;
  /** Units whose text belongs to another unit, or to none. */
  readonly leaving: ReadonlySet<ComparedUnit>;
}

/** A text on its way to a unit. */
interface Move {
  readonly text: LooseText;
  readonly origin: string;
}

/** Of more texts for one source than these, the first ones are looked at. */
const MOST_ALIKE = 100;

/**
 * A translation belongs to the source text that it was made for. Where that text is at another key now, the translation
 * goes there, provided that this key has none of its own. A person's translation gives way only if it moves itself, or if
 * no unit needs it any more; otherwise it stays at its key for review. In a list, where keys say places only, what has no
 * unit any more stays between its neighbours. Pure.
 */
export function match(
  files: readonly FileToMatch[],
  loose: readonly LooseText[],
  context: MatchContext,
): Matching {
  if (loose.length === 0) return { arrivals: new Map(), leaving: new Set() };
  const matcher = new Matcher(files, loose, context);
  matcher.bySource();
  matcher.byPlace();
  matcher.byNeighbours();
  matcher.withoutLosses();
  return matcher.result();
}

class Matcher {
  readonly #context: MatchContext;
  readonly #loose: readonly LooseText[];
  /** Units without a translation of their own, in order, with the file that each is in. */
  readonly #wanting = new Map<ComparedUnit, FileToMatch>();
  /** Loose texts by the unit at their key. */
  readonly #at = new Map<ComparedUnit, LooseText>();
  readonly #files: readonly FileToMatch[];
  readonly #moves = new Map<ComparedUnit, Move>();
  readonly #taken = new Set<LooseText>();

  constructor(files: readonly FileToMatch[], loose: readonly LooseText[], context: MatchContext) {
    this.#context = context;
    this.#files = files;
    const inDoubt = new Set(files.flatMap((file) => (file.isInDoubt ? [file.path] : [])));
    this.#loose = loose.filter(({ at, path }) => at === undefined || !inDoubt.has(path));
    for (const text of this.#loose) if (text.at !== undefined) this.#at.set(text.at, text);
    for (const file of files) {
      for (const unit of file.units) if (this.#wants(unit)) this.#wanting.set(unit, file);
    }
  }

  #wants(unit: ComparedUnit): boolean {
    const { source, state } = unit;
    if (source.copied || state.place !== 'own') return false;
    return state.status === 'missing' || this.#at.has(unit);
  }

  /** Each text goes to a unit that has the source text it belongs to. */
  bySource(): void {
    const texts = bySource(this.#loose);
    for (const [unit, file] of this.#wanting) {
      const candidates = texts.get(unit.source.sourceHash) ?? [];
      const free = candidates.filter(({ text }) => !this.#taken.has(text));
      const found = highest(free, (move) => rank(move, unit, file.path));
      if (found !== undefined) this.#move(unit, found);
    }
  }

  /** Subtitles say for which unit a text is, though that has another time now: a person's text is kept for review. */
  byPlace(): void {
    for (const text of this.#loose) {
      const { standsFor } = text.unit;
      if (standsFor === undefined || this.#taken.has(text) || !isOfPerson(text)) continue;
      const id = keyId(standsFor);
      const file = this.#files.find(({ path }) => path === text.path);
      const unit = file?.units.find(({ source }) => source.keyId === id);
      if (unit === undefined || !this.#isFree(unit)) continue;
      this.#move(unit, { text, origin: REVIEW });
    }
  }

  /** In a list, a person's text whose source was changed goes with the text before it or behind it, for review. */
  byNeighbours(): void {
    for (const file of this.#files) {
      const lists = listsOf(file.units);
      if (lists.size === 0) continue;
      const home = this.#placesOf(file, lists);
      for (const text of this.#loose) {
        if (text.path !== file.path || this.#taken.has(text) || !isOfPerson(text)) continue;
        const unit = this.#besideNeighbour(text, lists, home);
        if (unit !== undefined) this.#move(unit, { text, origin: REVIEW });
      }
    }
  }

  #besideNeighbour(
    { unit }: LooseText,
    lists: ReadonlyMap<string, readonly ComparedUnit[]>,
    home: ReadonlyMap<string, number>,
  ): ComparedUnit | undefined {
    const place = placeIn(unit.key);
    if (place === undefined) return undefined;
    const { list, index } = place;
    const units = lists.get(list) ?? [];
    const before = home.get(`${list}\n${index - 1}`);
    const behind = home.get(`${list}\n${index + 1}`);
    const candidates = [
      before === undefined ? undefined : units[before + 1],
      behind === undefined ? undefined : units[behind - 1],
      index === 0 ? units[0] : undefined,
    ];
    const found = candidates.find((one) => one !== undefined && this.#isFree(one));
    return found?.current === unit ? undefined : found;
  }

  /** Where in its list the text of each place is now, by list and former index. */
  #placesOf(
    file: FileToMatch,
    lists: ReadonlyMap<string, readonly ComparedUnit[]>,
  ): ReadonlyMap<string, number> {
    const places = new Map<string, number>();
    for (const [list, units] of lists) {
      for (const [at, unit] of units.entries()) {
        const moved = this.#moves.get(unit)?.text;
        const here = moved?.path === file.path ? moved.unit : this.#homeText(unit);
        const place = here === undefined ? undefined : placeIn(here.key);
        if (place?.list === list) places.set(`${list}\n${place.index}`, at);
      }
    }
    return places;
  }

  #homeText(unit: ComparedUnit): ComparedUnit['current'] {
    return this.#at.has(unit) ? undefined : unit.current;
  }

  #isFree(unit: ComparedUnit): boolean {
    return this.#wanting.has(unit) && !this.#moves.has(unit);
  }

  #move(unit: ComparedUnit, move: Move): void {
    this.#moves.set(unit, move);
    this.#taken.add(move.text);
  }

  /** Takes back what would overwrite a person's text that neither moves itself nor is needed no more. */
  withoutLosses(): void {
    const open = [...this.#moves.keys()];
    for (let unit = open.pop(); unit !== undefined; unit = open.pop()) {
      const move = this.#moves.get(unit);
      const own = this.#at.get(unit);
      if (move === undefined || own === undefined || this.#mayGo(own)) continue;
      this.#moves.delete(unit);
      this.#taken.delete(move.text);
      // What is at its key now may have been safe to overwrite only because it moved.
      if (move.text.at !== undefined) open.push(move.text.at);
    }
  }

  #mayGo(text: LooseText): boolean {
    if (this.#taken.has(text) || !isOfPerson(text)) return true;
    if (!this.#context.lockIsKnown) return false;
    return text.facts.every(({ source }) => !this.#isNeeded(source, text));
  }

  /** In a list, a text is needed while a unit of its source has none; elsewhere, while there is such a unit. */
  #isNeeded(source: string, { unit }: LooseText): boolean {
    if (!this.#context.hasSource(source)) return false;
    if (!isInList(unit.key)) return true;
    for (const one of this.#wanting.keys()) {
      if (one.source.sourceHash === source && !this.#moves.has(one)) return true;
    }
    return false;
  }

  result(): Matching {
    const arrivals = new Map<ComparedUnit, Arrival>();
    const leaving = new Set<ComparedUnit>();
    for (const [unit, { text, origin }] of this.#moves) {
      arrivals.set(unit, { unit: text.unit, path: text.path, origin });
      if (text.at !== undefined) leaving.add(text.at);
      if (this.#at.has(unit)) leaving.add(unit);
    }
    return { arrivals, leaving };
  }
}

function bySource(loose: readonly LooseText[]): ReadonlyMap<string, readonly Move[]> {
  const found = new Map<string, Move[]>();
  for (const text of loose) {
    for (const { source, origin } of text.facts) {
      const known = found.get(source);
      if (known === undefined) found.set(source, [{ text, origin }]);
      else if (known.length < MOST_ALIKE) known.push({ text, origin });
    }
  }
  return found;
}

/** The one that says it is for this unit, a person's, one whose key is gone, the most alike key, one of the same file. */
function rank({ text, origin }: Move, { source }: ComparedUnit, path: string): number {
  const { unit, at } = text;
  const { key } = source.expected;
  const isSaid = unit.standsFor !== undefined && keyId(unit.standsFor) === source.keyId;
  return (
    (isSaid && text.path === path ? 10_000_000 : 0) +
    (isHuman(origin) ? 1_000_000 : 0) +
    (at === undefined ? 100_000 : 0) +
    Math.min(99_998, likeness(key, unit.key) * 2) +
    (text.path === path ? 1 : 0)
  );
}

/** Texts of lists by list and place in an element, in order. */
function listsOf(units: readonly ComparedUnit[]): ReadonlyMap<string, readonly ComparedUnit[]> {
  const lists = new Map<string, ComparedUnit[]>();
  for (const unit of units) {
    const place = placeIn(unit.source.expected.key);
    if (place === undefined) continue;
    const known = lists.get(place.list);
    if (known === undefined) lists.set(place.list, [unit]);
    else known.push(unit);
  }
  return lists;
}

/** The list that a key leads into, one for each place in its elements, and the index there. */
function placeIn(key: readonly string[]): { readonly list: string; readonly index: number } | undefined {
  const found = listOf(key);
  if (found === undefined) return undefined;
  return { list: `${found.list}\n${found.part}`, index: found.index };
}
