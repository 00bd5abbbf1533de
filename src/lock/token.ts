import type { TargetFact } from './fact.js';

// A token is a line's data about one locale: hash (6 characters), origin (2), and the locale's
// name. Tokens are separated by single spaces.

const NAME = 8;

export function formatToken(locale: string, { hash, origin }: TargetFact): string {
  return `${hash}${origin}${encodeLocale(locale)}`;
}

/** The locale of a token, still encoded. */
export function nameOf(token: string): string {
  return token.slice(NAME);
}

/**
 * Offset of a locale's token at or after `start`; -1 if there is none.
 * @param name the locale, encoded
 */
export function tokenAt(line: string, start: number, name: string): number {
  if (name === '') return -1;
  for (let at = line.indexOf(name, start + NAME); at >= 0; at = line.indexOf(name, at + 1)) {
    const token = at - NAME;
    const end = at + name.length;
    const begins = token === start || line[token - 1] === ' ';
    if (begins && (end === line.length || line[end] === ' ')) return token;
  }
  return -1;
}

export function targetAt(line: string, token: number): TargetFact {
  return { hash: line.slice(token, token + 6), origin: line.slice(token + 6, token + NAME) };
}

/** The targets of all tokens at or after `start`, by locale: the first ones, as `tokenAt` finds. */
export function parseTokens(line: string, start: number): ReadonlyMap<string, TargetFact> {
  const targets = new Map<string, TargetFact>();
  for (let at = start; at < line.length;) {
    const end = endOfToken(line, at);
    const locale = decodeLocale(line.slice(at + NAME, end));
    if (!targets.has(locale)) targets.set(locale, targetAt(line, at));
    at = end + 1;
  }
  return targets;
}

/** Adds a token to sorted tokens. */
export function insertToken(tokens: string, token: string): string {
  if (tokens === '') return token;
  for (let at = 0; at < tokens.length;) {
    const end = endOfToken(tokens, at);
    if (token < tokens.slice(at, end)) return `${tokens.slice(0, at)}${token} ${tokens.slice(at)}`;
    at = end + 1;
  }
  return `${tokens} ${token}`;
}

/** Removes the token of a locale, if there is one. */
export function removeToken(tokens: string, name: string): string {
  const at = tokenAt(tokens, 0, name);
  if (at < 0) return tokens;
  const end = endOfToken(tokens, at);
  return end === tokens.length
    ? tokens.slice(0, Math.max(0, at - 1))
    : tokens.slice(0, at) + tokens.slice(end + 1);
}

function endOfToken(tokens: string, at: number): number {
  const space = tokens.indexOf(' ', at);
  return space < 0 ? tokens.length : space;
}

export function encodeLocale(locale: string): string {
  return /[\s%]/.test(locale) ? locale.replace(/[\s%]/g, encodeURIComponent) : locale;
}

export function decodeLocale(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
