import { EditError, formatKey, keyId } from '../../model/index.js';
import type { Codec, Document, Edit, ParseOptions } from '../../model/index.js';
import { hasBareQuotes } from './read.js';
import { delimiterOf, scanRows } from './scan.js';

/**
 * A codec that refuses edits whose result it could not read back: a stray quote in one cell may
 * pair with one in another cell, so that editing one cell changes the other.
 */
export function withStrayQuotes(codec: Codec): Codec {
  const asked = new WeakMap<Document, ParseOptions>();
  return {
    ...codec,
    parse: (text, options = {}) => {
      const document = codec.parse(text, options);
      asked.set(document, options);
      return document;
    },
    edit: (document, edits) => {
      const text = codec.edit(document, edits);
      const options = asked.get(document);
      if (edits.length > 0 && options !== undefined && hasStrayQuotes(document.text))
        requireTexts(codec.parse(text, options), document, edits);
      return text;
    },
  };
}

function hasStrayQuotes(text: string): boolean {
  return text.includes('"') && hasBareQuotes(scanRows(text, delimiterOf(text)));
}

/** @throws EditError `not-writable` */
function requireTexts(after: Document, before: Document, edits: readonly Edit[]): void {
  const expected = new Map(before.units.map(({ key, text }) => [keyId(key), text]));
  for (const edit of edits)
    if (edit.op === 'remove') expected.delete(keyId(edit.key));
    else expected.set(keyId(edit.key), edit.text);
  const isSame =
    after.units.length === expected.size &&
    after.units.every(({ key, text }) => expected.get(keyId(key)) === text);
  const [first] = edits;
  if (isSame || first === undefined) return;
  const message = `"${formatKey(first.key)}" cannot be written, because it would change how a quote in the middle of another cell is read; fix the quotes in the file.`;
  throw new EditError('not-writable', first.key, message);
}
