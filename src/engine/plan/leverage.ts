import { keyId } from '../../model/index.js';
import { ADOPTED, EDITED, isForReview, isHuman, REVIEW } from '../../lock/index.js';
import { isDrifted, isMadeOtherwise, isRehearsed } from '../units/drift.js';
import { isOtherForm, highest, likeness } from '../units/likeness.js';
import { isForOther, originElsewhere } from '../units/other-use.js';
import type { Row, FileComparison, LooseText, KnownTranslation } from '../units/row.js';

/** The text of a dropped unit, for one of the sources that it is known for. */
interface Dropped extends KnownTranslation {
  readonly loose: LooseText;
}

/** A text at a key of today. */
interface Current extends KnownTranslation {
  readonly section: string;
  /** Whether people translated it alike in another section too. */
  readonly isAgreed: boolean;
}

/** A text that was at a key before its source changed. */
type Former = KnownTranslation & { readonly at: Row };

/**
 * Texts of one locale that can be reused for free: current pairs of source and target, and texts
 * whose key now has another source or is gone. Human text takes precedence over machine text.
 */
export class Leverage {
  readonly #units: readonly Row[];
  #texts: ReadonlySet<string> | undefined;
  /** By context, plural form and source text. */
  readonly #current = new Map<string, Current>();
  /** By hash of the source text. */
  readonly #dropped = new Map<string, Dropped[]>();
  /** By plural form and hash of the source text. */
  readonly #former = new Map<string, Former[]>();
  readonly #taken = new Set<LooseText>();

  /** @param wanted units that need a text; pairs of other source texts are left out */
  constructor(wanted: readonly Row[]) {
    this.#units = wanted;
  }

  addFile(file: FileComparison): void {
    for (const row of file.rows) this.#addCurrent(row, file);
  }

  /** Adds a text whose key has another source now or is gone. */
  addLoose(loose: LooseText): void {
    if (loose.at === undefined) this.#addDropped(loose);
    else this.#addFormer(loose, loose.at);
  }

  get isEmpty(): boolean {
    return this.#dropped.size + this.#current.size + this.#former.size === 0;
  }

  /** @param path target file of the unit */
  find(row: Row, path: string): KnownTranslation | undefined {
    if (this.isEmpty) return undefined;
    const { sourceHash } = row.source;
    const dropped = this.#bestDropped(row, path, this.#dropped.get(sourceHash) ?? []);
    // Two keys with the same source may be different words in the target: a renamed key keeps its
    // human text.
    if (dropped !== undefined && isHuman(dropped.origin) && !isForOther(dropped.loose, row))
      return dropped;
    const current = this.#findCurrent(row);
    const former = this.#findFormer(row);
    if (former?.origin === ADOPTED && current?.origin !== ADOPTED) return former;
    return current ?? dropped ?? former;
  }

  /** A human text for the unit's source that exists nowhere else. */
  findLast(row: Row, path: string): KnownTranslation | undefined {
    const candidates = this.#dropped.get(row.source.sourceHash) ?? [];
    const found = this.#bestDropped(row, path, candidates);
    return found !== undefined && this.isLast(found) ? found : undefined;
  }

  /** Whether a human text exists nowhere else and would be lost if not reused. */
  isLast(found: KnownTranslation): boolean {
    return isDropped(found) && isHuman(found.origin) && !this.#taken.has(found.loose);
  }

  /** Marks a text as used. */
  take(found: KnownTranslation): void {
    if (isDropped(found)) this.#taken.add(found.loose);
  }

  #addCurrent(row: Row, file: FileComparison): void {
    const { source, current, state } = row;
    const { arrival, status } = state;
    const text = arrival?.unit ?? current;
    // In a first run there is none.
    if (text === undefined || source.copied || !this.#isWanted(source.expected.text)) return;
    const origin = arrival?.origin ?? state.origin;
    if (text.kind !== 'text' || text.text === '' || text.incomplete === true || isDrifted(row))
      return;
    if (arrival === undefined && status !== 'current' && status !== 'edited') return;
    if (origin !== undefined && isForReview(origin)) return;
    const known = this.#current.get(currentKey(row));
    const own = origin === undefined || origin === EDITED ? ADOPTED : origin;
    const section = sectionOf(row, file);
    if (known === undefined || (known.origin !== ADOPTED && own === ADOPTED)) {
      const found = { text: text.text, origin: own, section, isAgreed: false };
      this.#current.set(currentKey(row), found);
    } else if (own === ADOPTED && known.text === text.text && known.section !== section) {
      this.#current.set(currentKey(row), { ...known, isAgreed: true });
    }
  }

