import type { Codec } from '../model/index.js';
import { formatOf } from './endings.js';
import * as loaders from './lists/loaders.js';

/**
 * The codec for a file name or a given format. Loaded with the first file of its format: JSON files
 * never load a YAML parser. Undefined: not a locale format.
 * @param format name of a format; it takes precedence over the extension
 */
export async function loadCodec(path: string, format?: string): Promise<Codec | undefined> {
  const name = formatOf(path, format);
  return name === undefined ? undefined : loaders[name]();
}
