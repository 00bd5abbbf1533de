import type { TextProblem } from '../types.js';

/** What a choice in Fluent needs beside what ICU says of it. */
export interface FluentChoice {
  /** What is chosen by, as Fluent writes it. */
  readonly expression: string;
  /** The variant with the `*`. */
  readonly fallback: string;
}

/**
 * Names of a message's placeables in ICU, which knows letters and digits only: `{a0}`. One table
 * serves the texts that are compared.
 */
export class FluentNames {
  /**
   * What a translator may change has no name of its own: what a term or function is called with.
   * For comparing texts.
   */
  readonly isLoose: boolean;
  readonly #compared: readonly string[];
  readonly #ids = new Map<string, string>();
  readonly #raws = new Map<string, string>();
  readonly #choices = new Map<string, FluentChoice>();
  #ofSource: ReadonlySet<string> | undefined;

  /** @param compared the texts that are compared; default: none are */
  constructor(compared: readonly string[] = []) {
    this.isLoose = compared.length > 0;
    this.#compared = compared;
  }

  /** Whether one of the texts says nothing of a function (`PLATFORM()`). */
  isLacking(expression: string): boolean {
    const name = expression.slice(0, expression.indexOf('(') + 1);
    return this.#compared.some((text) => !text.includes(name));
  }

  /** @param raw how Fluent writes it; the first one that is named so counts */
  idOf(name: string, raw: string, letter: 'a' | 'k' | 's' = 'a'): string {
    const id = this.#ids.get(letter + name) ?? letter + String(this.#ids.size);
    this.#ids.set(letter + name, id);
    if (!this.#raws.has(id)) this.#raws.set(id, raw);
    return id;
  }

  /** All names of the source are known: what comes now is the target's. */
  endSource(): void {
    this.#ofSource = new Set(this.#ids.keys());
  }

  /** Whether only the target has it. */
  isOfTarget(name: string): boolean {
    return this.#ofSource?.has(`a${name}`) === false;
  }

  rawOf(id: string): string | undefined {
    return this.#raws.get(id);
  }

  choose(id: string, choice: FluentChoice): void {
    if (!this.#choices.has(id)) this.#choices.set(id, choice);
  }

  choiceOf(id: string): FluentChoice | undefined {
    return this.#choices.get(id);
  }

  /** A problem in words of Fluent. */
  inProblem(problem: TextProblem): TextProblem {
    const message = problem.message
      .replace(/\{(a\d+)(?:,number)?\}/g, (whole, id: string) => this.rawOf(id) ?? whole)
      .replace(/(?<!\w)k\d+(?!\w)/g, (id) => this.rawOf(id) ?? id);
    return { ...problem, message };
  }
}
