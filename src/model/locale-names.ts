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

/** How the paths of a format say their locale. */
export interface LocaleNames {
  /** Of a new file, where the files beside it show no other. Any style is read but by `exact`. */
  readonly style: LocaleStyle;
  /**
   * What makes the path of a source without a locale of a path with `{locale}`, in the order in
   * which they are tried. A wildcard of the pattern is `\0`.
   */
  readonly sources?: readonly (readonly [part: RegExp, instead: string])[];
  /**
   * Turns the path of a target into those of files in other formats that it may be a translation of.
   * Such a target is not an orphan.
   */
  readonly otherSources?: readonly (readonly [part: RegExp, instead: string])[];
  /** How a folder says its locale beside `de` and `german`, such as `values-de` and `de.lproj`. */
  readonly folder?: LocaleFolder;
  /** For people: how locales and the source are spelled. */
  readonly example: string;
}

export interface LocaleFolder {
  /** What stands before the locale and behind it. */
  readonly before: string;
  readonly after: string;
  /** What stands there in the place of a locale, and could be one. */
  readonly noLocales?: readonly string[];
  /** Its files are among others of the format that hold no texts: each is a catalog of its own. */
  readonly hasOthers?: true;
  /** A source without a locale (`Base.lproj`) may hold other files than that of its locale. */
  readonly sourceIsApart?: true;
}
