import type { Fact, TargetFact } from './fact.js';
import { encodeLocale, nameOf, parseTokens, targetAt, tokenAt } from './token.js';

// A line of the lock: unit (11 characters), source (8), and a token per locale, separated by single
// spaces.

export const UNIT_LENGTH = 11;
export const SOURCE = 12;
export const FIRST_TOKEN = 21;

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
