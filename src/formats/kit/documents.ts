import type { Document, ParseOptions } from '../../model/index.js';
import { encodingIn } from './encoding.js';
import { detectNewline, hasBom } from './layout.js';

/** What a document says of its file in every format. */
export function fileFacts(
  format: string,
  text: string,
  options: ParseOptions,
): Pick<Document, 'format' | 'text' | 'newline' | 'bom' | 'encoding'> {
  const facts = { format, text, newline: detectNewline(text), bom: hasBom(text) };
  return { ...facts, ...encodingIn(options) };
}

/** How a document was read, as far as it tells. */
export function asBefore({ targetLanguage, encoding }: Document): ParseOptions {
  return { encoding, ...(targetLanguage !== undefined && { locale: targetLanguage }) };
}

/** What a codec keeps of its documents beside them, for edits; a copy of one is read again. */
export class Readings<R> {
  readonly #known = new WeakMap<Document, R>();

  keep(document: Document, reading: R): Document {
    this.#known.set(document, reading);
    return document;
  }

  /** Undefined: the document did not come from `parse`. */
  known(document: Document): R | undefined {
    return this.#known.get(document);
  }

  of(document: Document, readAgain: (document: Document) => R): R {
    // Asked once for each of many edits.
    const known = this.known(document);
    if (known !== undefined) return known;
    const reading = readAgain(document);
    this.keep(document, reading);
    return reading;
  }
}
