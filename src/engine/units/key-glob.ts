import { formatKey } from '../../model/index.js';
import type { Key } from '../../model/index.js';

/**
 * Tests keys against globs of their dotted form: `*` matches any characters, `?` a single one;
 * `legal.*` also matches `legal.a.b`.
 */
export function keyMatcher(globs: readonly string[]): (key: Key) => boolean {
  if (globs.length === 0) return () => false;
  const names = new Set(globs.filter((glob) => !/[*?]/.test(glob)));
  const patterns = globs.filter((glob) => /[*?]/.test(glob));
  return (key) => {
    const text = formatKey(key);
    return names.has(text) || patterns.some((glob) => matchesGlob(glob, text));
  };
}

/**
 * Takes at most glob length × text length steps, where a regular expression could take
 * exponentially many.
 */
function matchesGlob(glob: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let afterStar = 0;
  for (let index = 0; index < text.length;) {
    if (glob[at] === '*') {
      star = at;
      at += 1;
      afterStar = index;
    } else if (glob[at] === '?' || glob[at] === text[index]) {
      at += 1;
      index += 1;
    } else if (star !== -1) {
      // Only the last star needs backtracking.
      at = star + 1;
      afterStar += 1;
      index = afterStar;
    } else {
      return false;
    }
  }
  while (glob[at] === '*') at += 1;
  return at === glob.length;
}
