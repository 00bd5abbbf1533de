import type { Key, Problem } from '../../model/index.js';
import type { LibraryName } from './libraries.js';
import type { Exported } from './reading/exported.js';
import type { Use, Parts } from './reading/use.js';
import type { ScopeName } from './libraries.js';

/** Keys of which only parts are known: their start, their end, and parts in between. */
export interface KeyPattern {
  readonly parts: Parts;
  /** Every key of this namespace: ``t(`errors:${code}`)``. */
  readonly namespace?: string;
  /** Every key. */
  readonly all?: true;
  /** Names that it contains, in this order. */
  readonly names?: readonly string[];
  /** The first place in code that puts such a key together: `src/cart.tsx:12`. */
  readonly place?: string;
}

/** The result of reading a file of code. */
export interface CodeFile {
  /** Relative to the root. */
  readonly file: string;
  readonly uses: readonly Use[];
  /**
   * Hashes of all quoted texts: keys among them are in use, whatever function they are passed to.
   */
  readonly literals: Int32Array;
  /** Libraries that it imports. */
  readonly libraries: readonly LibraryName[];
  /** Present if it gives a library its catalogs. */
  readonly setsUp?: true;
  /** Names of values that it has a library give to every text; `*`: there may be any. */
  readonly shared?: readonly string[] | undefined;
  /** Namespaces that it sets for keys missing in their own namespace. */
  readonly fallbacks?: readonly string[] | undefined;
  /** Names that it gives to Transloco scopes. */
  readonly scopeNames?: readonly ScopeName[] | undefined;
  /** Catalogs and other data that it imports without a library; any code may receive them. */
  readonly data?: readonly string[] | undefined;
  /** Translators that other files may import from it. */
  readonly exported?: readonly Exported[] | undefined;
  /** Not parsed: `quoted`, only what it quotes was read; `aside`, only what it says of libraries. */
  readonly unparsed?: 'quoted' | 'aside' | undefined;
  /** Present if only lexers of i18next-parser can read it, which is not installed. */
  readonly unread?: true;
  /** Present if it has very few lines, so that its calls mean nothing. */
  readonly minified?: true;
  /** Its `<i18n>` blocks; `global`: one of them is for all components. */
  readonly blocks?: 'own' | 'global' | undefined;
  /** Set if it cannot be parsed. */
  readonly problem?: Problem | undefined;
}

/** A key used in code. */
export interface CodeKey {
  /** Present if its namespace is only known at run time. */
  readonly homeless?: true | undefined;
  /** Its use in code, if `extract:` has several parts. */
  readonly id?: string;
  /** With its prefix, without its namespace: `cart.title`. */
  readonly key: string;
  /** Its name in code, whichever catalog takes it: `cart:title`. */
  readonly name: string;
  readonly namespace: string | undefined;
  /** What its place in code says of it, without what a translator adds. */
  readonly written: string;
  /** As in `Use`. */
  readonly at?: readonly [start: number, end: number] | undefined;
  readonly values?: readonly string[] | undefined;
  readonly until?: number | undefined;
  /** For a key without a namespace: possible names of one. */
  readonly given?: readonly string[] | undefined;
  /** The text that code gives for it, and those of its plural forms. */
  readonly text: string | undefined;
  readonly forms?: Readonly<Record<string, string>> | undefined;
  /** Whether it is used with a count (plural forms), an ordinal count or a context. */
  readonly count: boolean;
  readonly ordinal: boolean;
  readonly context: boolean;
  /** Contexts in code; `onlyContexts`: it is never used with another context or without one. */
  readonly contexts?: readonly string[];
  readonly onlyContexts?: boolean;
  /** Whether everything below it is used. */
  readonly group?: boolean;
  /** Whether code only tests for it, so that it is not added. */
  readonly asks?: boolean;
  /** Although it is not added, a key that fits these parts must exist. */
  readonly needed?: Parts | undefined;
  /** Whether its dots are no separators: the key is the text, or its library has flat catalogs. */
  readonly flat?: boolean;
  /** Whether a group in its place shows nothing. */
  readonly needsText?: boolean;
  /** The comment above it. */
  readonly note: string | undefined;
  /** Relative to the root. */
  readonly file: string;
  /** 1-based. */
  readonly line?: number;
}

/** A key that cannot be added: the catalog has a text in place of its group. */
export interface BlockedKey {
  readonly key: Key;
  readonly text: Key;
  /** Where code uses it; relative to the root, line 1-based. */
  readonly file: string;
  readonly line?: number;
}

/** A text that code gives for a key, and another one for the same key. */
export interface DefaultText {
  /** As code writes it, with the plural form. */
  readonly name: string;
  readonly text: string;
  readonly at: CodeKey;
  readonly other: string;
}

/** Texts of one key that contradict each other in code. */
export interface Conflict extends DefaultText {
  readonly otherAt: CodeKey;
}

/** Why a key counts as unused. */
export interface Reason {
  /** The end of a sentence. */
  readonly reason: string;
  /** Code may use it all the same: by a name known only at run time, or in another package. */
  readonly isDoubtful?: true;
}

/** A key that code uses and its catalog lacks. */
export interface AddedKey {
  readonly code: CodeKey;
  /** Undefined: code gives none, and the key stays empty until somebody writes one. */
  readonly text: string | undefined;
}

/** The keys of one source catalog that change, or that no code uses. */
export interface KeyChange {
  /** By their place in the catalog. */
  readonly added: ReadonlyMap<Key, AddedKey>;
  /** Keys that cannot be added. */
  readonly blocked: readonly BlockedKey[];
  /** Keys that are groups in the catalog, so that nothing is shown for them. */
  readonly groups: readonly BlockedKey[];
  /** Keys for which two places in code give different texts. */
  readonly conflicts: readonly Conflict[];
  /** Keys whose text in the catalog is not the one that code gives. */
  readonly differing: readonly DefaultText[];
  /** Keys whose text becomes the one that code gives. */
  readonly updated: readonly Key[];
  /** The catalog's keys that serve a key in code, by `CodeKey.name`. */
  readonly served: ReadonlyMap<string, readonly Key[]>;
  /** Keys that no code uses or quotes, and why each counts as unused. */
  readonly unused: ReadonlyMap<Key, Reason>;
  /** Unused keys that are removed. */
  readonly removed: readonly Key[];
}

/** The changes of one source catalog. */
export interface CatalogChange extends KeyChange {
  /** Relative to the root. */
  readonly file: string;
  /** What code writes before its keys, if it merges catalogs: `pages.home`; '': nothing. */
  readonly heads: readonly string[];
  /** The namespace of keys without one. */
  readonly usual: string;
  /** Current bytes; undefined: the file does not exist. */
  readonly before: Uint8Array | undefined;
  /** New bytes; undefined: no change. */
  readonly after: Uint8Array | undefined;
}

/** A file that changes. */
export interface ChangedFile {
  /** Relative to the root. */
  readonly file: string;
  /** Undefined: it does not exist yet. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
}

/** What is to be written of the changes of catalogs. */
export function changedFiles(changes: readonly CatalogChange[]): readonly ChangedFile[] {
  return changes.flatMap(({ file, before, after }) =>
    after === undefined ? [] : [{ file, before, after }],
  );
}
