/** Improves a text of a language; without an engine for it, the text itself. */
export interface WriteEngine {
  readonly name: string;
  /**
   * @param language BCP 47 casing.
   * @returns undefined where the engine does not know the language
   */
  improve(text: string, language: string): Promise<string | undefined>;
}
