import type { FormatName } from '../model/index.js';

/** How the names of locale files end, by format. The one list of them. */
export const ENDINGS = {
  json: ['.json', '.jsonc', '.arb'],
  yaml: ['.yaml', '.yml'],
  xliff: ['.xlf', '.xliff', '.xlf2'],
  srt: ['.srt'],
  vtt: ['.vtt'],
  properties: ['.properties'],
  csv: ['.csv', '.tsv'],
  php: ['.php'],
  android: ['.xml'],
  strings: ['.strings'],
  xcstrings: ['.xcstrings'],
  po: ['.po', '.pot'],
  stringsdict: ['.stringsdict'],
  resx: ['.resx', '.resw'],
  qt: ['.ts'],
  toml: ['.toml'],
  markdown: ['.md', '.mdx', '.markdown'],
  json5: ['.json5'],
  fluent: ['.ftl'],
} as const satisfies Record<FormatName, readonly string[]>;

/** The formats that there are. */
export type KnownFormat = keyof typeof ENDINGS;

/** Every ending of a locale file, for messages. */
export const KNOWN_ENDINGS: readonly string[] = Object.values(ENDINGS).flat();

const FORMATS: ReadonlyMap<string, KnownFormat> = new Map(
  (Object.keys(ENDINGS) as KnownFormat[]).flatMap((format) =>
    ENDINGS[format].map((ending) => [ending, format]),
  ),
);

/** Endings of files that may hold all locales: their pattern needs no `{locale}`. */
const MULTILINGUAL: readonly string[] = ['.xcstrings', '.csv', '.tsv'];

/** Whether a file of this name, or of this format, may hold several locales. */
export function isMultilingual(path: string, format?: string): boolean {
  const own: readonly string[] =
    format === undefined ? [endingOf(path)] : isFormat(format) ? ENDINGS[format] : [];
  return own.some((ending) => MULTILINGUAL.includes(ending));
}

/** Whether there is a format of this name. */
export function isFormat(name: string): name is KnownFormat {
  return Object.hasOwn(ENDINGS, name);
}

/** The format that is said, else that of the file name's ending. Undefined: not a locale format. */
export function formatOf(path: string, said?: string): KnownFormat | undefined {
  if (said !== undefined) return isFormat(said) ? said : undefined;
  return FORMATS.get(endingOf(path));
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.')).toLowerCase();
}