  /** A human text of another section waits for review, unless those of two sections agree. */
  #findCurrent(row: Row): KnownTranslation | undefined {
    const found = this.#current.get(currentKey(row));
    if (found === undefined) return undefined;
    const { text, origin, section, isAgreed } = found;
    const isOwn = row.decision === undefined || section === sectionOf(row, row.decision.file);
    return { text, origin: isHuman(origin) && !isOwn && !isAgreed ? REVIEW : origin };
  }

  #isWanted(text: string): boolean {
    this.#texts ??= new Set(this.#units.map(({ source }) => source.expected.text));
    return this.#texts.has(text);
  }

  #addDropped(loose: LooseText): void {
    if (loose.unit.text === '') return;
    for (const { source, origin } of loose.facts) {
      const own = origin === EDITED ? ADOPTED : origin;
      const dropped = { loose, text: loose.unit.text, origin: own, moved: loose.unit };
      const known = this.#dropped.get(source);
      if (known === undefined) this.#dropped.set(source, [dropped]);
      else known.push(dropped);
    }
  }

  #addFormer({ unit, facts }: LooseText, at: Row): void {
    if (unit.incomplete === true) return;
    for (const { source, origin } of facts) {
      // A text in review is not confirmed for its source.
      if (isForReview(origin)) continue;
      const own = origin === EDITED ? ADOPTED : origin;
      const id = formKey(at, source);
      const former = { text: unit.text, origin: own, at };
      const known = this.#former.get(id);
      if (known === undefined) this.#former.set(id, [former]);
      else known.push(former);
    }
  }

  /** A human text for the same use, or machine text made under the options that the unit has today. */
  #findFormer(row: Row): KnownTranslation | undefined {
    const known = this.#former.get(formKey(row, row.source.sourceHash)) ?? [];
    const use = useOf(row, row.source.expected.text);
    const found =
      known.find(({ origin, at }) => {
        return isHuman(origin) && useOf(at, row.source.expected.text) === use;
      }) ?? known.find(({ origin }) => !isHuman(origin) && !isMadeOtherwise(origin, row));
    return found && { text: found.text, origin: found.origin };
  }

  /**
   * The best candidate, of no other plural form and no rehearsal, in this order: a text that names
   * this unit, one not used yet, one of the same use, human text, the most similar key, one in the
   * same file. A human text for another use waits for review.
   */
  #bestDropped(wanted: Row, path: string, candidates: readonly Dropped[]): Dropped | undefined {
    const { source } = wanted;
    const fitting = candidates.filter(
      ({ loose, text, origin }) =>
        !isOtherForm(loose.unit.key, source.expected) && !isRehearsed(wanted, text, origin),
    );
    const found = highest(fitting, (one) => {
      const { unit, path: own } = one.loose;
      const isSaid = unit.standsFor !== undefined && keyId(unit.standsFor) === source.keyId;
      return (
        (isSaid && own === path ? 10_000_000 : 0) +
        (this.#taken.has(one.loose) ? 0 : 1_000_000) +
        (isForOther(one.loose, wanted) ? 0 : 500_000) +
        (isHuman(one.origin) ? 100_000 : 0) +
        Math.min(99_998, likeness(source.expected.key, unit.key) * 2) +
        (own === path ? 1 : 0)
      );
    });
    return found && { ...found, origin: originElsewhere(found.origin, found.loose, wanted) };
  }
}

function isDropped(found: KnownTranslation): found is Dropped {
  return 'loose' in found;
}

/** Where keys are texts: what is in front of them, such as the class in Qt. */
function sectionOf({ source: { expected } }: Row, { pair }: FileComparison): string {
  if (pair.source.capabilities.keysAreTexts !== true) return '';
  return keyId(expected.key.slice(0, expected.unit.plural === undefined ? -1 : -2));
}

/** What a translation of a source text at a unit is for: its context, and how it is translated. */
function useOf({ source: { expected }, options }: Row, text: string): string {
  const { context = '' } = options.request;
  return [expected.unit.context ?? '', context, options.mannerOf(text)].join('\0');
}

/** Key of equal texts of the same use and plural form. */
function currentKey(row: Row): string {
  const { expected } = row.source;
  const form = expected.plural === undefined ? '' : expected.plural.category;
  return [useOf(row, expected.text), form, expected.unit.inline ?? '', expected.text].join('\0');
}

/** Key of a source text and plural form. */
function formKey({ source: { expected } }: Row, sourceHash: string): string {
  const form = expected.plural === undefined ? '' : expected.plural.category;
  return [form, expected.unit.inline ?? '', sourceHash].join('\0');
}
