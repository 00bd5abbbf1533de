import type { Capabilities } from '../../model/index.js';
import type { RememberedList, SourceUnit } from './source-units.js';
import type { QuietState } from './types.js';

/** What a unit is in the lock: its identity, and the hash of its source text today. */
export interface UnitIdentity {
  readonly id: string;
  readonly sourceHash: string;
}

/** Whether the units of a target are others once its source has changed. */
export type TargetFormat = Pick<Capabilities, 'sourceDecides'>;

/** What an earlier run found in files that have not changed since. */
export interface RememberedUnits {
  /** What of a source file's units it had with this key and this text. */
  unitsOf(source: string, units: readonly SourceUnit[]): RememberedList;
  /** What is remembered of a target file's units with which nothing is to be done. */
  quietStates(target: string, format: TargetFormat): (unit: SourceUnit) => QuietState | undefined;
  /** The units of files that were not read, for one locale. */
  unreadUnits(locale: string): Iterable<UnitIdentity>;
}
