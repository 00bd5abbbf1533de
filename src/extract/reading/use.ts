import type { LibraryName } from '../libraries.js';
import type { Parts } from './parts.js';

/**
 * Whose rules a call follows: i18next's (`ns:key`, `key_one`, `key_male`), or those of a library
 * that takes keys as they are. `any`: the name alone does not tell.
 */
export type Library = 'i18next' | 'plain' | 'any';

/** Another file of the project, and what it calls something there. */
export interface Origin {
  readonly source: string;
  readonly name: string;
  /** What a call of it gives is meant. */
  readonly given?: true;
}

/** A constant of another file: `NS.Shop`, where `NS` is imported from `./names`. */
export interface Constant {
  readonly source: string;
  /** What it is called there, and the way into it. */
  readonly names: readonly string[];
  /** Any of the texts there: of an enum, of a list, or of a type such as `'open' | 'closed'`. */
  readonly any?: true;
}

/** What fills the places between parts, as far as that is a constant of another file; null: something else. */
export type Gaps = readonly (Constant | null)[];

/** What code does with one key, or with all keys of a pattern. */
export interface Use {
  /** As written, without its prefix; several parts: what is between them is known at run time only. */
  readonly key: Parts;
  readonly gaps?: Gaps;
  /** What comes before it, with its separator. */
  readonly prefix?: Parts;
  /** What fills the places in the prefix, as `gaps` does for the key. */
  readonly prefixGaps?: Gaps;
  /** What comes behind it. */
  readonly suffix?: Parts;
  readonly library: Library;
  readonly namespace?: string;
  /** Of a namespace that this file does not tell: where it is, if that is known. */
  readonly namespaceFrom?: Constant | 'unknown';
  /** The text that code gives for it, and those of its forms: `one`, `other`. */
  readonly text?: string;
  readonly forms?: Readonly<Record<string, string>>;
  readonly note?: string;
  readonly count?: true;
  readonly ordinal?: true;
  /** `only`: those that are named, and no other. */
  readonly contexts?: { readonly names: readonly string[]; readonly only: boolean };
  /** Of a key that a function of another file puts together: the names that it is given for it. */
  readonly names?: readonly string[];
  /** Asks for everything below the key. */
  readonly group?: true;
  /** Takes a whole catalog, for code that nobody can look into: `getResourceBundle('en', 'shop')`; null: any. */
  readonly bundle?: { readonly namespace: string | null };
  /** Asks whether there is such a key, which adds none. */
  readonly asks?: true;
  /** Through a `t` that was handed over: a library with prefixes may have given it one. */
  readonly handed?: true;
  /** The translator's, if it is of another file. */
  readonly from?: Origin;
  /** Texts that what makes the translator was given: one may be the namespace, if a catalog has that name. */
  readonly given?: readonly string[];
  /** Asks for a key only if `from` says that this function takes keys. */
  readonly maybe?: true;
  /**
   * Counts where the project has a library that says so: content of `<p translate>` is HTML's own else.
   * `known`: any library.
   */
  readonly only?: LibraryName | 'known';
  /** Counts where no library of the project says so. */
  readonly unless?: LibraryName;
  /** The key is the text, so its dots part nothing. */
  readonly isText?: true;
  /** Messages whose keys are made of their texts when they are extracted: this one; without `text` all of the file. */
  readonly unnamed?: true;
  /** A message of formatjs: its catalogs are flat. */
  readonly flat?: true;
  /** 1-based. */
  readonly line: number;
}

/** What is set for reading. */
export interface ReadSettings {
  /** Names of further functions: `translate`, `i18n.translate`. */
  readonly functions: readonly string[];
  /** Further components, and the attribute that holds the key: `Text`, `Text[label]`. */
  readonly components: readonly string[];
  /** Between the names of a key; false: keys are one name. */
  readonly keySeparator: string | false;
}
