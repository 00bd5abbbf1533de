import { createMatcher } from '../../config/pattern-match.js';
import { parsePattern } from '../../config/pattern.js';
import type { Group } from './candidates.js';

/** Whether a pattern matches all files of a group and no other of `files`. */
export function matchesExactly(
  pattern: string,
  { candidates, names }: Group,
  files: readonly string[],
): boolean {
  const matchers = parsePattern(pattern).map((path) => createMatcher(path, [...names]));
  const own = new Set(candidates.map(({ path }) => path));
  const found = files.filter((file) => matchers.some((match) => match(file) !== undefined));
  return found.length === own.size && found.every((file) => own.has(file));
}
