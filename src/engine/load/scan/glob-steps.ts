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
  const start = /^[*?]/.test(name) ? '(?!\\.)' : '';
  return { kind: 'names', expression: new RegExp(`^${start}${expressionOf(name)}$`, 'su') };
}

/** Tests for ignored paths. A glob that ends in `*` applies to files, not to folders. */
export function ignoring(globs: readonly string[]): (path: string, isFolder: boolean) => boolean {
  const all = globs.map(ignored);
  const ofFolders = globs.filter((glob) => /(?:\/\*\*|\/[^*?/]+)$/.test(glob)).map(ignored);
  return (path, isFolder) => (isFolder ? ofFolders : all).some((one) => one.test(path));
}

function ignored(glob: string): RegExp {
  const inside = glob.replace(/\/\*\*$/, '');
  const names = inside.split('/').map((name, at, { length }) => {
    if (name === '**') return '(?:[^/]+/)*';
    return expressionOf(name) + (at === length - 1 ? '' : '/');
  });
  return new RegExp(`^${names.join('')}${inside === glob ? '$' : '(?:/|$)'}`, 'su');
}

function expressionOf(name: string): string {
  return name.replaceAll(/\\(.)|[*?]|[\\^$.+()[\]{}|/]/gsu, (sign, escaped?: string) => {
    if (sign === '*') return '[^/]*';
    if (sign === '?') return '[^/]';
    return (escaped ?? sign).replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
  });
}

function unescaped(name: string): string {
  return name.replaceAll(/\\(.)/gsu, '$1');
}
