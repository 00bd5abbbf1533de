/** Improves texts in some languages. */
export interface WriteEngine {
  readonly name: string;
  /**
   * @param language BCP 47 casing
   * @returns undefined if the engine does not support the language
   */
  improve(text: string, language: string): Promise<string | undefined>;
}
