import type { Hint } from '../model/index.js';
import { ConfigError } from './errors.js';
import type { ConfigErrorCode, ConfigPath } from './errors.js';

/** 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The content of a config file as data, with the positions of its parts. */
export interface ConfigDocument {
  readonly value: unknown;
  /**
   * Position of a key or its value; if the file lacks it, of the nearest group around it. In code,
   * only names that occur once have one.
   */
  locate(path: ConfigPath, part: 'key' | 'value'): Position | undefined;
}

export function syntaxError(
  file: string,
  message: string,
  options: {
    readonly place?: Position | undefined;
    readonly code?: ConfigErrorCode;
    readonly cause?: unknown;
    readonly hint?: Hint | string;
  } = {},
): ConfigError {
  return new ConfigError([{ code: options.code ?? 'syntax', message, ...options.place }], {
    file,
    cause: options.cause,
    hint: options.hint,
  });
}

export interface SanitizedConfig {
  readonly value: unknown;
  /** Paths of keys that were dropped because they would reach an object's prototype. */
  readonly refused: readonly ConfigPath[];
}

/**
 * A copy of a config without `__proto__` keys. An empty section (`limits:` with nothing after it)
 * counts as absent. Values of a module that are not plain data stay as they are.
 * @throws RangeError for data that contains itself
 */
export function sanitizeConfig(value: unknown): SanitizedConfig {
  const refused: ConfigPath[] = [];
  return { value: sanitize(value, [], refused), refused };
}

function sanitize(value: unknown, path: ConfigPath, refused: ConfigPath[]): unknown {
  if (Array.isArray(value)) return value.map((item, at) => sanitize(item, [...path, at], refused));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, inside] of Object.entries(value)) {
    if (key === '__proto__') refused.push([...path, key]);
    else copy[key] = inside === null ? undefined : sanitize(inside, [...path, key], refused);
  }
  return copy;
}
