import type { ConfigErrorCode, ConfigPath } from './errors.js';

/** Something wrong at a path of a config, before the file is asked for its line and column. */
export interface PathIssue {
  readonly code: ConfigErrorCode;
  readonly path: ConfigPath;
  /** Which of the two is wrong. */
  readonly part: 'key' | 'value';
  readonly message: string;
}

/** `catalogs[0].keys.exclude` */
export function formatPath(path: ConfigPath): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`,
    )
    .join('');
}
