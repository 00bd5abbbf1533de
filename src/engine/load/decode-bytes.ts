import { isAscii, isUtf8, transcode } from 'node:buffer';
import { decodeAs } from '../../formats/index.js';
import type { Decoded, DecodeOptions } from '../../formats/index.js';
import { LocaleSyncError } from '../../model/index.js';
import type { Codec, Document, ParseOptions } from '../../model/index.js';

/** `decode` with a faster decoder for UTF-8. @throws FormatError */
export function decodeBytes(bytes: Buffer, options: DecodeOptions): Decoded {
  return decodeAs(bytes, { ...options, utf8: () => utf8Of(bytes) });
}

/** Decoding via UTF-16 in two steps takes a third of the time of TextDecoder. */
function utf8Of(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? transcode(bytes, 'utf8', 'utf16le').toString('utf16le') : undefined;
}

/** An older version of a file; undefined if it was not valid in its format. */
export function parseVersion(
  bytes: Buffer,
  codec: Codec,
  { encoding, ...options }: ParseOptions & { readonly file: string },
): Document | undefined {
  try {
    const { capabilities } = codec;
    const read = decodeBytes(bytes, { capabilities, encoding, file: options.file });
    return codec.parse(read.text, { ...options, encoding: read.encoding });
  } catch (error) {
    if (error instanceof LocaleSyncError) return undefined;
    throw error;
  }
}
