import { inspect } from 'node:util';

const mask = '[redacted]';

/** Removes secrets from everything that may appear in an error. */
export interface Redactor {
  text(value: string): string;
  /** The cause itself if it contains no secret, otherwise an error with the safe parts. */
  cause(value: unknown): unknown;
}

/** Spellings of a secret that a proxy or a service could echo. */
function spellings(secret: string): readonly string[] {
  return [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
}

export function createRedactor(secrets: readonly string[]): Redactor {
  const patterns = [...new Set(secrets.filter((secret) => secret !== '').flatMap(spellings))].sort(
    (a, b) => b.length - a.length,
  );

  function text(value: string): string {
    return patterns.reduce((result, pattern) => result.replaceAll(pattern, mask), value);
  }

  function cause(value: unknown): unknown {
    const shown = inspect(value, { depth: 8, showHidden: true });
    if (!patterns.some((pattern) => shown.includes(pattern))) return value;
    const clean = new Error(text(value instanceof Error ? value.message : 'unknown cause'));
    if (value instanceof Error) clean.name = text(value.name);
    return clean;
  }

  return { text, cause };
}
