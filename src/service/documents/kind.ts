import { countCharacters } from '../../text/count.js';
import type { Workplace } from '../tools/scratch.js';

/** A stretch of a document that is translated on its own. */
export interface DocumentText {
  readonly text: string;
  /** How markup in the text is read; without it, the text is plain. */
  readonly format?: 'html' | 'xml' | undefined;
}

/** A document whose texts are known and can be replaced. */
export interface OpenDocument {
  readonly texts: readonly DocumentText[];
  /** Language that the document itself states. */
  readonly language?: string | undefined;
  /** Characters of the texts as billed, where they were counted already. */
  readonly characters?: number | undefined;
  /** The document with these translations, one per text, same order. @throws DocumentError */
  write(translations: readonly string[]): Uint8Array | Promise<Uint8Array>;
}

/** Characters of texts as billed. */
export function charactersOf(texts: readonly DocumentText[]): number {
  return texts.reduce((sum, { text, format }) => sum + countCharacters(text, format), 0);
}

export interface OpenOptions extends Workplace {
  /** Base language, where the caller stated it. */
  readonly source: string | undefined;
  /** BCP 47 casing. */
  readonly target: string;
  /** Extension of the result: `docx` for a converted pdf. */
  readonly result: string;
}

/** One kind of document. */
export interface DocumentKind {
  /**
   * What to keep of the file for reopening, for kinds that take long to read.
   * @throws DocumentError
   */
  prepare?(file: Uint8Array, options: OpenOptions): Promise<Uint8Array>;
  /** @throws DocumentError, FormatError */
  open(file: Uint8Array, options: OpenOptions): OpenDocument | Promise<OpenDocument>;
}

/** A kind that takes no program and nothing of the service: it can be read and written in a thread. */
export interface PlainKind {
  /** @throws DocumentError, FormatError */
  open(file: Uint8Array, options: Pick<OpenOptions, 'target'>): PlainDocument;
}

export interface PlainDocument extends OpenDocument {
  write(translations: readonly string[]): Uint8Array;
}

/** Why a document cannot be translated: the `message` of its status. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}
