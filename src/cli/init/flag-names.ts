import { ConfigError } from '../../config/index.js';
import type { ConfigIssue } from '../../config/index.js';
import { ScanError } from '../../engine/load/index.js';

/** The same error without places in `text`, which is in no file yet: flags are named instead. */
export function namingFlags(error: unknown, text: string): unknown {
  if (error instanceof ScanError) {
    const place = `${error.file ?? ''}:${error.line ?? ''}: `;
    const { code, message, hint } = error;
    const options = hint === undefined ? { cause: error } : { cause: error, hint };
    return new ScanError(code, message.replace(place, ''), options);
  }
  if (!(error instanceof ConfigError)) return error;
  const lines = text.split('\n');
  const [first, ...others] = error.issues.map((issue) => namingFlag(issue, lines));
  const { hint } = error;
  return first === undefined ? error : new ConfigError([first, ...others], { hint, cause: error });
}

function namingFlag(
  { code, message, line = 0 }: ConfigIssue,
  lines: readonly string[],
): ConfigIssue {
  const text = lines[line - 1] ?? '';
  // Both patterns of a catalog come from one of `--files`.
  const isPattern = /^[\s-]+(source|target):/.test(text);
  const key = isPattern ? 'files' : /^[\s-]*(source|targets|url|files):/.exec(text)?.[1];
  return { code, message: key === undefined ? message : `--${key}: ${message}` };
}
