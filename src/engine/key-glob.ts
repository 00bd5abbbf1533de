/** Matcher of dotted keys: `*` stands for any characters, `?` for one; `legal.*` also matches `legal.a.b`. */
export function keyMatcher(globs: readonly string[]): (key: string) => boolean {
  if (globs.length === 0) return () => false;
  const sources = globs.map((glob) =>
    glob
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*+/g, '.*')
      .replaceAll('?', '.'),
  );
  const pattern = new RegExp(`^(?:${sources.join('|')})$`, 's');
  return (key) => pattern.test(key);
}
