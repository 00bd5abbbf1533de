import { isPlain, REDACTED } from '../model/index.js';
import type { ConfigErrorCode, ConfigPath } from './errors.js';

/** A problem at a path of a config, before its line and column are looked up. */
export interface PathIssue {
  readonly code: ConfigErrorCode;
  readonly path: ConfigPath;
  /** Whether the key or the value is wrong. */
  readonly part: 'key' | 'value';
  readonly message: string;
}

/** A path with the parts redacted that could be a secret. */
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
