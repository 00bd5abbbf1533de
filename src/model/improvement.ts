/** Options of an improvement request (docs/interface.md 4.6). */
export interface ImproveOptions {
  /** `target_lang`. Absent: the service detects the language of each text. */
  readonly language?: string;
  readonly style?: string;
  readonly tone?: string;
}

/** The port to a service that improves texts within their language. */
export interface Improver {
  /**
   * Returns as many texts as were given, in the same order.
   * @throws TranslatorError
   */
  improve(
    texts: readonly string[],
    options: ImproveOptions,
    signal?: AbortSignal,
  ): Promise<readonly string[]>;
  close(): Promise<void>;
}
