import type { Hint } from '../model/index.js';
import { ConfigError } from './errors.js';
import type { ConfigErrorCode } from './errors.js';

/** 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export type ConfigPath = readonly (string | number)[];

/** A config file's content as data, with the places of its parts. */
export interface ConfigDocument {
  readonly value: unknown;
  /**
   * Place of a key or of its value; of the nearest thing around it if the file lacks it. In code, only of what is
   * named once.
   */
  locate(path: ConfigPath, part: 'key' | 'value'): Place | undefined;
}

export function syntaxError(
  file: string,
  message: string,
  options: {
    readonly place?: Place | undefined;
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
