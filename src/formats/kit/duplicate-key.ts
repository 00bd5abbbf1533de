import type { Problem } from '../../model/index.js';

/**
 * A key that occurs twice in a file.
 * @param lines of both occurrences
 * @param refusedBy the tool that refuses such a file. Default: readers of the format use the last
 * one
 */
export function duplicateKey(
  key: string,
  [first, second]: readonly [number, number],
  refusedBy?: string,
): Pick<Problem, 'code' | 'severity' | 'message'> {
  const places = `"${key}" is on line ${first} and again on line ${second}`;
  return refusedBy === undefined
    ? { code: 'duplicate-key', severity: 'warning', message: `${places}; the last one is used.` }
    : {
        code: 'duplicate-key',
        severity: 'error',
        message: `${places}, and ${refusedBy} rejects the file; remove one of them.`,
      };
}
