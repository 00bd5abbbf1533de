import { parsePattern } from './pattern.js';
import { lastLiteral } from './pattern-pair.js';

/** `docx` of `a/guide.DOCX`; '' where the name has no ending. */
export function endingOf(path: string): string {
  return /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/**
 * Endings of the files that a pattern finds; '' for an expansion that ends with a wildcard.
 * @throws PatternError
 */
export function endingsOf(pattern: string): readonly string[] {
  return parsePattern(pattern).map((path) => endingOf(lastLiteral(path)));
}
