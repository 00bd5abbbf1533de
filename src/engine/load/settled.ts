import type { Stamp } from '../../state/index.js';
import type { ScanPair } from './scan/scan.js';

export interface SettledPair {
  readonly pair: ScanPair;
  /** Of its source and its targets. */
  readonly stamps: readonly Stamp[];
}

export interface SplitPairs {
  /** Need not be read. */
  readonly settled: readonly SettledPair[];
  readonly open: readonly ScanPair[];
}

/**
 * A settled pair need not be read if none of its files has changed. Files of other pairs are not
 * looked at.
 */
export function splitSettled(
  pairs: readonly ScanPair[],
  isSettled: (pair: ScanPair) => boolean,
  stampIfUnchanged: (path: string) => Stamp | undefined,
): SplitPairs {
  const settled: SettledPair[] = [];
  const open: ScanPair[] = [];
  for (const pair of pairs) {
    const stamps = isSettled(pair) ? stampsOf(pair, stampIfUnchanged) : undefined;
    if (stamps === undefined) open.push(pair);
    else settled.push({ pair, stamps });
  }
  return { settled, open };
}

/** Undefined as soon as a file has changed. */
function stampsOf(
  { source, targets }: ScanPair,
  stampIfUnchanged: (path: string) => Stamp | undefined,
): readonly Stamp[] | undefined {
  const stamps: Stamp[] = [];
  for (const path of [source, ...targets.map((target) => target.path)]) {
    const stamp = stampIfUnchanged(path);
    if (stamp === undefined) return undefined;
    stamps.push(stamp);
  }
  return stamps;
}
