import type { Document } from '../../model/index.js';
import type { StagedFile } from '../../state/index.js';

type Outcome = ReturnType<StagedFile['commit']>;

/**
 * A file that holds all locales: each of them edits what the one before left, and it is put in its
 * place once. What goes wrong goes wrong for all, and the next run has their answers.
 */
export class SharedFile {
  #latest: Document | undefined;
  #outcome: Outcome | undefined;
  #reason: Error | undefined;

  /** The file as the locales before left it; undefined: it is as it was read. */
  get latest(): Pick<Document, 'text' | 'encoding'> | undefined {
    return this.#latest;
  }

  edited(document: Document): void {
    this.#latest = document;
  }

  refuse(reason: unknown): void {
    this.#reason ??= reason instanceof Error ? reason : new Error(String(reason));
  }

  /**
   * Puts the file in its place for the first that asks; what came of it holds for the others.
   * @throws what putting it there threw
   */
  commit(put: (document: Document) => Outcome): Outcome {
    if (this.#reason !== undefined) throw this.#reason;
    if (this.#outcome !== undefined) return this.#outcome;
    if (this.#latest === undefined) return 'unchanged';
    try {
      return (this.#outcome = put(this.#latest));
    } catch (error) {
      this.refuse(error);
      throw error;
    }
  }
}
