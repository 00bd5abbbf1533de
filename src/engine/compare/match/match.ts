import { isHuman, REVIEW, EDITED, targetHash } from '../../../lock/index.js';
import { keyId } from '../../../model/index.js';
import type { Unit } from '../../../model/index.js';
import { isOtherForm, highest, likeness } from '../../units/likeness.js';
import { isInList, listOf } from '../../units/list-keys.js';
import { isForOther, originElsewhere } from '../../units/other-use.js';
import type { Arrival, Row, LooseText, DroppedUnit, KnownText } from '../../units/row.js';
import { knownTexts } from '../../units/known-texts.js';
import type { SourceUnit } from '../../units/source-units.js';

/** One target file of the locale. */
export interface FileToMatch {
  /** Path of the target file. */
  readonly path: string;
  readonly units: readonly Row[];
  /** In doubt nothing moves within the file: its texts stay at their keys. */
  readonly isInDoubt: boolean;
  /** Whether the file holds only differences. Of its absent units, only new ones need a text. */
  readonly isOverride?: boolean;
}

export interface MatchContext {
  /** False if the lock may be older than the files: a text may be newer than its facts. */
  readonly lockIsKnown: boolean;
  /** Whether a unit of the project has this source text. */
  readonly hasSource: (sourceHash: string) => boolean;
}

/** Which translation belongs to which unit, if not the one at its own key. */
export interface Matching {
  readonly arrivals: ReadonlyMap<Row, Arrival>;
  /** Units whose text belongs to another unit or to none. */
  readonly leaving: ReadonlySet<Row>;
}

/** A text that moves to a unit. */
interface Move {
  readonly text: LooseText;
  readonly origin: string;
}

/** Whether a text is human: it is replaced only if it moves itself or is no longer needed. */
function isOfPerson({ facts }: LooseText): boolean {
  return facts.some(({ origin }) => isHuman(origin));
}

/** Where a text is, and how texts are translated there. */
type Where = Pick<LooseText, 'path' | 'options'>;

/** The translations of a target file that may move, in the order of the file's units. */
export function looseTexts(
  rows: readonly Row[],
  dropped: readonly DroppedUnit[],
  { locale, ...where }: Where & { readonly locale: string },
): readonly LooseText[] {
  const found: LooseText[] = [];
  for (const row of rows) {
    const facts = formerFacts(row, locale);
    if (facts.length === 0 || row.current === undefined) continue;
    found.push({ unit: row.current, facts, at: row, ...where });
  }
  const edited = editedInLists(rows, found, { locale, ...where });
  return [...found, ...edited, ...dropped.flatMap((one) => looseDropped(one, where))];
}

/** Or, for adaptable values, may differ from the source. */
function isTranslated({ copied }: Pick<SourceUnit, 'copied'>, { kind, adaptable }: Unit): boolean {
  return adaptable === true || (!copied && kind === 'text');
}

const NO_FACTS: readonly KnownText[] = [];

/** The lock's facts of a unit's text if it was made for a former source. */
function formerFacts({ source, current, state }: Row, locale: string): readonly KnownText[] {
  if (state.status !== 'stale' && state.status !== 'review') return NO_FACTS;
  if (!state.isKnown || current === undefined || !isTranslated(source, current)) return [];
  // An empty text is intended at this key only.
  if (current.text === '') return [];
  // Plural forms of a key share their source text, which does not say which form a text is.
  if (source.expected.plural !== undefined || state.place !== 'own') return [];
  const hash = targetHash(current.text);
  const known = [...knownTexts(source.facts, locale), ...(state.former ?? [])];
  const own = known.filter((one) => one.hash === hash);
  // If the lock also has it for today's source, it is in review for another reason and does not
  // move.
  return own.some((one) => one.source === source.sourceHash) ? [] : own;
}

/**
 * In a list whose texts move, a text that a person has just edited moves with the source of the
 * text that it replaced.
 */
function editedInLists(
  rows: readonly Row[],
  found: readonly LooseText[],
  { locale, ...where }: Where & { readonly locale: string },
): readonly LooseText[] {
  const moving = new Set(found.map(({ unit }) => listOf(unit.key)?.list));
  moving.delete(undefined);
  if (moving.size === 0) return [];
  return rows.flatMap((row): readonly LooseText[] => {
    const { source, current, state } = row;
    if (current?.kind !== 'text' || current.text === '') return [];
    if (state.isKnown || state.status !== 'review') return [];
    if (source.copied || !moving.has(listOf(current.key)?.list)) return [];
    const [known, ...others] = knownTexts(source.facts, locale);
    if (known === undefined || others.some((one) => one.source !== known.source)) return [];
    const fact = { source: known.source, hash: targetHash(current.text), origin: EDITED };
    return [{ unit: current, facts: [fact], at: row, ...where }];
  });
}

