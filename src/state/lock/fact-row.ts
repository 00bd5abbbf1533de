import type { Fact, TargetFact } from './fact.js';
import { encodeLocale, formatToken, insertToken, parseTokens, tokenAt } from './token.js';

/** A fact in the making, held as the tokens of its line: a first run makes very many. */
export class FactRow implements Fact {
  readonly source: string;
  #tokens = '';

  constructor(source: string) {
    this.source = source;
  }

  get targets(): ReadonlyMap<string, TargetFact> {
    return parseTokens(this.#tokens, 0);
  }

  /** Sorted, each locale once, with spaces between them. */
  get tokens(): string {
    return this.#tokens;
  }

  /** Returns false if the locale has another text already. */
  add(locale: string, target: TargetFact): boolean {
    if (tokenAt(this.#tokens, 0, encodeLocale(locale)) >= 0) return false;
    this.#tokens = insertToken(this.#tokens, formatToken(locale, target));
    return true;
  }
}
