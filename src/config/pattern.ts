import { isPlain, LocaleSyncError, REDACTED } from '../model/index.js';

/** A path pattern that cannot be used. The message says why, without naming the pattern. */
export class PatternError extends LocaleSyncError {
  override readonly name = 'PatternError';
  readonly code = 'invalid-pattern';
}

/** `deep` is a whole `**` segment with its slash; `any` is `*`, `one` is `?`. */
export type PatternToken =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'locale' }
  | { readonly kind: 'deep' | 'any' }
  | { readonly kind: 'one' }
  | { readonly kind: 'class'; readonly expression: string };

/** One expansion of a pattern's braces. */
export type PatternPath = readonly PatternToken[];

/** The most expansions of one pattern's braces. */
const MAX_PATHS = 500;

/** The longest path on any system. */
const MAX_LENGTH = 4096;

/** A `\` between names. It is no escape before a letter, or before braces that are closed. */
const WINDOWS_PATH = /\\[\w.]|[^/\\]\\(?:\{[^\\{}]*\}|\*\*)/;

/**
 * Reads a pattern relative to the root: `*`, `**`, `?`, `[abc]`, `{a,b}` and `{locale}`. Everything
 * else is literal, including parentheses; `\` makes a special character literal.
 * @param options.placeholders words in braces, besides `{locale}`, that are kept
 * @throws PatternError for a pattern that is malformed or leaves the root
 */
export function parsePattern(
  pattern: string,
  options: { readonly placeholders?: readonly string[] } = {},
): PatternPath[] {
  if (pattern.length > MAX_LENGTH) {
    throw new PatternError(`it has more than ${MAX_LENGTH} characters`);
  }
  if (pattern.includes('\0')) throw new PatternError('it contains a NUL character');
  if (/^(\/|\\\\|[A-Za-z]:|~\/)/.test(pattern)) {
    throw new PatternError("it is absolute; patterns are relative to the config's folder");
  }
  if (pattern.startsWith('!')) throw new PatternError('it is negated; use `exclude`');
  if (WINDOWS_PATH.test(pattern))
    throw new PatternError('separate folders with "/", not with "\\"');
  const kept = new Set(['locale', ...(options.placeholders ?? [])]);
  return expandBraces(pattern, kept).map((text) => {
    const path = tokenize(normalize(text));
    refuseParents(path);
    refuseHiddenBetween(path);
    return path;
  });
}

/** Unicode normal forms in which file systems and keyboards spell a name (`café`). */
export const NORMAL_FORMS = ['NFC', 'NFD'] as const;

/** A pattern in every form that may be on disk, as typed first. */
export function spellings(pattern: string): readonly string[] {
  return [...new Set([pattern, ...NORMAL_FORMS.map((form) => pattern.normalize(form))])];
}

/** Whether every expansion of the pattern has `{locale}`. */
export function hasLocale(paths: readonly PatternPath[]): boolean {
  return paths.every((path) => path.some((token) => token.kind === 'locale'));
}

/** The wildcards of a pattern, in order. */
export function wildcards(path: PatternPath): PatternToken[] {
  return path.filter(isWildcard);
}

export function isWildcard({ kind }: PatternToken): boolean {
  return kind !== 'literal' && kind !== 'locale';
}

/**
 * How many wildcards compete with another one for characters or folders. Regular expressions try
 * all divisions among them, which takes time exponential in this number.
 */
export function freeWildcards(path: PatternPath): number {
  const isFree = ({ kind }: PatternToken): boolean => kind === 'any' || kind === 'locale';
  const shared = namesOf(path).map((tokens) => {
    const { length } = tokens.filter(isFree);
    return (length * (length - 1)) / 2;
  });
  const deep = path.filter(({ kind }) => kind === 'deep').length;
  return shared.reduce((sum, count) => sum + count, deep);
}

/** The tokens of each folder name and of the file name. A token with a slash is split. */
function namesOf(path: PatternPath): PatternToken[][] {
  const names: PatternToken[][] = [[]];
  for (const token of path) {
    const parts = token.kind === 'literal' ? token.text.split('/') : [''];
    for (const [index, text] of parts.entries()) {
      if (index > 0) names.push([]);
      if (token.kind !== 'literal') names.at(-1)?.push(token);
      else if (text !== '') names.at(-1)?.push({ kind: 'literal', text });
    }
    if (token.kind === 'deep') names.push([]);
  }
  return names;
}

function expandBraces(pattern: string, kept: ReadonlySet<string>): string[] {
  let done = [''];
  let index = 0;
  while (index < pattern.length) {
    const char = pattern.charAt(index);
    let parts = [char];
    let next = index + 1;
    if (char === '\\') {
      next = index + 2;
      parts = [pattern.slice(index, next)];
    } else if (char === '{') {
      const end = closingBrace(pattern, index);
      const inner = pattern.slice(index + 1, end);
      next = end + 1;
      parts = kept.has(inner) ? [`{${inner}}`] : alternatives(inner, kept);
    }
    done = done.flatMap((before) => parts.map((part) => before + part));
    if (done.length > MAX_PATHS) throw new PatternError('its braces have too many combinations');
    index = next;
  }
  return done;
}

