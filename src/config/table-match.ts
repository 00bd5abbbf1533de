import { isWildcard } from './pattern.js';
import type { PatternPath, PatternToken } from './pattern.js';
import { matchTokens } from './token-match.js';
import type { MatchToken, Names } from './token-match.js';

/** What the wildcards of a pattern matched in a path. */
export interface PatternMatch {
  /** Undefined if the pattern has no `{locale}`. */
  readonly locale: string | undefined;
  /** One entry per wildcard, in order. */
  readonly captures: readonly string[];
}

export type PatternMatcher = (path: string) => PatternMatch | undefined;

/**
 * Matches anything that looks like a locale, in any spelling. BCP 47 tags need at most 35
 * characters.
 */
const ANY_LOCALE: Names = {
  lengths: Array.from({ length: 34 }, (_, index) => 35 - index),
  test: (name) => /^(?:b\+)?[A-Za-z]{2,3}(?:[-_@+][A-Za-z0-9]{2,8})*$/.test(name),
};

/** Like `createMatcher`, for patterns with any number of wildcards. */
export function createTableMatcher(
  path: PatternPath,
  locales: readonly string[] | 'any',
): PatternMatcher {
  const names = locales === 'any' ? ANY_LOCALE : localeNames(locales);
  const tokens = path.map((token) => matchTokenOf(token, names));
  const places = path.flatMap(({ kind }, index) => (kind === 'locale' ? [index] : []));
  return (text) => {
    const found = matchTokens(tokens, text);
    if (found === undefined) return undefined;
    const isSame = new Set(places.map((index) => partOf(text, found, index))).size < 2;
    const matched = isSame ? found : matchSameLocale(path, text, names);
    if (matched === undefined) return undefined;
    return {
      locale: places[0] === undefined ? undefined : partOf(text, matched, places[0]),
      captures: path.flatMap((token, index) =>
        isWildcard(token) ? [partOf(text, matched, index)] : [],
      ),
    };
  };
}

function partOf(text: string, ends: readonly number[], index: number): string {
  return text.slice(ends[index - 1] ?? 0, ends[index]);
}

function matchTokenOf(token: PatternToken, names: Names): MatchToken {
  switch (token.kind) {
    case 'locale':
      return { kind: 'name', ...names };
    case 'one':
      return { kind: 'one', test: (char) => char !== '/' };
    case 'class': {
      const expression = new RegExp(`^${token.expression}$`, 'u');
      return { kind: 'one', test: (char) => expression.test(char) };
    }
    default:
      return token;
  }
}

/**
 * Tries every name that occurs in the path. Of several matches, the one with the longest first
 * parts counts, as within one match.
 */
function matchSameLocale(
  path: PatternPath,
  text: string,
  names: Names,
): readonly number[] | undefined {
  let best: readonly number[] | undefined;
  for (const name of namesIn(text, names)) {
    const tokens = path.map((token): MatchToken =>
      token.kind === 'locale' ? { kind: 'literal', text: name } : matchTokenOf(token, names),
    );
    const found = matchTokens(tokens, text);
    if (found !== undefined && (best === undefined || isLonger(found, best))) best = found;
  }
  return best;
}

function namesIn(text: string, { lengths, test }: Names): ReadonlySet<string> {
  const names = new Set<string>();
  for (let start = 0; start < text.length; start += 1) {
    for (const length of lengths) {
      const name = text.slice(start, start + length);
      if (text.includes(name, start + length) && test(name)) names.add(name);
    }
  }
  return names;
}

function isLonger(ends: readonly number[], others: readonly number[]): boolean {
  const index = ends.findIndex((end, at) => end !== others[at]);
  return (ends[index] ?? 0) > (others[index] ?? 0);
}

function localeNames(locales: readonly string[]): Names {
  const known = new Set(locales);
  const lengths = new Set(locales.map(({ length }) => length));
  return { lengths: [...lengths].sort((a, b) => b - a), test: (name) => known.has(name) };
}
