import { nearest } from '../../../config/index.js';
import { formatKey } from '../../../model/index.js';
import type { Key } from '../../../model/index.js';
import { keyMatcher } from '../../units/key-glob.js';
import { ScanError } from '../scan/scan-error.js';

/** Above this number of keys, no similar key is suggested, because that would take too long. */
const FEW = 5_000;

/**
 * Refuses a glob that matches no key, because it is probably misspelled.
 * @param named where the glob comes from: a setting, or an argument of the call
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
    `${idle} matches no key in the selected files${near === undefined ? '' : `; did you mean "${near}"?`}`,
    {
      setting: named === 'setting' ? 'keys' : undefined,
      hint: { code: 'spell-keys', example: names[0] },
    },
  );
}
