import type { TextProblem } from '../types.js';

/** Facts about a Fluent selection that ICU cannot express. */
export interface FluentChoice {
  /** The selector in Fluent syntax. */
  readonly expression: string;
  /** Name of the default variant (`*`). */
  readonly fallback: string;
}

/**
 * ICU names of a message's placeables, because ICU names have only letters and digits: `{a0}`.
 * Texts that are compared share one table.
 */
export class FluentNames {
  /**
   * For comparisons: arguments of terms and functions, which a translator may change, are not part
   * of the name.
   */
  readonly isLoose: boolean;
  readonly #compared: readonly string[];
  readonly #ids = new Map<string, string>();
  readonly #raws = new Map<string, string>();
  readonly #choices = new Map<string, FluentChoice>();
  #ofSource: ReadonlySet<string> | undefined;

  /** @param compared the texts to compare; default: none */
  constructor(compared: readonly string[] = []) {
    this.isLoose = compared.length > 0;
    this.#compared = compared;
  }

  /** Whether one of the texts does not use a function (`PLATFORM()`). */
  isLacking(expression: string): boolean {
    const name = expression.slice(0, expression.indexOf('(') + 1);
    return this.#compared.some((text) => !text.includes(name));
  }

  /** @param raw its Fluent syntax; the first one with the name counts */
  idOf(name: string, raw: string, letter: 'a' | 'k' | 's' = 'a'): string {
    const id = this.#ids.get(letter + name) ?? letter + String(this.#ids.size);
    this.#ids.set(letter + name, id);
    if (!this.#raws.has(id)) this.#raws.set(id, raw);
    return id;
  }

  /** Marks the end of the source's names: new names are the target's. */
  endSource(): void {
    this.#ofSource = new Set(this.#ids.keys());
  }

  /** Whether only the target has the name. */
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

  /** A problem with names in Fluent syntax. */
  inProblem(problem: TextProblem): TextProblem {
    const message = problem.message
      .replace(/\{(a\d+)(?:,number)?\}/g, (whole, id: string) => this.rawOf(id) ?? whole)
      .replace(/(?<!\w)k\d+(?!\w)/g, (id) => this.rawOf(id) ?? id);
    return { ...problem, message };
  }
}
