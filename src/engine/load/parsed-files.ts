import type { Codec, Document, ParseOptions } from '../../model/index.js';

export interface ParsedFile {
  readonly hash: string;
  readonly options: ParseOptions;
  readonly document: Document;
}

/** Files as a warm engine last parsed them, so that equal bytes are not parsed again. */
export class ParsedFiles {
  readonly #files = new Map<string, ParsedFile>();

  /** @param hash `contentHash` of the current file */
  get(path: string, hash: string, codec: Codec, options: ParseOptions): Document | undefined {
    const known = this.#files.get(idOf(path, options));
    if (known?.hash !== hash) return undefined;
    const { source } = known.options;
    // It determines whether a target must have a root key.
    if (source?.targetLanguage !== options.source?.targetLanguage) return undefined;
    if (codec.capabilities.sourceDecides && source !== options.source) return undefined;
    return known.document;
  }

  set(path: string, file: ParsedFile): void {
    this.#files.set(idOf(path, file.options), file);
  }
}

/** A file with all locales parses differently for each of them. */
function idOf(path: string, { role = 'source', locale = '' }: ParseOptions): string {
  return `${role}\0${locale}\0${path}`;
}
