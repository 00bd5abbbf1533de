import type { Document, Encoding } from '../../model/index.js';
import type { FilePair } from '../load/index.js';

/** Every reader decodes these bytes in the same way, whatever encoding it assumes. */
const ASCII = 'us-ascii';

/**
 * The encoding to write a target in; undefined: UTF-8. A new file has its source's, unless its format
 * declares UTF-8. Plain ASCII does not show the encoding where some readers of the format assume
 * UTF-8 and others do not: then the next target with other letters shows whether they are escaped,
 * and if there is none, they are.
 */
export function encodingFor(
  { catalog, source, targets }: FilePair,
  document: Document | undefined,
): Encoding | undefined {
  const { encoding, text } = document ?? source.document;
  const { correctsEncoding, fallbackEncoding } = source.capabilities;
  if (document === undefined && correctsEncoding === true) return undefined;
  if (encoding !== undefined) return encoding;
  const isOpen = fallbackEncoding !== undefined && catalog.encoding === undefined;
  if (!isOpen || !isAscii(text)) return undefined;
  for (const { document: other } of targets) {
    if (other === undefined) continue;
    if (other.encoding !== undefined) return ASCII;
    if (!isAscii(other.text)) return undefined;
    if (other.units.some(({ text }) => !isAscii(text))) return ASCII;
  }
  return isAscii(source.document.text) ? ASCII : undefined;
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
