import type { Codec, Document } from '../../model/index.js';
import { readPlist } from './plist.js';

/** The same codec, but files that consist of `<dict/>` are expanded for their first text. */
export function withRoom(codec: Codec, isPlist: (text: string) => boolean = () => true): Codec {
  const opened = (document: Document): Document => {
    const { text, units, newline } = document;
    if (units.length > 0 || !isPlist(text)) return document;
    const { kind, inner, start, end } = readPlist(text, undefined);
    if (kind !== 'dict' || inner !== undefined) return document;
    return codec.parse(`${text.slice(0, start)}<dict>${newline}</dict>${text.slice(end)}`);
  };
  return {
    ...codec,
    edit: (document, edits) => codec.edit(edits.length > 0 ? opened(document) : document, edits),
  };
}
