import { decode as decodeBytes } from './kit/encoding.js';
import type { Decoded } from './kit/encoding.js';
import { codecFor } from './registry.js';

/**
 * Text of a locale file's bytes, and the encoding to write it back in (`encode`): what a BOM says,
 * or what the file declares in the way of its format, then UTF-8, then what is usual in the format.
 * @throws FormatError `encoding`
 */
export function decode(bytes: Uint8Array, path: string): Decoded {
  return decodeBytes(bytes, { file: path, capabilities: codecFor(path)?.capabilities });
}
