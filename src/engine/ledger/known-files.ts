import type { Loaded, ScanPair } from '../load/index.js';
import type { LocaleComparison, QuietState, Row } from '../units/row.js';
import type { RememberedList, SourceUnit } from '../units/source-units.js';
import type { RememberedUnits, TargetFormat, UnitIdentity } from '../units/remembered-units.js';
import type { LockToday } from './remembered-files.js';
import { ID_LENGTH, partsOf, SOURCE_LENGTH } from './records.js';
import type { PairRecord } from './records.js';
import type { RememberedFiles } from './remembered-files.js';

/**
 * The parts of an earlier run that are still valid. Units with a wanted source text are compared in
 * any case.
 */
export class KnownFiles implements RememberedUnits {
  readonly #files: RememberedFiles;
  /** Hashes of source texts whose translations may be reused. */
  readonly #wanted: ReadonlySet<string>;
  /** Source files that were read. */
  #read: ReadonlySet<string> = new Set();
  /** Undefined until the lock is loaded. */
  #lock: LockToday | undefined;

  constructor(files: RememberedFiles, wanted: ReadonlySet<string>) {
    this.#files = files;
    this.#wanted = wanted;
  }

  /** Whether a pair need not be read while its files are unchanged. */
  isSettled({ source, targets }: ScanPair, lock: LockToday): boolean {
    const pair = this.#files.pairOf(source);
    if (pair?.isSettled !== true || !this.#files.hasSameFacts(pair, lock)) return false;
    const known = new Set(pair.targets.map(({ path }) => path));
    return targets.every(({ path }) => known.has(path)) && !this.#holdsWanted(pair);
  }

  /** Called with the files that were read: other source files are known only by their records. */
  setLoaded({ pairs, lock, lockHash }: Pick<Loaded, 'pairs' | 'lock' | 'lockHash'>): void {
    this.#read = new Set(pairs.map(({ source }) => source.path));
    this.#lock = { lock, lockHash };
  }

  unitsOf(source: string, units: readonly SourceUnit[]): RememberedList {
    return this.#files.unitsOf(source, units);
  }

  quietStates(target: string, format: TargetFormat): (unit: SourceUnit) => QuietState | undefined {
    const stateOf = this.#lock && this.#files.quietStates(target, { ...format, ...this.#lock });
    if (stateOf === undefined) return () => undefined;
    if (this.#wanted.size === 0) return stateOf;
    return (unit) => (this.#wanted.has(unit.sourceHash) ? undefined : stateOf(unit));
  }

  *unreadUnits(locale: string): Generator<UnitIdentity> {
    for (const pair of this.#files.pairs) {
      const target = pair.targets.find((one) => one.locale === locale);
      const table = target === undefined ? undefined : pair.tables[target.table];
      if (table === undefined || this.#read.has(pair.source)) continue;
      const sources = partsOf(table.sources, SOURCE_LENGTH);
      for (const [at, id] of partsOf(table.ids, ID_LENGTH).entries()) {
        yield { id, sourceHash: sources[at] ?? '' };
      }
    }
  }

  /** The wanted source texts that unread files contain. */
  holding(wanted: ReadonlySet<string>): ReadonlySet<string> {
    const found = new Set<string>();
    if (wanted.size === 0) return found;
    for (const pair of this.#files.pairs) {
      for (const hash of sourcesOf(pair)) if (wanted.has(hash)) found.add(hash);
    }
    return found;
  }

  #holdsWanted(pair: PairRecord): boolean {
    return this.#wanted.size > 0 && sourcesOf(pair).some((hash) => this.#wanted.has(hash));
  }
}

function sourcesOf({ tables }: PairRecord): readonly string[] {
  return tables.flatMap(({ sources }) => partsOf(sources, SOURCE_LENGTH));
}

/** Hashes of the source texts of units that need a text, for reuse from the repository. */
export function wantedSources(
  locales: readonly LocaleComparison[],
  needsText: (row: Row) => boolean,
): ReadonlySet<string> {
  const wanted = new Set<string>();
  for (const { files } of locales) {
    for (const { rows } of files) {
      for (const row of rows) if (needsText(row)) wanted.add(row.source.sourceHash);
    }
  }
  return wanted;
}
