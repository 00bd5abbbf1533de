import type { ResolvedCatalog } from '../config/resolved.js';
import type { Capabilities, Document, MessageSyntax } from '../model/index.js';

/** A source file as it was read. Paths are relative to the root, with `/`. */
export interface SourceFile {
  readonly path: string;
  /** Content hash, made for saved plans only. */
  readonly hash: () => string;
  readonly document: Document;
  /** Of its format, and so of its targets'. */
  readonly capabilities: Capabilities;
  readonly syntax: MessageSyntax;
}

/** A target file as it was read; without document where it does not exist yet. */
export interface TargetFile {
  readonly path: string;
  readonly locale: string;
  /** Content hash, or 'absent'. */
  readonly hash: string;
  readonly document: Document | undefined;
}

export interface FilePair {
  readonly catalog: ResolvedCatalog;
  readonly source: SourceFile;
  readonly targets: readonly TargetFile[];
}
