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
