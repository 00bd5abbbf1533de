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

/** Whether a file with this name, or of this format, may have keys that are names of locales. */
export function nestsLocales(path: string, format?: string): boolean {
  return aboutOf(formatOf(path, format))?.capabilities.nestsLocales === true;
}

/** Whether a translation with this name, or of this format, can be the source of all targets. */
export function servesAsTemplate(path: string, format?: string): boolean {
  return aboutOf(formatOf(path, format))?.capabilities.servesAsTemplate === true;
}

/** Whether there is a format with this name. */
export function isFormat(name: string): name is KnownFormat {
  return Object.hasOwn(abouts, name);
}

/** Formats of files that have the ending of another one, as found by `lookInto`. */
const seen = new Map<string, KnownFormat>();

/**
 * Finds the format of a file by its start, if its ending stands for several. `formatOf` knows it from
 * then on.
 */
export function lookInto(path: string, head: string): void {
  const usual = byEnding(path);
  if (usual === undefined || fits(usual, head)) return;
  const ending = endingOf(path);
  const other = FORMAT_NAMES.find(
    (name) => aboutOf(name)?.otherExtensions?.includes(ending) === true && fits(name, head),
  );
  if (other !== undefined) seen.set(path, other);
}

function fits(name: KnownFormat, head: string): boolean {
  return aboutOf(name)?.capabilities.signature?.test(head) !== false;
}

/** The given format, or else that of the file's extension. Undefined: not a locale format. */
export function formatOf(path: string, said?: string): KnownFormat | undefined {
  if (said !== undefined) return isFormat(said) ? said : undefined;
  return seen.get(path) ?? byEnding(path);
}

function byEnding(path: string): KnownFormat | undefined {
  return FORMATS.get(endingOf(path));
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.')).toLowerCase();
}
