import type { FormatName } from '../../model/index.js';

/** A set of locale files that one catalog of the config can describe. */
export interface FoundCatalog {
  /** What uses the files: `i18next`, `Rails`, `Angular`; the format's name if unknown. */
  readonly kind: string;
  readonly format: FormatName;
  /** Pattern of source and targets; undefined if `source` and `target` are used. */
  readonly files?: string;
  /** With `target`, if the source's path has no locale (Angular). */
  readonly source?: string;
  readonly target?: string;
  /** Files that `files` matches too, but that are a catalog of their own. */
  readonly exclude?: readonly string[];
  /** A translation that can serve as the source if `files` matches none. */
  readonly template?: Template;
  /** By locale as in the file names; '' is a source without a locale. */
  readonly locales: Readonly<Record<string, FoundLocale>>;
  /** Locale → its spelling in paths or columns, if the format does not define it: `{ de: german }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** Locale of the source, as suggested by the files. */
  readonly sourceLocale: string;
  /** The settings that declare its source and its locales, as far as they are used. */
  readonly declared?: {
    readonly source: { readonly by: string; readonly locale: string } | undefined;
    readonly locales: string | undefined;
  };
  /** Message syntax, if the project's packages show it. */
  readonly messages?: string;
}

/** Files of a translation that serve as the source. */
export interface Template {
  readonly locale: string;
  /** Pattern of its files. */
  readonly source: string;
}

export interface FoundLocale {
  readonly files: number;
  /** Number of translatable texts; 0 for files that cannot be read. */
  readonly strings: number;
  /**
   * Number of texts that are translated, where `strings` counts those to translate and that makes a
   * difference: for two names of one language.
   */
  readonly translated?: number;
  /** Present if some files cannot be read. */
  readonly broken?: true;
  /** When the newest of its source texts were extracted, if a file states it (gettext). */
  readonly extractedAt?: string;
  /** Present if all texts are copied from a library, such as the defaults of rails-i18n. */
  readonly isCopied?: true;
  /** Present if all texts are single words or values. */
  readonly isData?: true;
  /**
   * Present if the keys of a file look like source texts (Laravel's JSON, Yii) and its texts do not
   * repeat them.
   */
  readonly hasTextKeys?: true;
}

/** A file with texts that is not recognizable as a locale file. */
export interface Suggestion {
  readonly path: string;
  /** Pattern for `--files` that matches it. */
  readonly files: string;
  /** The likely source among the locales of such files. */
  readonly locale: string;
  /** The other locales. */
  readonly targets: readonly string[];
}

export interface Detection {
  /** By number of strings, highest first. */
  readonly found: readonly FoundCatalog[];
  /** What was seen but left out, one sentence each. */
  readonly notes: readonly string[];
  /** Locale files that cannot be read. */
  readonly broken: readonly string[];
  /** Set if nothing was found. */
  readonly suggestion?: Suggestion;
}

/** The locales of a file that holds several, with the number of texts in each. */
export interface LocalesInside {
  readonly locales: Readonly<Record<string, FoundLocale>>;
  /** Undefined if the file does not say. */
  readonly source: string | undefined;
  /** Locale → column, if columns have the names of languages. */
  readonly names?: Readonly<Record<string, string>>;
}
