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
  /** For people: how locales and the source are spelled. */
  readonly example: string;
}

const LPROJ: LocaleNames = {
  style: 'bcp47',
  sources: [[/\{locale\}(?=\.lproj\/)/, 'Base']],
  example: 'pt-BR.lproj, zh-Hans.lproj; source en.lproj or Base.lproj',
};

const AS_WRITTEN: LocaleNames = { style: 'written', example: 'as in targets' };

/**
 * By format. One that is not listed spells a locale exactly as the config does.
 */
const LOCALE_NAMES: ReadonlyMap<string, LocaleNames> = new Map(
  Object.entries({
    android: {
      style: 'android',
      sources: [[/-\{locale\}(?=\/)/, '']],
      example: 'values-pt-rBR, values-b+sr+Latn; source values/',
    },
    strings: LPROJ,
    stringsdict: LPROJ,
    properties: {
      style: 'underscore',
      sources: [[/_\{locale\}(?=\.properties$)/, '']],
      example: 'messages_pt_BR.properties; source messages.properties',
    },
    resx: {
      style: 'bcp47',
      sources: [[/\.\{locale\}(?=\.res[xw]$)/, '']],
      example: 'Strings.pt-BR.resx; source Strings.resx',
    },
    po: {
      style: 'posix',
      sources: [
        [/\{locale\}\/LC_MESSAGES\/([^/]+)\.po$/, '$1.pot'],
        [/\{locale\}\/([^/]+)\.po$/, '$1.pot'],
        [/[._-]\{locale\}\.po$/, '.pot'],
      ],
      example: 'pt_BR/LC_MESSAGES/app.po, sr@latin; source app.pot',
    },
    xliff: {
      style: 'exact',
      sources: [[/\.\{locale\}(?=\.(?:xlf2?|xliff)$)/, '']],
      example: 'messages.de.xlf; source messages.xlf',
    },
    qt: {
      style: 'underscore',
      sources: [[/_\{locale\}(?=\.ts$)/, '']],
      example: 'app_pt_BR.ts; source app.ts',
    },
    toml: AS_WRITTEN,
    php: AS_WRITTEN,
    vtt: AS_WRITTEN,
    markdown: AS_WRITTEN,
    csv: AS_WRITTEN,
    fluent: AS_WRITTEN,
    json5: AS_WRITTEN,
  } satisfies Readonly<Record<string, LocaleNames>>),
);

/** Every format's way, by the name of the format. Undefined: exactly as the config spells it. */
export function localeNamesOf(format: string | undefined): LocaleNames | undefined {
  return format === undefined ? undefined : LOCALE_NAMES.get(format);
}

/** Two codes of one language; the old one comes first in paths of Android. */
export const OLD_CODES: Readonly<Record<string, string>> = {
  he: 'iw',
  id: 'in',
  yi: 'ji',
  jv: 'jw',
};

/** Other codes that files may have for a language. */
export const OTHER_CODES: Readonly<Record<string, string>> = {
  ...OLD_CODES,
  iw: 'he',
  in: 'id',
  ji: 'yi',
  jw: 'jv',
  nb: 'no',
  no: 'nb',
  fil: 'tl',
  tl: 'fil',
};
