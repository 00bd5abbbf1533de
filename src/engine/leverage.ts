import { keyId } from '../model/index.js';
import { ADOPTED, EDITED, isHuman, REVIEW, targetHash } from '../state/index.js';
import type { Key, Unit } from '../model/index.js';
import type { TargetDiff } from './diff.js';
import { FormerTexts } from './former-texts.js';
import type { UnitDiff } from './unit-diff.js';
import type { KnownText } from './judge.js';

/** A text that the repository already has for a source text. */
export interface Leverage {
  readonly text: string;
  /** Origin it keeps in the lock: human text stays human. */
  readonly origin: string;
}

/** The text of a unit that the source dropped; taken by one renamed unit before it is taken twice. */
interface Dropped extends Leverage {
  readonly key: Key;
  /** The unit that it stands for, at another place. */
  readonly standsFor: Key | undefined;
  /** Target file that it stands in. */
  readonly file: string;
}

/**
 * What one locale's files say for free: every true pair of source and target, and the texts of units that the
 * source dropped, by which a renamed or moved key keeps its translation. A person's text comes before a machine's.
 */
export class LeverageIndex {
  readonly #wanted: ReadonlySet<string>;
  readonly #former: FormerTexts;
  readonly #bySource = new Map<string, Leverage>();
  /** Texts of dropped units: their source is known by its hash only. */
  readonly #dropped = new Map<string, Dropped[]>();
  /** Texts that stand for a unit at another place, by `placeId` of the unit; one for each source that is known of it. */
  readonly #moved = new Map<string, readonly Dropped[]>();
  readonly #taken = new Set<Leverage>();

  /** @param wanted units whose texts will be asked for; pairs of other source texts are left out */
  constructor(wanted: readonly UnitDiff[]) {
    this.#wanted = new Set(wanted.map(({ expected }) => expected.text));
    this.#former = new FormerTexts(wanted);
  }

  add({ units, obsolete, kept, dropped, target }: TargetDiff): void {
    for (const unit of units) {
      this.#addUnit(unit.arrival ?? unit);
      this.#former.add(unit, target.locale);
    }
    for (const { unit, facts } of [...obsolete, ...kept, ...dropped])
      this.addDropped(unit, facts, target.path);
  }

  /** A text that stands in a target, though the source has its unit no more. */
  addDropped(
    { key, text, kind, standsFor, incomplete }: Unit,
    facts: readonly KnownText[],
    file: string,
  ): void {
    if (text === '' || kind === 'raw') return;
    const hash = targetHash(text);
    const edited = facts.every((fact) => fact.hash !== hash);
    const asEdited = incomplete === true ? REVIEW : ADOPTED;
    const moved: Dropped[] = [];
    if (standsFor !== undefined) this.#moved.set(placeId(standsFor, file), moved);
    for (const { source, origin } of facts) {
      const own = origin === EDITED ? ADOPTED : origin;
      const dropped: Dropped = {
        key,
        standsFor,
        file,
        text,
        origin: edited ? asEdited : own,
      };
      moved.push(dropped);
      const known = this.#dropped.get(source);
      if (known === undefined) this.#dropped.set(source, [dropped]);
      else known.push(dropped);
    }
  }

  /** @param file target file that the unit belongs to */
  find(unit: UnitDiff, file: string): Leverage | undefined {
    // Of very many units of a new target, none has more to be looked at.
    if (this.#dropped.size + this.#bySource.size === 0) return this.#former.find(unit);
    const candidates = this.#dropped.size === 0 ? [] : (this.#dropped.get(unit.sourceHash) ?? []);
    const dropped = bestFor({ key: unit.key, file }, candidates, this.#taken);
    const standing = this.#bySource.get(leverageKey(unit));
    // Two keys of one source may be two words in the target: a renamed one keeps the person's own.
    const isOwn =
      dropped !== undefined &&
      (isHuman(dropped.origin) || isMoved(dropped, { key: unit.key, file }));
    if (isOwn) return dropped;
    const former = this.#former.find(unit);
    if (former?.origin === ADOPTED && standing?.origin !== ADOPTED) return former;
    return standing ?? dropped ?? former;
  }

  /** True of a person's text that stands nowhere else: unless it is taken along, it goes. */
  isLast(found: Leverage): boolean {
    return 'standsFor' in found && isHuman(found.origin) && !this.#taken.has(found);
  }

  /** Says that a text was put to use. */
  take(found: Leverage): void {
    this.#taken.add(found);
  }

  /** A person's text that stands for the unit at another place, whatever its source was: it is kept, for review. */
  findMoved({ key }: UnitDiff, file: string): Leverage | undefined {
    const moved = this.#moved.get(placeId(key, file)) ?? [];
    if (moved.some((one) => this.#taken.has(one))) return undefined;
    const found = moved.find(({ origin }) => isHuman(origin));
    return found === undefined ? undefined : { text: found.text, origin: REVIEW };
  }

  #addUnit(unit: UnitDiff): void {
    const { current, status, origin, treatment, drifted, expected } = unit;
    if (current?.kind !== 'text' || treatment === 'copy' || drifted) return;
    if (current.incomplete === true) return;
    if (!this.#wanted.has(expected.text)) return;
    if (status !== 'current' && status !== 'edited') return;
    const id = leverageKey(unit);
    const known = this.#bySource.get(id);
    const found = {
      text: current.text,
      origin: origin === undefined || origin === EDITED ? ADOPTED : origin,
    };
    if (known === undefined || (known.origin !== ADOPTED && found.origin === ADOPTED)) {
      this.#bySource.set(id, found);
    }
  }
}

function isMoved({ standsFor, file }: Dropped, unit: Pick<Dropped, 'key' | 'file'>): boolean {
  return standsFor !== undefined && file === unit.file && keyId(standsFor) === keyId(unit.key);
}

function placeId(key: Key, file: string): string {
  return `${file}\u0000${keyId(key)}`;
}

/** Of several dropped texts of one source: its own from another place, one not taken yet, a person's, whose key is most alike, of the same file. */
function bestFor(
  { key, file }: Pick<Dropped, 'key' | 'file'>,
  candidates: readonly Dropped[],
  taken: ReadonlySet<Leverage>,
): Dropped | undefined {
  const rank = (one: Dropped): number =>
    (isMoved(one, { key, file }) ? 10_000_000 : 0) +
    (taken.has(one) ? 0 : 1_000_000) +
    (isHuman(one.origin) ? 100_000 : 0) +
    Math.min(99_998, likeness(key, one.key) * 2) +
    (one.file === file ? 1 : 0);
  return highest(candidates, rank);
}

/** The first of those with the highest rank (0 or more). */
export function highest<T>(
  candidates: readonly T[],
  rank: (candidate: T) => number,
): T | undefined {
  let best: T | undefined;
  let bestRank = -1;
  for (const one of candidates) {
    const at = rank(one);
    if (at > bestRank) [best, bestRank] = [one, at];
  }
  return best;
}

/** How many segments two keys share, counted from both ends. */
export function likeness(a: Key, b: Key): number {
  const shortest = Math.min(a.length, b.length);
  let end = 0;
  while (end < shortest && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  let start = 0;
  while (start < shortest && a[start] === b[start]) start += 1;
  return end * 2 + start;
}

/** Equal text under the same options (context included) and in the same plural form. */
function leverageKey({ expected, options }: UnitDiff): string {
  const form = expected.plural === undefined ? '' : expected.plural.category;
  return `${options.request.context ?? ''}\u0000${form}\u0000${expected.unit.inline ?? ''}\u0000${expected.text}`;
}
