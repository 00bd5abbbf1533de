import type { ResolvedCatalog } from '../../config/resolved.js';
import type { Stamp } from '../../state/index.js';
import type { Capabilities, Document, MessageSyntax, Unit } from '../../model/index.js';

/** A source file with its targets. Paths are relative to the root, with `/`. */
export interface FilePair {
  readonly catalog: ResolvedCatalog;
  readonly source: SourceFile;
  /** In the catalog's order; those that cannot be read are left out. */
  readonly targets: readonly TargetFile[];
}

/** A source file as it was read. */
export interface SourceFile {
  readonly path: string;
  /** It is a translation itself, of which only what it is translated from counts. */
  readonly isTemplate?: true;
  /** Content hash, made for saved plans only. */
  readonly hash: () => string;
  readonly document: Document;
  /** Of its format, and so of its targets'. */
  readonly capabilities: Capabilities;
  /** Of its texts, but for the exceptions. */
  readonly syntax: MessageSyntax;
  /** Texts in another syntax than the file's. */
  readonly exceptions: ReadonlyMap<Unit, MessageSyntax>;
}

/**
 * A target file. One that is known to be good is read when `hash` or `document` is first asked for:
 * a spread does not copy these.
 */
export interface TargetFile {
  readonly path: string;
  readonly locale: string;
  /** Content hash, or 'absent'. */
  readonly hash: string;
  /** What `document` was read from, where any change since would show in its times. */
  readonly stamp?: Stamp | undefined;
  /** Undefined where the file does not exist yet. */
  readonly document: Document | undefined;
}

/** A target that was read, with what is special about its format. */
export interface ReadTarget {
  readonly file: TargetFile;
  readonly capabilities: Capabilities;
}
