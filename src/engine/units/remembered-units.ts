import type { Capabilities } from '../../model/index.js';
import type { RememberedList, SourceUnit } from './source-units.js';
import type { QuietState } from './row.js';

/** A unit's identity in the lock, and the hash of today's source text. */
export interface UnitIdentity {
  readonly id: string;
  readonly sourceHash: string;
}

/** Whether a target's units depend on its source file. */
export type TargetFormat = Pick<Capabilities, 'sourceDecides'>;

/** What an earlier run found in files that have not changed since. */
export interface RememberedUnits {
  /** The recorded units of a source file that have the same key and text. */
  unitsOf(source: string, units: readonly SourceUnit[]): RememberedList;
  /** Recorded states of a target file's units that need nothing. */
  quietStates(target: string, format: TargetFormat): (unit: SourceUnit) => QuietState | undefined;
  /** The units of unread files in one locale. */
  unreadUnits(locale: string): Iterable<UnitIdentity>;
}
