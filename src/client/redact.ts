import { inspect } from 'node:util';
import { maskOf } from '../sinks/secrets.js';

/** Removes secrets from everything that may appear in an error. */
export interface Redactor {
  text(value: string): string;
  /** The cause itself if it contains no secret, otherwise an error with the safe parts. */
  cause(value: unknown): unknown;
}

export function createRedactor(secrets: readonly string[]): Redactor {
  const text = maskOf(secrets);

  function cause(value: unknown): unknown {
    const shown = inspect(value, { depth: 8, showHidden: true });
    if (text(shown) === shown) return value;
    const clean = new Error(text(value instanceof Error ? value.message : 'unknown cause'));
    if (value instanceof Error) clean.name = text(value.name);
    return clean;
  }

  return { text, cause };
}
