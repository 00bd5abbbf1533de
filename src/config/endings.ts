import { parsePattern } from './pattern.js';
import { lastLiteral } from './pattern-pair.js';

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