/**
 * The text of a dropped unit. It counts as human text if the lock has another text for the unit.
 */
export function looseDropped({ unit, facts }: DroppedUnit, where: Where): readonly LooseText[] {
  if (!isTranslated({ copied: false }, unit)) return [];
  const hash = targetHash(unit.text);
  const isEdited = facts.every((fact) => fact.hash !== hash);
  const asEdited = unit.incomplete === true ? REVIEW : EDITED;
  const known = facts.map((fact): KnownText => ({
    ...fact,
    hash,
    origin: isEdited ? asEdited : fact.origin,
  }));
  // A copy is made again where it is needed.
  if (unit.adaptable === true && !known.some(({ origin }) => isHuman(origin))) return [];
  return known.length === 0 ? [] : [{ unit, facts: known, at: undefined, ...where }];
}

/** The most candidates per source that are compared; the first ones are used. */
const MOST_ALIKE = 100;

/**
 * A translation belongs to the source text that it was made for. If that text is now at another
 * key, the translation moves there, unless that key has a translation of its own. A human
 * translation is replaced only if it moves away itself or no unit needs it any more; otherwise it
 * stays at its key, in review. In a list, where keys are only positions, a text whose unit is gone
 * stays between its neighbours. Pure.
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
  /** Units without a translation of their own, in order, each with its file. */
  readonly #wanting = new Map<Row, FileToMatch>();
  /** Loose texts by the unit at their key. */
  readonly #at = new Map<Row, LooseText>();
  readonly #files: readonly FileToMatch[];
  readonly #moves = new Map<Row, Move>();
  readonly #taken = new Set<LooseText>();

  constructor(files: readonly FileToMatch[], loose: readonly LooseText[], context: MatchContext) {
    this.#context = context;
    this.#files = files;
    const inDoubt = new Set(files.flatMap((file) => (file.isInDoubt ? [file.path] : [])));
    this.#loose = loose.filter(({ at, path }) => at === undefined || !inDoubt.has(path));
    for (const text of this.#loose) if (text.at !== undefined) this.#at.set(text.at, text);
    for (const file of files) {
      for (const row of file.units) if (this.#wants(row, file)) this.#wanting.set(row, file);
    }
  }

  #wants(row: Row, { isOverride }: FileToMatch): boolean {
    const { source, state } = row;
    const isMade = source.copied && source.expected.unit.adaptable !== true;
    if (isMade || state.place !== 'own') return false;
    if (this.#at.has(row)) return true;
    // A key that the lock knows was inherited before; a new key may be a renamed one.
    return state.status === 'missing' && (isOverride !== true || source.facts.length === 0);
  }

  /** Moves each text to a unit that has its source text. */
  bySource(): void {
    const texts = bySource(this.#loose);
    for (const [unit, file] of this.#wanting) {
      const candidates = texts.get(unit.source.sourceHash) ?? [];
      const { expected } = unit.source;
      const free = candidates.filter(
        ({ text }) => !this.#taken.has(text) && !isOtherForm(text.unit.key, expected),
      );
      const found = highest(free, (move) => rank(move, unit, file.path));
      if (found === undefined) continue;
      const { text, origin } = found;
      this.#move(unit, { text, origin: originElsewhere(origin, text, unit) });
    }
  }

  /**
   * Subtitles: the text's cue says which unit it is for, though the unit now has another time. A
   * human text is kept there, in review.
   */
  byPlace(): void {
    for (const text of this.#loose) {
      const { standsFor } = text.unit;
      if (standsFor === undefined || this.#taken.has(text) || !isOfPerson(text)) continue;
      const id = keyId(standsFor);
      const file = this.#files.find(({ path }) => path === text.path);
      const row = file?.units.find(({ source }) => source.keyId === id);
      if (row === undefined || !this.#isFree(row)) continue;
      this.#move(row, { text, origin: REVIEW });
    }
  }

  /**
   * In a list, moves a human text whose source changed together with the other texts of its
   * element, or with the element before or after it, for review.
   */
  byNeighbours(): void {
    for (const file of this.#files) {
      const texts = this.#loose.filter((text) => this.#isLeftInList(text, file.path));
      if (texts.length === 0) continue;
      const units = unitsByPlace(file.units);
      const elements = this.#elementsOf(file);
      for (const text of texts) {
        const row = this.#besideNeighbour(text, units, elements);
        if (row !== undefined) this.#move(row, { text, origin: REVIEW });
      }
    }
  }

  #isLeftInList(text: LooseText, path: string): boolean {
    if (text.path !== path || this.#taken.has(text)) return false;
    return isOfPerson(text) && isInList(text.unit.key);
  }

  #besideNeighbour(
    { unit }: LooseText,
    units: ReadonlyMap<string, Row>,
    elements: ReadonlyMap<string, number>,
  ): Row | undefined {
    const place = listOf(unit.key);
    if (place === undefined) return undefined;
    const { list, index, part } = place;
    const at = (former: number, distance: number): Row | undefined => {
      const now = elements.get(`${list}\n${former}`);
      return now === undefined ? undefined : units.get(placeId(list, now + distance, part));
    };
    const first = index === 0 ? units.get(placeId(list, 0, part)) : undefined;
    const candidates = [at(index, 0), at(index - 1, 1), at(index + 1, -1), first];
    const found = candidates.find((one) => one !== undefined && this.#isFree(one));
    return found?.current === unit ? undefined : found;
  }

  /**
   * Current index of each list element, by list and former index, as far as one of its texts shows
   * it.
   */
  #elementsOf({ path, units }: FileToMatch): ReadonlyMap<string, number> {
    const moved = new Map<string, number>();
    const home = new Map<string, number>();
    for (const row of units) {
      const now = listOf(row.source.expected.key);
      if (now === undefined) continue;
      const text = this.#moves.get(row)?.text;
      const from = text?.path === path ? listOf(text.unit.key) : undefined;
      if (from?.list === now.list) moved.set(`${now.list}\n${from.index}`, now.index);
      else if (row.current !== undefined && !this.#at.has(row)) {
        home.set(`${now.list}\n${now.index}`, now.index);
      }
    }
    return new Map([...home, ...moved]);
  }

  #isFree(row: Row): boolean {
    return this.#wanting.has(row) && !this.#moves.has(row);
  }

  #move(row: Row, move: Move): void {
    this.#moves.set(row, move);
    this.#taken.add(move.text);
  }

  /** Cancels moves that would overwrite a human text that neither moves away nor is obsolete. */
  withoutLosses(): void {
    const open = [...this.#moves.keys()];
    for (let row = open.pop(); row !== undefined; row = open.pop()) {
      const move = this.#moves.get(row);
      const own = this.#at.get(row);
      if (move === undefined || own === undefined || this.#mayGo(own)) continue;
      this.#moves.delete(row);
      this.#taken.delete(move.text);
      // The text at its own key may have been safe to overwrite only because this one moved away.
      if (move.text.at !== undefined) open.push(move.text.at);
    }
  }

  #mayGo(text: LooseText): boolean {
    if (this.#taken.has(text) || !isOfPerson(text)) return true;
    if (!this.#context.lockIsKnown) return false;
    return text.facts.every(({ source }) => !this.#isNeeded(source, text));
  }

  /**
   * Whether a human text is still needed. In a list: while a unit with its source has no text.
   * Elsewhere: while such a unit exists.
   */
  #isNeeded(source: string, { unit }: LooseText): boolean {
    if (!this.#context.hasSource(source)) return false;
    if (!isInList(unit.key)) return true;
    for (const one of this.#wanting.keys()) {
      if (one.source.sourceHash === source && !this.#moves.has(one)) return true;
    }
    return false;
  }

  result(): Matching {
    const arrivals = new Map<Row, Arrival>();
    const leaving = new Set<Row>();
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

/**
 * Rank of a candidate. Preferred, in this order: a text that names this unit, one whose key is
 * gone, one of the same use, human text, the most similar key, one in the same file.
 */
function rank({ text, origin }: Move, row: Row, path: string): number {
  const { unit, at } = text;
  const { source } = row;
  const { key } = source.expected;
  const isSaid = unit.standsFor !== undefined && keyId(unit.standsFor) === source.keyId;
  return (
    (isSaid && text.path === path ? 10_000_000 : 0) +
    (at === undefined ? 1_000_000 : 0) +
    (isForOther(text, row) ? 0 : 500_000) +
    (isHuman(origin) ? 100_000 : 0) +
    Math.min(99_998, likeness(key, unit.key) * 2) +
    (text.path === path ? 1 : 0)
  );
}

/** Units in lists, by `placeId`. */
function unitsByPlace(rows: readonly Row[]): ReadonlyMap<string, Row> {
  const places = new Map<string, Row>();
  for (const row of rows) {
    const place = listOf(row.source.expected.key);
    if (place !== undefined) places.set(placeId(place.list, place.index, place.part), row);
  }
  return places;
}

function placeId(list: string, index: number, part: string): string {
  return `${list}\n${index}\n${part}`;
}
