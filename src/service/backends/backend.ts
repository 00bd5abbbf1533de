/**
 * Part of a text. Codes (markup, placeholders, glossary terms) are restored unchanged; text is
 * translated.
 */
export interface Piece {
  readonly kind: 'text' | 'code';
  readonly value: string;
}

/** A unit of translation, in source order. */
export type Segment = readonly Piece[];

export interface BackendRequest {
  /** Lower-case base language: `en`. */
  readonly source: string;
  /** BCP 47 casing: `pt-BR`. */
  readonly target: string;
  readonly formality?: 'more' | 'less' | undefined;
  readonly context?: string | undefined;
  /** Custom instructions, including those of a style rule list. */
  readonly instructions?: readonly string[] | undefined;
  /**
   * Whether the text is between tags, so that an answer must not contain characters that would
   * become markup.
   */
  readonly markup?: boolean | undefined;
  /**
   * The caller waiting for the answer. Only engines that can be interrupted read its signal,
   * because creating one costs as much as translating a text.
   */
  readonly caller?: Caller | undefined;
  /** Whether the text is part of a document or recording: no request waits for it, so requests come first. */
  readonly isDocument?: boolean | undefined;
}

/** The caller of a translation, who may disconnect. */
export interface Caller {
  readonly signal: AbortSignal;
}

/** A translation engine. It sees text and codes, but never keys, limits or markup syntax. */
export interface Backend {
  /** Name of a built-in engine, or the one that a module gives itself. */
  readonly name: string;
  /** Whether it can translate this pair. */
  supports(source: string, target: string): Promise<boolean>;
  /**
   * One text per segment, in the same order; every code once and unchanged, white space around text
   * pieces kept.
   * @throws BackendError
   */
  translate(segments: readonly Segment[], request: BackendRequest): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** `prefer_…` falls back to default if the target is not among those with a formality. */
export function formalityOf(
  wanted = 'default',
  target: string,
  targets: ReadonlySet<string>,
): BackendRequest['formality'] {
  if (wanted === 'default' || !targets.has(target)) return undefined;
  return wanted.endsWith('more') ? 'more' : 'less';
}

/** The engine could not be run or reached. */
export class BackendError extends Error {
  override readonly name = 'BackendError';
  /** When a busy engine may be asked again, from now. */
  readonly milliseconds: number | undefined;
  /** Status of its answer. */
  readonly status: number | undefined;

  constructor(
    message: string,
    options: {
      readonly milliseconds?: number;
      readonly status?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.milliseconds = options.milliseconds;
    this.status = options.status;
  }
}
