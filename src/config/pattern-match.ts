import { freeWildcards, isWildcard } from './pattern.js';
import type { PatternPath, PatternToken } from './pattern.js';

/** What the wildcards of a pattern matched in a path. */
export interface PatternMatch {
  /** Undefined if the pattern has no `{locale}`. */
  readonly locale: string | undefined;
  /** One entry per wildcard, in order. */
  readonly captures: readonly string[];
}

export type PatternMatcher = (path: string) => PatternMatch | undefined;

/** A glob that matches at least every path that the pattern matches with this locale. */
export function toGlob(path: PatternPath, locale: string): string {
  return simplified(path, locale)
    .map((token) => globOf(token, locale))
    .join('');
}

/** Whether `toGlob` matches exactly what the pattern matches. */
export function isPlainGlob(path: PatternPath): boolean {
  const isPlain = path.every(({ kind }) => /^(?:literal|any|deep)$/.test(kind));
  return isPlain && simplified(path, '').length === path.length;
}

/**
 * At most one `*` per name and two `**`, because more would make expressions that never end. What
 * is between two wildcards is dropped.
 */
function simplified(path: PatternPath, locale: string): PatternPath {
  const [first = 0, ...others] = path.flatMap(({ kind }, at) => (kind === 'deep' ? [at] : []));
  const tokens = others.length < 2 ? path : [...path.slice(0, first), ...path.slice(others.at(-1))];
  const out: PatternToken[] = [];
  let star = -1;
  for (const token of tokens) {
    const isStar = globOf(token, locale) === '*';
    if (isStar && star !== -1) {
      out.length = star + 1;
      continue;
    }
    if (isStar) star = out.length;
    else if (token.kind === 'deep' || (token.kind === 'literal' && token.text.includes('/')))
      star = -1;
    out.push(token);
  }
  return out;
}

function globOf(token: PatternToken, locale: string): string {
  switch (token.kind) {
    case 'literal':
      return escapeGlob(token.text);
    case 'locale':
      return locale === '*' ? '*' : escapeGlob(locale);
    case 'deep':
      return '**/';
    // A `?` of globs does not match every character.
    case 'any':
    case 'one':
    case 'class':
      return '*';
  }
}

/** Matches anything that looks like a locale, in any spelling. */
const ANY_LOCALE = /^(?:b\+)?[A-Za-z]{2,3}(?:[-_@+][A-Za-z0-9]{2,8})*/;

/**
 * Matches whole paths. `{locale}` matches one of `locales`, the same everywhere in the path. Each
 * token takes as much as it can while the rest still matches, the first token before the others.
 */
export function createMatcher(
  path: PatternPath,
  locales: readonly string[] | 'any',
): PatternMatcher {
  const names = locales === 'any' ? [] : [...locales].sort((a, b) => b.length - a.length);
  const namesAt = (text: string, at: number): readonly string[] =>
    locales === 'any' ? localesAt(text, at) : names.filter((name) => text.startsWith(name, at));
  const classes = path.map((token) =>
    token.kind === 'class' ? new RegExp(`^${token.expression}$`, 'u') : /^[^/]$/u,
  );
  // Wildcards that compete would be tried in all of their divisions.
  const remembers = freeWildcards(path) > 2;
  const isRepeated = path.filter(({ kind }) => kind === 'locale').length > 1;

  const [first, last] = [path[0], path.at(-1)];

  // What is known of the path that is being matched.
  let text = '';
  let locale: string | undefined;
  /** Where the part of each token ends. */
  const ends: number[] = [];
  /** Whether nothing matches from a token and place, by the locale so far if it comes again. */
  const failures = new Map<string, Uint8Array>();

  const failuresNow = (): Uint8Array => {
    const name = (isRepeated ? locale : undefined) ?? '';
    const known = failures.get(name) ?? new Uint8Array((path.length + 1) * (text.length + 1));
    failures.set(name, known);
    return known;
  };
  const matchFrom = (index: number, at: number): boolean => {
    if (!remembers) return tryFrom(index, at);
    const known = failuresNow();
    const place = index * (text.length + 1) + at;
    if (known[place] === 1) return false;
    const isMatch = tryFrom(index, at);
    if (!isMatch) known[place] = 1;
    return isMatch;
  };
  const endsAt = (index: number, end: number): boolean => {
    ends[index] = end;
    return matchFrom(index + 1, end);
  };
  const tryFrom = (index: number, at: number): boolean => {
    const token = path[index];
    switch (token?.kind) {
      case undefined:
        return at === text.length;
      case 'literal':
        return text.startsWith(token.text, at) && endsAt(index, at + token.text.length);
      case 'locale':
        if (locale !== undefined) {
          return text.startsWith(locale, at) && endsAt(index, at + locale.length);
        }
        for (const name of namesAt(text, at)) {
          locale = name;
          if (endsAt(index, at + name.length)) return true;
        }
        locale = undefined;
        return false;
      case 'one':
      case 'class': {
        const end = nextCharacter(text, at) ?? at;
        return classes[index]?.test(text.slice(at, end)) === true && endsAt(index, end);
      }
      case 'any':
      case 'deep': {
        const step = token.kind === 'any' ? nextCharacter : nextFolder;
        const parts = [at];
        for (let end = step(text, at); end !== undefined; end = step(text, end)) {
          // If nothing matches from there, neither does it after a longer part.
          if (remembers && failuresNow()[index * (text.length + 1) + end] === 1) break;
          parts.push(end);
        }
        return parts.reverse().some((end) => endsAt(index, end));
      }
    }
  };

  return (whole) => {
    if (first?.kind === 'literal' && !whole.startsWith(first.text)) return undefined;
    if (last?.kind === 'literal' && !whole.endsWith(last.text)) return undefined;
    text = whole;
    locale = undefined;
    failures.clear();
    if (!matchFrom(0, 0)) return undefined;
    const captures = path.flatMap((token, index) =>
      isWildcard(token) ? [text.slice(ends[index - 1] ?? 0, ends[index])] : [],
    );
    return { locale, captures };
  };
}

const SLASH = '/'.charCodeAt(0);

/** The place after a character of a name. */
function nextCharacter(text: string, at: number): number | undefined {
  const point = text.codePointAt(at) ?? SLASH;
  return point === SLASH ? undefined : at + (point > 0xffff ? 2 : 1);
}

/** The place after a folder, which has a name. */
function nextFolder(text: string, at: number): number | undefined {
  const slash = text.indexOf('/', at);
  return slash <= at ? undefined : slash + 1;
}

/** BCP 47 tags need no more characters. */
const LONGEST_LOCALE = 35;

/** What looks like a locale from a place on, the longest first. */
function localesAt(text: string, at: number): readonly string[] {
  const longest = ANY_LOCALE.exec(text.slice(at, at + LONGEST_LOCALE))?.[0] ?? '';
  return Array.from(longest, (_, less) => longest.slice(0, longest.length - less)).filter(
    (name) => ANY_LOCALE.exec(name)?.[0] === name,
  );
}

/** The path of a pattern for a locale, with the wildcards filled in from a match. */
export function fillPattern(path: PatternPath, match: PatternMatch, locale: string): string {
  let next = 0;
  return path
    .map((token) => {
      if (token.kind === 'literal') return token.text;
      if (token.kind === 'locale') return locale;
      next += 1;
      return match.captures[next - 1] ?? '';
    })
    .join('');
}

/** Escapes characters with a meaning in globs, here or in other tools. */
function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?|()[\]{}"]|^!|[!+@](?=\()/g, '\\$&');
}
