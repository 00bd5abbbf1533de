import { freeWildcards, isWildcard } from './pattern.js';
import type { PatternPath, PatternToken } from './pattern.js';
import { createTableMatcher } from './table-match.js';
import type { PatternMatch, PatternMatcher } from './table-match.js';

export type { PatternMatch, PatternMatcher } from './table-match.js';

/** A glob that matches at least every path that the pattern matches with this locale. */
export function toGlob(path: PatternPath, locale: string): string {
  return simplified(path, locale)
    .map((token) => globOf(token, locale))
    .join('');
}

/** Whether `toGlob` matches exactly what the pattern matches. */
export function isPlainGlob(path: PatternPath): boolean {
  const isPlain = path.every(({ kind }) => kind !== 'locale' && kind !== 'class');
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
    case 'any':
      return '*';
    case 'one':
    case 'class':
      return '?';
  }
}

/** Matches anything that looks like a locale, in any spelling. */
const ANY_LOCALE = '(?:b\\+)?[A-Za-z]{2,3}(?:[-_@+][A-Za-z0-9]{2,8})*';

/** Matches whole paths. `{locale}` matches one of `locales`, the same everywhere in the path. */
export function createMatcher(
  path: PatternPath,
  locales: readonly string[] | 'any',
): PatternMatcher {
  const names =
    locales === 'any'
      ? ANY_LOCALE
      : [...locales]
          .sort((a, b) => b.length - a.length)
          .map(escapeExpression)
          .join('|');
  if (freeWildcards(path) > 2) return createTableMatcher(path, locales);
  let localeSeen = false;
  const expression = path.map((token) => {
    if (token.kind !== 'locale') return expressionOf(token);
    if (localeSeen) return '\\k<locale>';
    localeSeen = true;
    return `(?<locale>${names})`;
  });
  const pattern = new RegExp(`^${expression.join('')}$`, 'su');
  const localeGroup = 1 + path.slice(0, firstLocale(path)).filter(isWildcard).length;
  return (text) => {
    const match = pattern.exec(text);
    if (match === null) return undefined;
    const groups = match.slice(1);
    if (localeSeen) groups.splice(localeGroup - 1, 1);
    return { locale: match.groups?.['locale'], captures: groups };
  };
}

function expressionOf(token: Exclude<PatternToken, { kind: 'locale' }>): string {
  switch (token.kind) {
    case 'literal':
      return escapeExpression(token.text);
    case 'deep':
      return '((?:[^/]+/)*)';
    case 'any':
      return '([^/]*)';
    case 'one':
      return '([^/])';
    case 'class':
      return `(${token.expression})`;
  }
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

function firstLocale(path: PatternPath): number {
  const index = path.findIndex((token) => token.kind === 'locale');
  return index === -1 ? path.length : index;
}

function escapeExpression(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Escapes characters with a meaning in globs, here or in other tools. */
function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?|()[\]{}]|^!|[!+@](?=\()/g, '\\$&');
}
