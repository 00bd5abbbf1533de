import type { FormatFacts } from '../model/index.js';
import * as abouts from './lists/abouts.js';

/** The formats that there are. */
export type KnownFormat = keyof typeof abouts;

/** Their names. */
export const FORMAT_NAMES = Object.keys(abouts) as readonly KnownFormat[];

/** Every ending of a locale file, for messages. */
export const KNOWN_ENDINGS: readonly string[] = FORMAT_NAMES.flatMap(
  (name) => abouts[name].extensions,
);

const FORMATS: ReadonlyMap<string, KnownFormat> = new Map(
  FORMAT_NAMES.flatMap((name) => abouts[name].extensions.map((ending) => [ending, name])),
);

/** What is known of a format without its parser. Undefined: there is none of this name. */
export function aboutOf(format: string | undefined): FormatFacts | undefined {
  return format !== undefined && isFormat(format) ? abouts[format] : undefined;
}

/** Whether a file of this name, or of this format, may hold several locales. */
export function isMultilingual(path: string, format?: string): boolean {
  return aboutOf(formatOf(path, format))?.capabilities.multilingual === true;
}

/** Whether a translation of this name, or of this format, can be the source of all of them. */
export function servesAsTemplate(path: string, format?: string): boolean {
  return aboutOf(formatOf(path, format))?.capabilities.servesAsTemplate === true;
}

/** Whether there is a format of this name. */
export function isFormat(name: string): name is KnownFormat {
  return Object.hasOwn(abouts, name);
}

/** The format that is said, else that of the file name's ending. Undefined: not a locale format. */
export function formatOf(path: string, said?: string): KnownFormat | undefined {
  if (said !== undefined) return isFormat(said) ? said : undefined;
  return FORMATS.get(path.slice(path.lastIndexOf('.')).toLowerCase());
}
