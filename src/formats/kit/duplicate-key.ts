import type { Problem, TextPosition } from '../../model/index.js';

/**
 * A key that occurs twice in a file.
 * @param places of both occurrences
 * @param about the file, and the tool that refuses such a file. Default: readers of the format use
 * the last one
 */
export function duplicateKey(
  key: string,
  [first, { line, column }]: readonly [TextPosition, TextPosition],
  about: { readonly file: string | undefined; readonly refusedBy?: string | undefined },
): Problem {
  const { file, refusedBy } = about;
  const places = `"${key}" is on line ${first.line} and again on line ${line}`;
  const end =
    refusedBy === undefined
      ? '; the last one is used.'
      : `, and ${refusedBy} rejects the file; remove one of them.`;
  return {
    ...{ code: 'duplicate-key', severity: refusedBy === undefined ? 'warning' : 'error' },
    message: places + end,
    ...(file !== undefined && { file }),
    ...{ line, column, key },
  };
}
