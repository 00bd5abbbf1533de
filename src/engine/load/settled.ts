import type { Stamp } from '../../state/index.js';
import type { ScanPair } from './scan/scan.js';

export interface SettledPair {
  readonly pair: ScanPair;
  /** Stamps of its source and targets. */
  readonly stamps: readonly Stamp[];
}

export interface SplitPairs {
  /** Pairs that need not be read. */
  readonly settled: readonly SettledPair[];
  readonly open: readonly ScanPair[];
}

/**
 * Separates pairs that need not be read: they are settled, and none of their files has changed.
 * Files of other pairs are not checked.
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

/** Undefined if any file has changed. */
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
