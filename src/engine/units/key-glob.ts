import { formatKey } from '../../model/index.js';
import type { Key } from '../../model/index.js';

/**
 * Matcher of keys, by globs of their dotted form: `*` stands for any characters, `?` for one;
 * `legal.*` also matches `legal.a.b`.
 */
export function keyMatcher(globs: readonly string[]): (key: Key) => boolean {
  if (globs.length === 0) return () => false;
  const sources = globs.map((glob) =>
    glob
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*+/g, '.*')
      .replaceAll('?', '.'),
  );
  const pattern = new RegExp(`^(?:${sources.join('|')})$`, 's');
  return (key) => pattern.test(formatKey(key));
}
