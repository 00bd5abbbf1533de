/**
 * A stretch of a text. Codes (markup, placeholders, glossary terms) come back as they are, text is
 * translated.
 */
export interface Piece {
  readonly kind: 'text' | 'code';
  readonly value: string;
}

/** What one translation unit is made of, in source order. */
export type Segment = readonly Piece[];

/** Name of an engine: one of ours, or what a module calls its own. */
export type BackendName = string;

export interface BackendRequest {
  /** Lower-case base language: `en`. */
  readonly source: string;
  /** BCP 47 casing: `pt-BR`. */
  readonly target: string;
  readonly formality?: 'more' | 'less' | undefined;
  readonly context?: string | undefined;
  /** Custom instructions, those of a style rule list included. */
  readonly instructions?: readonly string[] | undefined;
  /** The text is between tags: an answer must not contain characters that would be markup. */
  readonly markup?: boolean | undefined;
  /**
   * The caller waiting for the answer. Only engines that can be interrupted read its signal,
   * because creating one costs as much as a text.
   */
  readonly caller?: Caller | undefined;
  /** A whole document: nobody waits for it with a request open, so that requests go first. */
  readonly isDocument?: boolean | undefined;
}

/** Whoever asked for a translation and may go away. */
export interface Caller {
  readonly signal: AbortSignal;
}

/** A translation engine. It sees text and codes, never keys, limits or markup syntax. */
export interface Backend {
  readonly name: BackendName;
  /** Whether it translates this pair at all. */
  supports(source: string, target: string): Promise<boolean>;
  /**
   * One text per segment, same order; every code once and unchanged, white space around text pieces
   * kept.
   * @throws BackendError
   */
  translate(segments: readonly Segment[], request: BackendRequest): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The engine could not be run or reached. */
export class BackendError extends Error {
  override readonly name = 'BackendError';
}

/** `pt-BR` → `pt` */
export function baseOf(language: string): string {
  return language.split('-', 1)[0] ?? language;
}
