import type { Fact } from './fact.js';
import { FIRST_TOKEN, LineFact, SOURCE } from './line-fact.js';
import { encodeLocale, tokenAt } from './token.js';

const SPACE = 32;

/**
 * Looks up texts of one locale in facts. Creates no objects, because a run does this for every
 * text.
 */
export class LocaleFacts {
  readonly #locale: string;
  readonly #name: string;
  /** Offset of the token in the last line. Most lines have it at the same offset. */
  #place = FIRST_TOKEN;
  /** Origin of the last text found. Most texts have the same. */
  #origin = '==';

  constructor(locale: string) {
    this.#locale = locale;
    this.#name = encodeLocale(locale);
  }

  /**
   * Origin of a text, or undefined if the fact is not about this text.
   * @param source hash of the source text
   * @param hash hash of the text itself
   */
  originOf(fact: Fact, source: string, hash: string): string | undefined {
    if (!(fact instanceof LineFact)) {
      const found = fact.source === source ? fact.targets.get(this.#locale) : undefined;
      return found?.hash === hash ? found.origin : undefined;
    }
    const { line } = fact;
    if (!isAt(line, source, SOURCE)) return undefined;
    if (!isToken(line, this.#place, this.#name)) {
      const place = tokenAt(line, FIRST_TOKEN, this.#name);
      if (place < 0) return undefined;
      this.#place = place;
    }
    const at = this.#place;
    if (!isAt(line, hash, at)) return undefined;
    if (!isAt(line, this.#origin, at + 6)) this.#origin = line.slice(at + 6, at + 8);
    return this.#origin;
  }
}

/** True if a token of the locale starts at `at`. */
function isToken(line: string, at: number, name: string): boolean {
  const end = at + 8 + name.length;
  const ends = end === line.length || line.charCodeAt(end) === SPACE;
  return ends && line.charCodeAt(at - 1) === SPACE && isAt(line, name, at + 8);
}

/** Like `startsWith` with a position, but faster for a few characters. */
function isAt(line: string, part: string, at: number): boolean {
  for (let i = 0; i < part.length; i += 1) {
    if (line.charCodeAt(at + i) !== part.charCodeAt(i)) return false;
  }
  return true;
}
