import type { Fact, TargetFact } from './fact.js';
import { FIRST_TOKEN, LineFact } from './line-fact.js';
import {
  encodeLocale,
  formatToken,
  insertToken,
  parseTokens,
  removeToken,
  tokenAt,
} from './token.js';

/** A fact under construction. Kept as the tokens of its line, because a first run builds many. */
export class FactRow implements Fact {
  readonly source: string;
  #tokens = '';

  constructor(source: string) {
    this.source = source;
  }

  /** A copy that can be changed. */
  static of(fact: Fact): FactRow {
    const row = new FactRow(fact.source);
    if (fact instanceof LineFact && fact.isNormal) row.#tokens = fact.line.slice(FIRST_TOKEN);
    else for (const [locale, target] of fact.targets) row.add(locale, target);
    return row;
  }

  get targets(): ReadonlyMap<string, TargetFact> {
    return parseTokens(this.#tokens, 0);
  }

  /** Sorted, separated by spaces, one for each locale. */
  get tokens(): string {
    return this.#tokens;
  }

  /** Returns false, and adds nothing, if the locale already has a text. */
  add(locale: string, target: TargetFact): boolean {
    if (tokenAt(this.#tokens, 0, encodeLocale(locale)) >= 0) return false;
    this.#tokens = insertToken(this.#tokens, formatToken(locale, target));
    return true;
  }

  /** Removes a locale. */
  remove(locale: string): void {
    this.#tokens = removeToken(this.#tokens, encodeLocale(locale));
  }
}
