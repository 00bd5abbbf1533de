import type { FormatName } from '../../model/index.js';

/** A set of locale files that one catalog of the config can name. */
export interface FoundCatalog {
  /** What uses the files: `i18next`, `Rails`, `Angular`; the format's name if that is unknown. */
  readonly kind: string;
  readonly format: FormatName;
  /** Pattern of source and targets; undefined where nothing but `source` names the source. */
  readonly files?: string;
  /** With `target`, where the source's name has no locale (Angular). */
  readonly source?: string;
  readonly target?: string;
  /** A translation that can serve as the source where `files` finds none. */
  readonly template?: Template;
  /** By locale as in the file names; '' is a source whose name has none. */
  readonly locales: Readonly<Record<string, FoundLocale>>;
  /** Locale → how the paths spell it, where its format does not tell: `{ de: german }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** Locale of the source, as far as the files tell. */
  readonly sourceLocale: string;
  /** Message syntax, where the project's packages tell it. */
  readonly messages?: string;
}

/** A translation that holds what it is translated from. */
export interface Template {
  readonly locale: string;
  /** Pattern of its files. */
  readonly source: string;
}

export interface FoundLocale {
  readonly files: number;
  /** Translatable texts; files that cannot be read have none. */
  readonly strings: number;
  /** There are files that cannot be read. */
  readonly broken?: true;
}

/** A file with texts, but nothing about it that says that it is a locale file. */
export interface Suggestion {
  readonly path: string;
  /** Pattern that finds it, for `--files`. */
  readonly files: string;
  /** The source: of the locales with such files the likely one. */
  readonly locale: string;
  /** The others. */
  readonly targets: readonly string[];
}

export interface Detection {
  /** By number of strings, most first. */
  readonly found: readonly FoundCatalog[];
  /** What was seen and left out, one sentence each. */
  readonly notes: readonly string[];
  /** Locale files that cannot be read. */
  readonly broken: readonly string[];
  /** Where nothing was found. */
  readonly suggestion?: Suggestion;
}

/** False for a layout that names the source among its files, and has none of it. */
export function hasSource(found: FoundCatalog, source: string): boolean {
  return found.files === undefined || sourceFiles(found, source) !== undefined;
}

/** What a source's texts are read from. */
export function sourceFiles(
  { locales, template }: FoundCatalog,
  source: string,
): FoundLocale | undefined {
  return locales[source] ?? locales[''] ?? (template && locales[template.locale]);
}

/** The translation that takes the place of a source's files. */
export function templateFor(
  { locales, template }: FoundCatalog,
  source: string,
): Template | undefined {
  const isThere = Object.hasOwn(locales, source) || Object.hasOwn(locales, '');
  return isThere ? undefined : template;
}

/** The locales that a file of several has, and how many texts each. */
export interface LocalesInside {
  readonly locales: Readonly<Record<string, FoundLocale>>;
  /** Undefined: it does not say. */
  readonly source: string | undefined;
}
