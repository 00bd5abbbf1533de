import { LocaleSyncError, isPlain, REDACTED } from '../model/index.js';
import type { ErrorDetails, Hint } from '../model/index.js';

export type ConfigErrorCode =
  /** There is no config file, or not where the call says. */
  | 'not-found'
  | 'unreadable'
  /** The file is not YAML, JSON or a loadable module. */
  | 'syntax'
  /** The config is a `.ts` file, and TypeScript cannot be loaded. */
  | 'no-loader'
  /** The config is code, and only data is accepted. */
  | 'code-refused'
  /** A config that is code never finishes loading. */
  | 'unsettled'
  | 'unknown-key'
  | 'missing-key'
  | 'invalid-value'
  /** A literal where only `${NAME}` is allowed. */
  | 'literal-key'
  | 'invalid-locale'
  | 'invalid-pattern'
  /** Options that the service would reject (docs/interface.md 4.1). */
  | 'service-rule'
  /** An environment variable whose value cannot be used. */
  | 'environment';

/** `['catalogs', 0, 'source']` */
export type ConfigPath = readonly (string | number)[];

/**
 * One problem in a config. Lines and columns are 1-based; in a config that is code they may be
 * missing.
 */
export interface ConfigIssue {
  readonly code: ConfigErrorCode;
  readonly message: string;
  /** The key or value that is wrong; absent if the whole file is. */
  readonly path?: ConfigPath;
  readonly line?: number;
  readonly column?: number;
}

/**
 * The config cannot be used. Contains every issue found; `code`, `line` and `column` are the first
 * one's.
 */
export class ConfigError extends LocaleSyncError {
  override readonly name = 'ConfigError';
  readonly code: ConfigErrorCode;
  readonly issues: readonly ConfigIssue[];
  readonly file: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(
    issues: readonly [ConfigIssue, ...ConfigIssue[]],
    options: ErrorDetails & { readonly file?: string | undefined } = {},
  ) {
    super(issues.map((issue) => describe(issue, options.file)).join('\n'), options);
    this.code = issues[0].code;
    this.issues = issues;
    this.file = options.file;
    this.line = issues[0].line;
    this.column = issues[0].column;
  }
}

function describe(issue: ConfigIssue, file: string | undefined): string {
  const place = [file, issue.line, issue.column].filter((part) => part !== undefined).join(':');
  return place === '' ? issue.message : `${place}: ${issue.message}`;
}

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
