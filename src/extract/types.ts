import type { Key } from '../model/index.js';
import type { KeyNote } from './write-notes.js';

/** A key that code asks for. */
export interface CodeKey {
  /** As written, without its namespace: `cart.title`. */
  readonly key: string;
  readonly namespace: string | undefined;
  /** The text that code gives for it. */
  readonly text: string | undefined;
  /** Asked for with a count (plural forms), an ordinal count or a context. */
  readonly count: boolean;
  readonly ordinal: boolean;
  readonly context: boolean;
  /** The comment above it. */
  readonly note: string | undefined;
  /** Relative to the root. */
  readonly file: string;
}

/** What extraction does to one source catalog. */
export interface CatalogChange {
  /** Relative to the root. */
  readonly file: string;
  /** The file as it is; undefined: there is none. */
  readonly before: Uint8Array | undefined;
  /** The file as it should be; undefined: as it is. */
  readonly after: Uint8Array | undefined;
  readonly added: readonly Key[];
  /** Added keys that code gives no text for; they stand empty until somebody writes one. */
  readonly empty: readonly Key[];
  /** Comments of code above added keys, whether the file can hold them or not. */
  readonly notes: readonly KeyNote[];
  /** Keys that no code asks for by their full name. */
  readonly unused: readonly Key[];
  /** Unused keys that are taken out. */
  readonly removed: readonly Key[];
}
