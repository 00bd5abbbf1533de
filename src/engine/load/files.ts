import type { ResolvedCatalog } from '../../config/index.js';
import type { Stamp } from '../../state/index.js';
import type { Capabilities, Document, MessageSyntax, Unit } from '../../model/index.js';

/** A source file with its targets. Paths are relative to the root, with `/`. */
export interface FilePair {
  readonly catalog: ResolvedCatalog;
  readonly source: SourceFile;
  /** In the catalog's order, without those that cannot be read. */
  readonly targets: readonly TargetFile[];
}

/** A source file after reading. */
export interface SourceFile {
  readonly path: string;
  /** Present if the file is itself a translation, of which only the source texts count. */
  readonly isTemplate?: true;
  /** Content hash. */
  readonly hash: string;
  readonly document: Document;
  /** Capabilities of its format, which is also the targets'. */
  readonly capabilities: Capabilities;
  /** Message syntax of its texts, apart from `exceptions`. */
  readonly syntax: MessageSyntax;
  /** Units with another syntax than the file's. */
  readonly exceptions: ReadonlyMap<Unit, MessageSyntax>;
}

/**
 * A target file. If it is known to be valid, it is read on first access to `hash` or `document`;
 * object spread does not copy these.
 */
export interface TargetFile {
  readonly path: string;
  readonly locale: string;
  /** Content hash, or 'absent'. */
  readonly hash: string;
  /** Stamp of the read file, if its times would show any later change. */
  readonly stamp?: Stamp | undefined;
  /** Undefined if the file does not exist yet. */
  readonly document: Document | undefined;
}

/** A target after reading, with its format's capabilities. */
export interface ReadTarget {
  readonly file: TargetFile;
  readonly capabilities: Capabilities;
}
