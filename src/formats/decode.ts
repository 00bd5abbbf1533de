import { decodeAs as decodeBytes, type Decoded } from './kit/encoding.js';
import { codecFor } from './registry.js';

/**
 * Text of a locale file's bytes, and the encoding to write it back in (`encode`): from a BOM or the
 * format's own declaration, else UTF-8, else the format's usual encoding.
 * @throws FormatError `encoding`
 */
export function decode(bytes: Uint8Array, path: string): Decoded {
  return decodeBytes(bytes, { file: path, capabilities: codecFor(path)?.capabilities });
}
