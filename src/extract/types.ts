import type { Key, Problem } from '../model/index.js';
import type { LibraryName } from './libraries.js';
import type { Exported } from './reading/exported.js';
import type { Use } from './reading/use.js';
import type { ScopeName } from './scopes.js';
import type { KeyNote } from './write-notes.js';

/** What was found in one file of code. */
export interface CodeFile {
  /** Relative to the root. */
  readonly file: string;
  readonly uses: readonly Use[];
  /** Hashes of all quoted texts: keys among them are in use, whatever function takes them. */
  readonly literals: Int32Array;
  /** Libraries that it names. */
  readonly libraries: readonly LibraryName[];
  /** Namespaces that it names for keys which their own one lacks. */
  readonly fallbacks?: readonly string[] | undefined;
  /** Names that it gives to scopes of Transloco. */
  readonly scopeNames?: readonly ScopeName[] | undefined;
  /** Catalogs and other data that it imports without a library that takes them; any code may be given them. */
  readonly data?: readonly string[] | undefined;
  /** Translators that other files may have from it. */
  readonly exported?: readonly Exported[] | undefined;
  /** It has hardly any lines, so what it calls says nothing. */
  readonly minified?: true;
  /** Where it cannot be parsed. */
  readonly problem?: Problem | undefined;
}

/** A key that code asks for. */
export interface CodeKey {
  /** Only run time tells its namespace. */
  readonly homeless?: true;
  /** With its prefix, without its namespace: `cart.title`. */
  readonly key: string;
  readonly namespace: string | undefined;
  /** Of a key without a namespace: names that may be it. */
  readonly given?: readonly string[];
  /** The text that code gives for it, and those of its plural forms. */
  readonly text: string | undefined;
  readonly forms?: Readonly<Record<string, string>> | undefined;
  /** Asked for with a count (plural forms), an ordinal count or a context. */
  readonly count: boolean;
  readonly ordinal: boolean;
  readonly context: boolean;
  /** Contexts that code names; `onlyContexts`: it asks for no other, and never for none. */
  readonly contexts?: readonly string[];
  readonly onlyContexts?: boolean;
  /** Asks for everything below it. */
  readonly group?: boolean;
  /** Asks whether it is there, which adds nothing. */
  readonly asks?: boolean;
  /** Its dots part nothing: the key is the text, or its library has flat catalogs. */
  readonly flat?: boolean;
  /** The comment above it. */
  readonly note: string | undefined;
  /** Relative to the root. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
}

/** A key that has no place: the catalog has a text where its group would be. */
export interface BlockedKey {
  readonly key: Key;
  readonly text: Key;
  /** Where code asks for it; relative to the root, 1-based. */
  readonly file: string;
  readonly line?: number;
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
  /** Keys that are not added. */
  readonly blocked: readonly BlockedKey[];
  /** Keys that no code asks for, and that are quoted nowhere in it. */
  readonly unused: readonly Key[];
  /** Unused keys that are taken out. */
  readonly removed: readonly Key[];
}
