import type { Key } from '../../model/index.js';

/** A person's text whose key has left the source. */
export interface ArchivedText {
  /** Source file, relative to the root, with `/`. */
  readonly path: string;
  readonly key: Key;
  /** As written in file names. */
  readonly locale: string;
  /** `ADOPTED`, `REVIEW` or `EDITED`: what the lock said of it. */
  readonly origin: string;
  /** `sourceHash` of the source text that it belongs to. */
  readonly source: string;
  /**
   * The archiving that it came with, counted from 1. Says which texts are older, where a clock
   * would say something else on each machine.
   */
  readonly turn: number;
  /** As it was in the target file, decoded. */
  readonly text: string;
}

/** A text that is to be archived: its turn is the next one. */
export type TextToArchive = Omit<ArchivedText, 'turn'>;

/** Which unit, source and locale a text is of: the archive holds one text of each. */
export function placeOf({ path, key, locale, source }: TextToArchive): string {
  return JSON.stringify([path, key, locale, source]);
}
