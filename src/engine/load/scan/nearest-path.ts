import { nearest, parsePattern } from '../../../config/index.js';
import type { NamesIn } from './spelling.js';

/** Placeholder for any wildcard. */
const WILD = '\0';

/**
 * A correction for a pattern without matches: its path up to the first wildcard, with misspelled
 * names replaced by similar ones on disk. Undefined if no name is misspelled or nothing is similar
 * enough.
 */
export function nearestPath(pattern: string, locale: string, namesIn: NamesIn): string | undefined {
  for (const segments of segmentsOf(pattern, locale)) {
    const found = follow(segments, namesIn);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names of each alternative in braces, up to the first wildcard. */
function segmentsOf(pattern: string, locale: string): readonly (readonly string[])[] {
  return parsePattern(pattern).map((path) => {
    const text = path.map((token) => {
      if (token.kind === 'literal') return token.text;
      return token.kind === 'locale' ? locale : WILD;
    });
    const segments = text.join('').split('/');
    const wild = segments.findIndex((segment) => segment.includes(WILD));
    return wild === -1 ? segments : segments.slice(0, wild);
  });
}

function follow(segments: readonly string[], namesIn: NamesIn): string | undefined {
  let path = '';
  let isCorrected = false;
  for (const segment of segments) {
    const names = namesIn(path);
    const near = names.includes(segment) ? segment : nearest(segment, names);
    if (near === undefined) return undefined;
    isCorrected ||= near !== segment;
    path = path === '' ? near : `${path}/${near}`;
  }
  return isCorrected ? path : undefined;
}
