import { isAscii, isUtf8, transcode } from 'node:buffer';
import { decode } from '../../formats/kit/encoding.js';
import type { Decoded, DecodeOptions } from '../../formats/kit/encoding.js';

/** `decode` with a faster reader of UTF-8. @throws FormatError */
export function decodeBytes(bytes: Buffer, options: DecodeOptions): Decoded {
  return decode(bytes, { ...options, utf8: () => utf8Of(bytes) });
}

/** Two steps over UTF-16 take a third of the time of one decoder. */
function utf8Of(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? transcode(bytes, 'utf8', 'utf16le').toString('utf16le') : undefined;
}
