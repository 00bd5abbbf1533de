import { ConfigError } from './errors.js';
import type { ConfigErrorCode } from './errors.js';

/** 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export type ConfigPath = readonly (string | number)[];

/** A config file's content as data, with the places of its parts. */
export interface ConfigDocument {
  readonly value: unknown;
  /**
   * Position of a key or of its value; of the nearest thing around it if the file lacks it. In code, only of what is
   * named once.
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
    readonly hint?: string;
  } = {},
): ConfigError {
  return new ConfigError([{ code: options.code ?? 'syntax', message, ...options.place }], {
    file,
    cause: options.cause,
    hint: options.hint,
  });
}
