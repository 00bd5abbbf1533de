import type { Fact, TargetFact } from './fact.js';
import {
  encodeLocale,
  nameOf,
  parseTokens,
  targetAt,
  tokenAt,
  formatToken,
  insertToken,
  removeToken,
} from './token.js';

// A line of the lock: unit (11 characters), source (8), and a token per locale, separated by single
// spaces.

export const UNIT_LENGTH = 11;
const SOURCE = 12;
const FIRST_TOKEN = 21;

/** A line of the lock. It is parsed on first use: most lines of a large lock never are. */
export class LineFact implements Fact {
  readonly line: string;
  #targets: ReadonlyMap<string, TargetFact> | undefined;

  constructor(line: string) {
    this.line = line;
  }

  get source(): string {
    return this.line.slice(SOURCE, FIRST_TOKEN - 1);
  }

  get targets(): ReadonlyMap<string, TargetFact> {
    this.#targets ??= parseTokens(this.line, FIRST_TOKEN);
    return this.#targets;
  }

  targetIn(locale: string): TargetFact | undefined {
    const at = tokenAt(this.line, FIRST_TOKEN, encodeLocale(locale));
    return at < 0 ? undefined : targetAt(this.line, at);
  }

  /** True if `formatLock` would write exactly this line. */
  get isNormal(): boolean {
    // An encoded name can be spelled in several ways.
    if (this.line.length <= FIRST_TOKEN || this.line.includes('%')) return false;
    const tokens = this.line.slice(FIRST_TOKEN).split(' ');
    const isSorted = tokens.every((token, i) => i === 0 || (tokens[i - 1] ?? '') < token);
    return isSorted && new Set(tokens.map(nameOf)).size === tokens.length;
  }
}

/** A fact's target in one locale. Parses no more of the line than that. */
export function targetIn(fact: Fact, locale: string): TargetFact | undefined {
  return fact instanceof LineFact ? fact.targetIn(locale) : fact.targets.get(locale);
}

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
