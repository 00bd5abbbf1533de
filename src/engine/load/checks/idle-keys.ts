import { nearest } from '../../../config/nearest.js';
import { formatKey } from '../../../model/index.js';
import type { Key } from '../../../model/index.js';
import { keyMatcher } from '../../units/key-glob.js';
import { ScanError } from '../scan/scan-error.js';

/** With more keys than this the nearest one is not looked for: that would take too long. */
const FEW = 5_000;

/**
 * A glob that matches none of the keys is a misspelled one.
 * @param named where it was named: the setting, or an argument of the call
 * @throws ScanError 'no-match'
 */
export function refuseIdleKeys(
  globs: readonly string[],
  keys: readonly Key[],
  named: 'setting' | 'argument' = 'setting',
): void {
  const idle = globs.find((glob) => {
    const matches = keyMatcher([glob]);
    return !keys.some(matches);
  });
  if (idle === undefined) return;
  const names = [...new Set(keys.map(formatKey))];
  const near = names.length > FEW ? undefined : nearest(idle, names);
  throw new ScanError(
    'no-match',
    `${idle} names no key of the files that are looked at${near === undefined ? '' : `; did you mean "${near}"?`}`,
    {
      setting: named === 'setting' ? 'keys' : undefined,
      hint: { code: 'spell-keys', example: names[0] },
    },
  );
}