function closingBrace(pattern: string, start: number): number {
  let depth = 0;
  for (let index = start; index < pattern.length; index += 1) {
    const char = pattern[index];
    if (char === '\\') index += 1;
    else if (char === '{') depth += 1;
    else if (char === '}' && (depth -= 1) === 0) return index;
  }
  throw new PatternError('a "{" has no "}"');
}

function alternatives(inner: string, kept: ReadonlySet<string>): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < inner.length; index += 1) {
    const char = inner[index];
    if (char === '\\') index += 1;
    else if (char === '{') depth += 1;
    else if (char === '}') depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(inner.slice(start, index));
      start = index + 1;
    }
  }
  if (parts.length === 0) {
    const known = [...kept].map((name) => `{${name}}`).join(', ');
    throw new PatternError(
      `{${isPlain(inner) ? inner : REDACTED}} is not a placeholder; known placeholders: ${known}; alternatives need a comma`,
    );
  }
  parts.push(inner.slice(start));
  return parts.flatMap((part) => expandBraces(part, kept));
}

function normalize(pattern: string): string {
  const segments = pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length === 0) throw new PatternError('it is empty');
  if (pattern.endsWith('/')) throw new PatternError('it ends with "/"; it must name files');
  return segments.filter((part, index) => part !== '**' || segments[index - 1] !== '**').join('/');
}

function tokenize(pattern: string): PatternToken[] {
  const tokens: PatternToken[] = [];
  let literal = '';
  const push = (token: PatternToken): void => {
    if (literal !== '') tokens.push({ kind: 'literal', text: literal });
    literal = '';
    tokens.push(token);
  };
  let index = 0;
  while (index < pattern.length) {
    const char = pattern.charAt(index);
    const deep =
      (index === 0 || pattern[index - 1] === '/') &&
      /^\*\*(\/|$)/.exec(pattern.slice(index, index + 3));
    if (char === '\\') {
      literal += pattern.charAt(index + 1);
      index += 2;
    } else if (pattern.startsWith('{locale}', index)) {
      push({ kind: 'locale' });
      index += '{locale}'.length;
    } else if (deep) {
      push({ kind: 'deep' });
      // A trailing `**` matches files at any depth.
      if (deep[0] === '**') push({ kind: 'any' });
      index += deep[0].length;
    } else if (char === '*') {
      push({ kind: 'any' });
      while (pattern[index] === '*') index += 1;
    } else if (char === '?') {
      push({ kind: 'one' });
      index += 1;
    } else if (char === '[') {
      const end = pattern.indexOf(']', index + 2);
      if (end === -1)
        throw new PatternError('a "[" has no "]"; write "\\[" for a bracket in a name');
      push({ kind: 'class', expression: characterClass(pattern.slice(index + 1, end)) });
      index = end + 1;
    } else {
      literal += char;
      index += 1;
    }
  }
  if (literal !== '') tokens.push({ kind: 'literal', text: literal });
  return tokens;
}

function characterClass(content: string): string {
  if (content.includes('/')) throw new PatternError('a "[…]" contains a "/"');
  const negated = /^[!^]/.test(content);
  const body = (negated ? content.slice(1) : content).replaceAll(/[\\[\]^]/g, '\\$&');
  const expression = `[${negated ? '^/' : ''}${body}]`;
  try {
    new RegExp(expression, 'u');
  } catch {
    throw new PatternError(`[${isPlain(content) ? content : '…'}] is not a valid character class`);
  }
  return expression;
}

/** Refuses `..`, which would leave the root or name the same file in another way. */
function refuseParents(path: PatternPath): void {
  const literal = path.map((token) => (token.kind === 'literal' ? token.text : '\0')).join('');
  if (/(^|\/)\.\.(\/|$)/.test(literal)) throw new PatternError('".." leads outside the root');
}

/**
 * Refuses hidden folders between two `**`: wildcards do not match names that start with a dot, so a
 * glob has to name them.
 */
function refuseHiddenBetween(path: PatternPath): void {
  const names = namesOf(path);
  const deep = names.flatMap(([token], index) => (token?.kind === 'deep' ? [index] : []));
  const between = names.slice(deep[0], deep.at(-1));
  const isHidden = between.some(
    ([token]) => token?.kind === 'literal' && token.text.startsWith('.'),
  );
  if (deep.length > 2 && isHidden) {
    throw new PatternError('it combines a folder that starts with "." with more than two "**"');
  }
}
