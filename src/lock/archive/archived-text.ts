import type { Key } from '../../model/index.js';

/** A human text whose key is no longer in the source. */
export interface ArchivedText {
  /** Source file, relative to the root, with `/`. */
  readonly path: string;
  readonly key: Key;
  /** As written in file names. */
  readonly locale: string;
  /** `ADOPTED`, `REVIEW` or `EDITED`: its origin in the lock. */
  readonly origin: string;
  /** `sourceHash` of the source text that it belongs to. */
  readonly source: string;
  /**
   * Number of the removal that archived it, from 1. Orders texts by age, where clocks would differ
   * between machines.
   */
  readonly turn: number;
  /** As in the target file, decoded. */
  readonly text: string;
}

/** A text to archive; it gets the next `turn`. */
export type TextToArchive = Omit<ArchivedText, 'turn'>;

/** Identity of a text's unit, source and locale: the archive has one text for each. */
export function placeOf({ path, key, locale, source }: TextToArchive): string {
  return JSON.stringify([path, key, locale, source]);
}
