import { isMultilingual, nestsLocales } from '../formats/index.js';
import { hasLocale, NORMAL_FORMS, parsePattern, PatternError, wildcards } from './pattern.js';
import type { PatternPath } from './pattern.js';

/** An expansion of a source pattern and the corresponding expansion of the target pattern. */
export interface PatternPair {
  readonly source: PatternPath;
  readonly target: PatternPath;
}

/**
 * Pairs a source pattern with a target pattern: choices in braces correspond in order, and so do
 * wildcards. A name in the patterns matches both of its Unicode normal forms, and targets use the
 * form of their source. A file with all locales is its own target and has no `{locale}`.
 * @param format format of the files, if their names do not tell
 * @throws PatternError
 */
export function pairPatterns(source: string, target: string, format?: string): PatternPair[] {
  const forms = NORMAL_FORMS.map(
    (form) => [source.normalize(form), target.normalize(form)] as const,
  );
  const ways = [[source, target] as const, ...forms];
  const distinct = new Map(ways.map((way) => [way.join('\n'), way]));
  return [...distinct.values()].flatMap((way) => pairSpelled(way, format));
}

function pairSpelled(
  [source, target]: readonly [source: string, target: string],
  format: string | undefined,
): PatternPair[] {
  const sources = parsePattern(source);
  const targets = parsePattern(target);
  const isShared = (path: PatternPath): boolean => {
    const end = lastLiteral(path);
    return source === target && (isMultilingual(end, format) || nestsLocales(end, format));
  };
  if (!targets.every((path) => hasLocale([path]) || isShared(path))) {
    throw new PatternError('{locale} is missing');
  }
  if (targets.length !== sources.length && targets.length !== 1) {
    throw new PatternError(
      `its braces have ${targets.length} alternatives, but the source's have ${sources.length}`,
    );
  }
  return sources.map((path, index) => {
    const pair = { source: path, target: targets[index] ?? targets[0] ?? [] };
    compareWildcards(pair);
    return pair;
  });
}

/** The literal end of the file names; '' if they end with a wildcard. */
export function lastLiteral(path: PatternPath): string {
  const last = path.at(-1);
  return last?.kind === 'literal' ? last.text : '';
}

function compareWildcards({ source, target }: PatternPair): void {
  const [theirs, own] = [wildcards(source), wildcards(target)];
  if (theirs.length !== own.length) {
    throw new PatternError(
      `it has ${own.length} wildcards, but the source has ${theirs.length}, so the path of a target would not follow from its source's path`,
    );
  }
  const differs = own.some((token, index) => isDeep(token) !== isDeep(theirs[index]));
  if (differs) throw new PatternError('its "**" are in different places than in the source');
}

function isDeep(token: PatternPath[number] | undefined): boolean {
  return token?.kind === 'deep';
}

/** The extension in lower case: `docx` for `a/guide.DOCX`; '' if there is none. */
export function endingOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/**
 * Extensions of the files that a pattern matches; '' for an expansion that ends with a wildcard.
 * @throws PatternError
 */
export function endingsOf(pattern: string): readonly string[] {
  return parsePattern(pattern).map((path) => endingOf(lastLiteral(path)));
}
