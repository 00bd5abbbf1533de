import type { Document } from '../../model/index.js';
import type { StagedFile } from '../../state/index.js';

type Outcome = ReturnType<StagedFile['commit']>;

/**
 * A file that holds all locales. Each locale edits the result of the previous one, and the file is
 * written once. An error affects all locales; the next run has their answers in the memory.
 */
export class SharedFile {
  #latest: Document | undefined;
  #outcome: Outcome | undefined;
  #reason: Error | undefined;

  /** The file as edited by the previous locales; undefined: as it was read. */
  get latest(): Document | undefined {
    return this.#latest;
  }

  edited(document: Document): void {
    this.#latest = document;
  }

  refuse(reason: unknown): void {
    this.#reason ??= reason instanceof Error ? reason : new Error(String(reason));
  }

  /**
   * Writes the file on the first call; later calls return the same outcome.
   * @throws whatever `put` threw
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
