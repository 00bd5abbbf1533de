import type { FormatFacts } from '../model/index.js';
import * as abouts from './lists/abouts.js';

/** Name of a known format. */
export type KnownFormat = keyof typeof abouts;

/** Names of all formats. */
export const FORMAT_NAMES = Object.keys(abouts) as readonly KnownFormat[];

/** All extensions of locale files, for messages. */
export const KNOWN_ENDINGS: readonly string[] = FORMAT_NAMES.flatMap(
  (name) => abouts[name].extensions,
);

const FORMATS: ReadonlyMap<string, KnownFormat> = new Map(
  FORMAT_NAMES.flatMap((name) => abouts[name].extensions.map((ending) => [ending, name])),
);

/** Facts about a format that need no parser. Undefined if there is no format with this name. */
export function aboutOf(format: string | undefined): FormatFacts | undefined {
  return format !== undefined && isFormat(format) ? abouts[format] : undefined;
}

/** Whether a file with this name, or of this format, can contain several locales. */
export function isMultilingual(path: string, format?: string): boolean {
  return aboutOf(formatOf(path, format))?.capabilities.multilingual === true;
}

/** Whether a translation with this name, or of this format, can be the source of all targets. */
export function servesAsTemplate(path: string, format?: string): boolean {
  return aboutOf(formatOf(path, format))?.capabilities.servesAsTemplate === true;
}

/** Whether there is a format with this name. */
export function isFormat(name: string): name is KnownFormat {
  return Object.hasOwn(abouts, name);
}

/** The given format, or else that of the file's extension. Undefined: not a locale format. */
export function formatOf(path: string, said?: string): KnownFormat | undefined {
  if (said !== undefined) return isFormat(said) ? said : undefined;
  return FORMATS.get(path.slice(path.lastIndexOf('.')).toLowerCase());
}
