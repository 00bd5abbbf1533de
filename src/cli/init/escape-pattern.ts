const SPECIAL = /[\\*?[\]{}]/g;

/** A pattern that matches exactly this path. */
export function escapePattern(path: string): string {
  return path.replaceAll(SPECIAL, '\\$&').replace(/^!/, '\\!');
}

/** The same, but `{locale}` stays a placeholder. */
export function escapeAround(path: string): string {
  return path.split('{locale}').map(escapePattern).join('{locale}');
}

/** A pattern within a folder; '' is the root. */
export function below(folder: string, rest: string): string {
  return folder === '' ? rest : `${folder}/${rest}`;
}
