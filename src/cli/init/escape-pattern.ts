const SPECIAL = /[\\*?[\]{}]/g;

/** A real path as a pattern that means just this path. */
export function escapePattern(path: string): string {
  return path.replaceAll(SPECIAL, '\\$&').replace(/^!/, '\\!');
}

/** The same, with `{locale}` left as it is. */
export function escapeAround(path: string): string {
  return path.split('{locale}').map(escapePattern).join('{locale}');
}

/** A pattern in a folder; '' is the root. */
export function below(folder: string, rest: string): string {
  return folder === '' ? rest : `${folder}/${rest}`;
}
