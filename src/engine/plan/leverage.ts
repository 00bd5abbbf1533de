import { keyId } from '../../model/index.js';
import { ADOPTED, EDITED, isForReview, isHuman } from '../../lock/index.js';
import { isDrifted, isMadeOtherwise, isRehearsed } from '../units/drift.js';
import { isOtherForm, highest, likeness } from '../units/likeness.js';
import type { Row, FileComparison, LooseText, KnownTranslation } from '../units/row.js';

/** The text of a dropped unit, for one of the sources that it is known for. */
interface Dropped extends KnownTranslation {
  readonly loose: LooseText;
}

/**
 * Texts of one locale that can be reused for free: current pairs of source and target, and texts
 * whose key now has another source or is gone. Human text takes precedence over machine text.
 */
export class Leverage {
  readonly #units: readonly Row[];
  #texts: ReadonlySet<string> | undefined;
  /** By context, plural form and source text. */
  readonly #current = new Map<string, KnownTranslation>();
  /** By hash of the source text. */
  readonly #dropped = new Map<string, Dropped[]>();
  /** By plural form and hash of the source text, then by origin. */
  readonly #former = new Map<string, Map<string, KnownTranslation>>();
  readonly #taken = new Set<KnownTranslation>();

  /** @param wanted units that need a text; pairs of other source texts are left out */
  constructor(wanted: readonly Row[]) {
    this.#units = wanted;
  }

  addFile({ rows }: FileComparison): void {
    for (const row of rows) this.#addCurrent(row);
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
    if (dropped !== undefined && isHuman(dropped.origin)) return dropped;
    const current = this.#current.get(currentKey(row));
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
    return 'loose' in found && isHuman(found.origin) && !this.#taken.has(found);
  }

  /** Marks a text as used. */
  take(found: KnownTranslation): void {
    this.#taken.add(found);
  }

  #addCurrent(row: Row): void {
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
    if (known === undefined || (known.origin !== ADOPTED && own === ADOPTED)) {
      this.#current.set(currentKey(row), { text: text.text, origin: own });
    }
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
      const known = this.#former.get(id) ?? new Map<string, KnownTranslation>();
      this.#former.set(id, known);
      if (!known.has(own)) known.set(own, { text: unit.text, origin: own });
    }
  }

  /** A human text, or machine text made under the options that the unit has today. */
  #findFormer(row: Row): KnownTranslation | undefined {
    const known = this.#former.get(formKey(row, row.source.sourceHash));
    if (known === undefined) return undefined;
    const isFit = ({ origin }: KnownTranslation): boolean =>
      !isHuman(origin) && !isMadeOtherwise(origin, row);
    return known.get(ADOPTED) ?? [...known.values()].find(isFit);
  }

  /**
   * The best candidate, of no other plural form and no rehearsal, in this order: a text that names
   * this unit, one not used yet, human text, the most similar key, one in the same file.
   */
  #bestDropped(wanted: Row, path: string, candidates: readonly Dropped[]): Dropped | undefined {
    const { source } = wanted;
    const fitting = candidates.filter(
      ({ loose, text, origin }) =>
        !isOtherForm(loose.unit.key, source.expected) && !isRehearsed(wanted, text, origin),
    );
    return highest(fitting, (one) => {
      const { unit, path: own } = one.loose;
      const isSaid = unit.standsFor !== undefined && keyId(unit.standsFor) === source.keyId;
      return (
        (isSaid && own === path ? 10_000_000 : 0) +
        (this.#taken.has(one) ? 0 : 1_000_000) +
        (isHuman(one.origin) ? 100_000 : 0) +
        Math.min(99_998, likeness(source.expected.key, unit.key) * 2) +
        (own === path ? 1 : 0)
      );
    });
  }
}

/** Key of equal texts with the same options (including the context) and plural form. */
function currentKey({ source: { expected }, options }: Row): string {
  const form = expected.plural === undefined ? '' : expected.plural.category;
  return [options.request.context ?? '', form, expected.unit.inline ?? '', expected.text].join(
    '\0',
  );
}

/** Key of a source text and plural form. */
function formKey({ source: { expected } }: Row, sourceHash: string): string {
  const form = expected.plural === undefined ? '' : expected.plural.category;
  return [form, expected.unit.inline ?? '', sourceHash].join('\0');
}
