import type { Codec } from '../model/index.js';
import { formatOf } from './endings.js';
import { withLocales } from './kit/locales.js';
import { loaders } from './lists/loaders.js';

/** What a config says about files. */
export interface FileKind {
  /** Name of a format; it takes precedence over the extension. */
  readonly format?: string | undefined;
  /** Their paths name no locale, so each has the texts of all. */
  readonly isShared?: true | undefined;
}

/**
 * The codec for a file name or a given format. Loaded with the first file of its format: JSON files
 * never load a YAML parser. Undefined: not a locale format.
 */
export async function loadCodec(
  path: string,
  { format, isShared }: FileKind = {},
): Promise<Codec | undefined> {
  const name = formatOf(path, format);
  if (name === undefined) return undefined;
  const codec: Codec = await loaders[name]();
  const isNested = isShared === true && codec.capabilities.nestsLocales === true;
  return isNested && codec.capabilities.multilingual !== true ? withLocales(codec) : codec;
}
