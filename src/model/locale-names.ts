/**
 * A way to spell a locale in paths. `exact`: as the config has it, and files under another spelling
 * are reported; `written`: the same for a new file; `bcp47`: `pt-BR`, `sr-Latn`;
 * `underscore`: `pt_BR`, `sr_Latn`; `posix`: `pt_BR`, `sr@latin`; `android`: `pt-rBR`,
 * `b+sr+Latn`; `android-bcp47`: `b+pt+BR`; `lower`: `pt-br`; `lower-underscore`: `pt_br`.
 */
export type LocaleStyle =
  | 'exact'
  | 'written'
  | 'bcp47'
  | 'underscore'
  | 'posix'
  | 'android'
  | 'android-bcp47'
  | 'lower'
  | 'lower-underscore';

/** How a format's paths spell their locale. */
export interface LocaleNames {
  /**
   * Style of a new file, if the existing files show no other. All styles can be read, except under
   * `exact`.
   */
  readonly style: LocaleStyle;
  /**
   * Replacements that turn a path with `{locale}` into the path of a source without a locale, in
   * the order to try. A wildcard of the pattern is `\0`.
   */
  readonly sources?: readonly (readonly [part: RegExp, instead: string])[];
  /**
   * Replacements that turn the path of a target into those of files in other formats that it may be
   * a translation of. Such a target is not an orphan.
   */
  readonly otherSources?: readonly (readonly [part: RegExp, instead: string])[];
  /** How a folder spells its locale, besides `de` and `german`: `values-de`, `de.lproj`. */
  readonly folder?: LocaleFolder;
  /** For people: how locales and the source are spelled. */
  readonly example: string;
}

export interface LocaleFolder {
  /** What comes before and after the locale. */
  readonly before: string;
  readonly after: string;
  /** Values in the locale's place that look like a locale but are none. */
  readonly noLocales?: readonly string[];
  /**
   * Its files are mixed with files of the format that contain no texts, so each is its own catalog.
   */
  readonly hasOthers?: true;
  /**
   * A source without a locale (`Base.lproj`) may contain other files than the folder of its locale.
   */
  readonly sourceIsApart?: true;
}
