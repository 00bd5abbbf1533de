import type { Document, Encoding } from '../../model/index.js';
import type { FilePair } from '../load/index.js';

/** Every reader decodes these bytes in the same way, whatever encoding it assumes. */
const ASCII = 'us-ascii';

/**
 * The encoding to write a target in; undefined: UTF-8. A new file has its source's encoding unless
 * the config sets one. If the source is plain ASCII and not every reader of the format assumes
 * UTF-8, the next target with other letters shows whether they are escaped.
 */
export function encodingFor(
  { catalog, source, targets }: FilePair,
  document: Document | undefined,
): Encoding | undefined {
  const said =
    document === undefined ? (catalog.encoding ?? source.document.encoding) : document.encoding;
  if (said !== undefined) return said === 'utf-8' ? undefined : said;
  const isAsked =
    source.capabilities.fallbackEncoding !== undefined && catalog.encoding === undefined;
  if (!isAsked || !isAscii((document ?? source.document).text)) return undefined;
  for (const { document: other } of targets) {
    if (other === undefined) continue;
    if (other.encoding !== undefined) return ASCII;
    if (!isAscii(other.text)) return undefined;
    if (other.units.some(({ text }) => !isAscii(text))) return ASCII;
  }
  return undefined;
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}
