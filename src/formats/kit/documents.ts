import type { Document, ParseOptions } from '../../model/index.js';
import { encodingIn } from './encoding.js';
import { detectNewline, hasBom } from './layout.js';

/** The facts about a file that documents of every format have. */
export function fileFacts(
  format: string,
  text: string,
  options: ParseOptions,
): Pick<Document, 'format' | 'text' | 'newline' | 'bom' | 'encoding'> {
  const facts = { format, text, newline: detectNewline(text), bom: hasBom(text) };
  return { ...facts, ...encodingIn(options) };
}

/** The options with which a document was parsed, as far as it shows them. */
export function asBefore({ targetLanguage, encoding }: Document): ParseOptions {
  return { encoding, ...(targetLanguage !== undefined && { locale: targetLanguage }) };
}

/** Readings of a codec's documents, kept for edits. A copy of a document is read again. */
export class Readings<R> {
  readonly #known = new WeakMap<Document, R>();

  keep(document: Document, reading: R): Document {
    this.#known.set(document, reading);
    return document;
  }

  /** Undefined if the document did not come from `parse`. */
  known(document: Document): R | undefined {
    return this.#known.get(document);
  }

  of(document: Document, readAgain: (document: Document) => R): R {
    // Called once for each of many edits.
    const known = this.known(document);
    if (known !== undefined) return known;
    const reading = readAgain(document);
    this.keep(document, reading);
    return reading;
  }
}
