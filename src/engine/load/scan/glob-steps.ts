import picomatch from 'picomatch/posix.js';

/** Of globs, only wildcards and escapes have a meaning. `s`: names may have line breaks. */
const OPTIONS = { nobrace: true, nobracket: true, noextglob: true, nonegate: true, flags: 's' };

/** What one name of a path must match; `deep` matches any number of folders. */
export type Step =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'names'; readonly expression: RegExp }
  | { readonly kind: 'deep' };

/** A glob, split into names. */
export interface Glob {
  /** The fixed leading folder, relative to the root; '' is the root. */
  readonly base: string;
  /** The names below it. */
  readonly steps: readonly Step[];
  /** Whether the glob has no wildcards; then it is the path. */
  readonly isFixed: boolean;
  readonly path: string;
}

/**
 * @param text as written by `toGlob`: `*`, `?`, `**` as a whole name, and `\` before a literal
 * character
 */
export function globOf(text: string): Glob {
  const names = text.split('/');
  const steps = names.map(stepOf);
  const first = steps.findIndex(({ kind }) => kind !== 'name');
  const isFixed = first === -1;
  const depth = isFixed ? names.length - 1 : first;
  const base = names.slice(0, depth).map(unescaped).join('/');
  return { base, steps: steps.slice(depth), isFixed, path: unescaped(text) };
}

function stepOf(name: string): Step {
  if (name === '**') return { kind: 'deep' };
  if (!/(?<!\\)(?:\\\\)*[*?]/.test(name)) return { kind: 'name', name: unescaped(name) };
  // Wildcards do not match a leading dot.
  return { kind: 'names', expression: picomatch.makeRe(name, OPTIONS) };
}

/** Tests for ignored paths. A glob that ends in `*` applies to files, not to folders. */
export function ignoring(globs: readonly string[]): (path: string, isFolder: boolean) => boolean {
  const options = { ...OPTIONS, dot: true };
  const isIgnored = picomatch([...globs], options);
  const ofFolders = globs.filter((glob) => /(?:\/\*\*|\/[^*?/]+)$/.test(glob));
  const isIgnoredFolder = picomatch(ofFolders, options);
  return (path, isFolder) => (isFolder ? isIgnoredFolder(path) : isIgnored(path));
}

function unescaped(name: string): string {
  return name.replaceAll(/\\(.)/gsu, '$1');
}
