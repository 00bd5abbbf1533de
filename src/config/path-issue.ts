import { isPlain, REDACTED } from '../model/index.js';
import type { ConfigErrorCode, ConfigPath } from './errors.js';

/** Something wrong at a path of a config, before the file is asked for its line and column. */
export interface PathIssue {
  readonly code: ConfigErrorCode;
  readonly path: ConfigPath;
  /** Which of the two is wrong. */
  readonly part: 'key' | 'value';
  readonly message: string;
}

/** A path in which no key of a config that could be a secret is left. */
export function shownPath(path: ConfigPath): ConfigPath {
  return path.map((part) => (typeof part === 'number' || isPlain(part) ? part : REDACTED));
}

/** `catalogs[0].keys.exclude` */
export function formatPath(path: ConfigPath): string {
  return shownPath(path)
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`,
    )
    .join('');
}
