import type { Document, Encoding } from '../../model/index.js';
import type { FilePair } from '../load/index.js';

/** Of these bytes any reader makes the same, whatever it takes the file for. */
const ASCII = 'us-ascii';

/**
 * The encoding that a target is written in; undefined: UTF-8. A new file is as its source is, unless
 * the config says otherwise. Plain ASCII says nothing where UTF-8 is not what every reader of the
 * format expects: the next target that has letters beyond it shows whether they are escaped.
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
