import type { LibraryName } from '../libraries.js';

export type Library = 'i18next' | 'plain' | 'any';

/** Another file of the project, and the name exported there. */
export interface Origin {
  readonly source: string;
  readonly name: string;
  /** Present if the result of calling it is meant. */
  readonly given?: true;
}

/** A constant of another file: `NS.Shop`, with `NS` imported from `./names`. */
export interface Constant {
  readonly source: string;
  /** Its exported name, and the path into it. */
  readonly names: readonly string[];
  /** Present for any of its texts: of an enum, a list, or a type such as `'open' | 'closed'`. */
  readonly any?: true;
}

/** The imported constants between parts; null: something else. */
export type Gaps = readonly (Constant | null)[];

/** What a function that takes keys says of each of them. */
export interface Taken {
  /**
   * The rules for a call: i18next's (`ns:key`, `key_one`, `key_male`), or those of a library that
   * takes keys as they are. `any`: the name alone is ambiguous.
   */
  readonly library: Library;
  /** Text before the key, including the separator. */
  readonly prefix?: Parts;
  /** Imported constants in the prefix. */
  readonly prefixGaps?: Gaps;
  /** Text after the key. */
  readonly suffix?: Parts;
  /** The origin of a namespace that this file does not define, if known. */
  readonly namespaceFrom?: Constant | 'unknown';
  /** Uses everything below the key. */
  readonly group?: true;
  /** Only tests whether the key exists, which adds none. */
  readonly asks?: true;
  /** Received from elsewhere, where a library may have added a prefix. */
  readonly handed?: true;
  /**
   * Present if the function, or the one that returns it, is imported from another file, which may add
   * to its keys.
   */
  readonly from?: Origin;
  /**
   * Texts passed to the function that returns it: one may be the namespace, if a catalog has that
   * name.
   */
  readonly given?: readonly string[];
  /** Takes keys only if `from` says so. */
  readonly maybe?: true;
  /** A function of formatjs, whose catalogs are flat. */
  readonly flat?: true;
  /** It has its own texts, which no catalog has: `useI18n({ useScope: 'local' })`. */
  readonly local?: true;
}

/** How a key is counted and varied. */
export interface Counts {
  readonly count?: true;
  readonly ordinal?: true;
  /** `only`: there are no others. */
  readonly contexts?: { readonly names: readonly string[]; readonly only: boolean };
}

/** A use of one key, or of all keys of a pattern. */
export interface Use extends Taken, Counts {
  /** As written, without its prefix; between several parts, the text is known only at run time. */
  readonly key: Parts;
  readonly gaps?: Gaps;
  readonly namespace?: string;
  /** The text that code gives for it, and those of its plural forms: `one`, `other`. */
  readonly text?: string;
  readonly forms?: Readonly<Record<string, string>>;
  readonly note?: string;
  /** For a key built by a function of another file: the names passed to it. */
  readonly names?: readonly string[];
  /**
   * Passes a whole catalog to unknown code: `getResourceBundle('en', 'shop')`; null: any namespace.
   */
  readonly bundle?: { readonly namespace: string | null };
  /**
   * A translator that is handed on: any key that it can use; none if it has no prefix or namespace.
   */
  readonly handedOn?: true;
  /**
   * Although nothing is added for it, a key that fits these parts must exist: it is in code of
   * another language.
   */
  readonly needed?: Parts;
  /** Asks for a key of any namespace that is only known at run time. */
  readonly everywhere?: true;
  /**
   * Valid only if the project uses this library: otherwise the content of `<p translate>` is plain
   * HTML. `known`: any library.
   */
  readonly only?: LibraryName | 'known';
  /** Valid unless the project uses this library. */
  readonly unless?: LibraryName;
  /** The key is the text, so its dots are not separators. */
  readonly isText?: true;
  /**
   * The key is generated from the text at extraction: for this message, or without `text` for all
   * texts of the file.
   */
  readonly unnamed?: true;
  /**
   * In a component with `<i18n>` blocks, where its key is looked up first. `only`: nowhere else is it
   * added; `named`: they have such a name; `open`: they are the place of a new key.
   */
  readonly own?: 'only' | 'named' | 'open';
  /** 1-based. */
  readonly line: number;
  /** The expression that is the key, in UTF-16 offsets: its literal, if it is written there. */
  readonly at?: readonly [start: number, end: number];
  /** Names of the values that the call gives. Absent: not known. */
  readonly values?: readonly string[] | undefined;
  /** Where the call that it is in ends, as `at`. */
  readonly until?: number;
}

/** Settings for reading code. */
export interface ReadSettings {
  /** Names of additional functions: `translate`, `i18n.translate`. */
  readonly functions: readonly string[];
  /** Additional components, with the attribute of the key: `Text`, `Text[label]`. */
  readonly components: readonly string[];
  /** Separator between the names of a key; false: keys are not split. */
  readonly keySeparator: string | false;
}

/**
 * A text that may be known only in parts; the text between two parts is unknown. `['a.', '.b']` is
 * `a.`, anything, `.b`; a single part is the whole text.
 */
export type Parts = readonly string[];

/** Whether anything is known of a text: a letter or a digit. */
export function saysAnything(parts: Parts): boolean {
  // Nearly all have one of ASCII; V8 needs milliseconds for each class of Unicode that it compiles.
  return parts.some((part) => /[a-z\d]/i.test(part) || /[\p{L}\p{N}]/u.test(part));
}

export function joinParts(before: Parts, after: Parts): Parts {
  return [...before.slice(0, -1), `${before.at(-1) ?? ''}${after[0] ?? ''}`, ...after.slice(1)];
}
