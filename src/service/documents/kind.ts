import { countCharacters } from '../../text/index.js';
import type { Workplace } from '../tools/tool.js';

/** A part of a document that is translated separately. */
export interface DocumentText {
  readonly text: string;
  /** Markup of the text; undefined: plain text. */
  readonly format?: 'html' | 'xml' | undefined;
}

/** A document whose texts have been read and can be replaced. */
export interface OpenDocument {
  readonly texts: readonly DocumentText[];
  /** Language that the document declares. */
  readonly language?: string | undefined;
  /** Billed characters of the texts, if already counted. */
  readonly characters?: number | undefined;
  /**
   * Writes the document with these translations, one per text, in the same order. @throws
   * DocumentError
   */
  write(translations: readonly string[]): Uint8Array | Promise<Uint8Array>;
}

/** Billed characters of texts. */
export function charactersOf(texts: readonly DocumentText[]): number {
  return texts.reduce((sum, { text, format }) => sum + countCharacters(text, format), 0);
}

export interface OpenOptions extends Workplace {
  /** Base language, if the caller stated it. */
  readonly source: string | undefined;
  /** BCP 47 casing. */
  readonly target: string;
  /** Extension of the result: `docx` for a converted pdf. */
  readonly result: string;
}

/** One kind of document. */
export interface DocumentKind {
  /**
   * Content to keep for reopening, for kinds that take long to read.
   * @throws DocumentError
   */
  prepare?(file: Uint8Array, options: OpenOptions): Promise<Uint8Array>;
  /** @throws DocumentError, FormatError */
  open(file: Uint8Array, options: OpenOptions): OpenDocument | Promise<OpenDocument>;
}

/**
 * A kind that needs no program and nothing of the service: it can be read and written in a thread.
 */
export interface PlainKind {
  /** @throws DocumentError, FormatError */
  open(file: Uint8Array, options: { readonly target: string }): PlainDocument;
}

export interface PlainDocument extends OpenDocument {
  write(translations: readonly string[]): Uint8Array;
}

/** Why a document cannot be translated: the `message` of its status. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}
