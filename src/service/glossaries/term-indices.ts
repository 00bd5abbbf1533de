import { indexTerms, type TermIndex } from '../translate/glossary.js';
import { fromTsv } from './entries.js';

/** Total characters of the dictionaries whose indices are cached: two of the largest. */
const mostCharacters = 20_000_000;

/**
 * Caches indices of the most recently used dictionaries: each takes ten times the memory of its
 * dictionary.
 */
export class TermIndices {
  readonly #indices = new Map<string, TermIndex>();

  /** @param tsv text of a dictionary, which is also its cache key */
  of(tsv: string): TermIndex {
    const index = this.#indices.get(tsv) ?? indexTerms(fromTsv(tsv));
    this.#indices.delete(tsv);
    this.#indices.set(tsv, index);
    let held = 0;
    for (const known of [...this.#indices.keys()].reverse()) {
      held += known.length;
      if (held > mostCharacters && known !== tsv) this.#indices.delete(known);
    }
    return index;
  }

  forget(tsv: string | undefined): void {
    if (tsv !== undefined) this.#indices.delete(tsv);
  }
}
