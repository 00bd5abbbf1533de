import type { Fact, TargetFact } from './fact.js';

// A line of the lock: unit (11), source (8), and for each locale hash (6), origin (2) and its name, all set apart by one space.
const SOURCE = 12;
const FIRST_TOKEN = 21;
const SPACE = 32;

/** A line of the lock, taken apart when it is first asked: most of a large lock never is, or one locale at a time. */
export class LineFact implements Fact {
  readonly line: string;
  #targets: ReadonlyMap<string, TargetFact> | undefined;

  constructor(line: string) {
    this.line = line;
  }

  get source(): string {
    return this.line.slice(SOURCE, SOURCE + 8);
  }

  get targets(): ReadonlyMap<string, TargetFact> {
    this.#targets ??= parseTargets(this.line, FIRST_TOKEN);
    return this.#targets;
  }

  targetIn(locale: string): TargetFact | undefined {
    const at = tokenAt(this.line, FIRST_TOKEN, encodeLocale(locale));
    return at < 0 ? undefined : targetAt(this.line, at);
  }
}

/** Asks facts whose one text of one locale is. A run asks this of every text, so nothing is made to answer it. */
export class LocaleFacts {
  readonly #locale: string;
  readonly #name: string;
  /** Where the last line had its token; most have theirs there too. */
  #place = FIRST_TOKEN;
  /** Of the last text found; most have the same. */
  #origin = '==';

  constructor(locale: string) {
    this.#locale = locale;
    this.#name = encodeLocale(locale);
  }

  /**
   * Origin of a text, where the fact speaks of this very one.
   * @param source hash of its source text
   * @param hash its own
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

/** True where a token of a locale begins at `at`. */
function isToken(line: string, at: number, name: string): boolean {
  const end = at + 8 + name.length;
  const ends = end === line.length || line.charCodeAt(end) === SPACE;
  return ends && line.charCodeAt(at - 1) === SPACE && isAt(line, name, at + 8);
}

/** As `startsWith`, and quicker for a few characters. */
function isAt(line: string, part: string, at: number): boolean {
  for (let i = 0; i < part.length; i += 1) {
    if (line.charCodeAt(at + i) !== part.charCodeAt(i)) return false;
  }
  return true;
}

/** What a fact says of one locale; of a lock just read this takes no more of the line apart than that. */
export function targetIn(fact: Fact, locale: string): TargetFact | undefined {
  return fact instanceof LineFact ? fact.targetIn(locale) : fact.targets.get(locale);
}

/** A fact that is put together, as the tokens of its line: a run makes very many of them, most while it waits for answers. */
export class FactRow implements Fact {
  readonly source: string;
  /** Sorted. */
  #tokens = '';

  constructor(source: string) {
    this.source = source;
  }

  get targets(): ReadonlyMap<string, TargetFact> {
    return parseTargets(this.#tokens, 0);
  }

  /** Sorted, each locale once, with spaces between them. */
  get tokens(): string {
    return this.#tokens;
  }

  /** Returns false where the locale has another text already. */
  add(locale: string, { hash, origin }: TargetFact): boolean {
    const name = encodeLocale(locale);
    if (tokenAt(this.#tokens, 0, name) >= 0) return false;
    this.#tokens = insertToken(this.#tokens, `${hash}${origin}${name}`);
    return true;
  }
}

function insertToken(tokens: string, token: string): string {
  if (tokens === '') return token;
  for (let at = 0; at < tokens.length;) {
    const space = tokens.indexOf(' ', at);
    const end = space < 0 ? tokens.length : space;
    if (token < tokens.slice(at, end)) return `${tokens.slice(0, at)}${token} ${tokens.slice(at)}`;
    at = end + 1;
  }
  return `${tokens} ${token}`;
}

/** Where the token of a locale begins among those from `start` on; -1: there is none. */
function tokenAt(line: string, start: number, name: string): number {
  if (name === '') return -1;
  for (let at = line.indexOf(name, start + 8); at >= 0; at = line.indexOf(name, at + 1)) {
    const token = at - 8;
    const end = at + name.length;
    const begins = token === start || line[token - 1] === ' ';
    if (begins && (end === line.length || line[end] === ' ')) return token;
  }
  return -1;
}

function targetAt(line: string, token: number): TargetFact {
  return { hash: line.slice(token, token + 6), origin: line.slice(token + 6, token + 8) };
}

function parseTargets(line: string, start: number): Map<string, TargetFact> {
  const targets = new Map<string, TargetFact>();
  for (let at = start; at < line.length;) {
    let end = line.indexOf(' ', at);
    if (end < 0) end = line.length;
    const locale = decodeLocale(line.slice(at + 8, end));
    targets.set(locale, targetAt(line, at));
    at = end + 1;
  }
  return targets;
}

export function encodeLocale(locale: string): string {
  return /[\s%]/.test(locale) ? locale.replace(/[\s%]/g, encodeURIComponent) : locale;
}

function decodeLocale(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
