import { nearest } from '../config/nearest.js';
import { formatKey } from '../model/index.js';
import type { TargetDiff } from './diff.js';
import { keyMatcher } from './key-glob.js';
import { ScanError } from './scan-error.js';

/** Keys above which the nearest one is not looked for: that takes as long as all of them are many. */
const FEW = 5_000;

/**
 * A glob that means no key is a misspelled one.
 * @throws ScanError 'no-match'
 */
export function refuseIdleKeys(globs: readonly string[], diffs: readonly TargetDiff[]): void {
  const units = diffs.flatMap((diff) => diff.units);
  const idle = globs.find((glob) => {
    const matches = keyMatcher([glob]);
    return !units.some(({ key }) => matches(key));
  });
  if (idle === undefined) return;
  const keys = [...new Set(units.map(({ key }) => formatKey(key)))];
  const near = keys.length > FEW ? undefined : nearest(idle, keys);
  throw new ScanError(
    'no-match',
    `${idle} names no key of the files that are looked at${near === undefined ? '' : `; did you mean "${near}"?`}`,
    { setting: 'keys', hint: { code: 'spell-keys', example: keys[0] } },
  );
}
