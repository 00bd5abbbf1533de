import type { Problem } from '../../model/index.js';
import { isUnchanged, trusted } from '../../state/index.js';
import type { Stamp } from '../../state/index.js';
import type { FileTally } from '../units/reporting.js';
import { excludeUse, idleExcludes } from '../load/index.js';
import type { Loaded, ScanPair } from '../load/index.js';
import type { RememberedUnits, FileComparison, LocaleComparison, Row } from '../units/row.js';
import type {
  QuietState,
  RememberedList,
  SourceUnit,
  UnitIdentity,
} from '../units/source-units.js';
import { knownUnits, stateAt } from './records.js';
import type { PairRecord, Records, TargetRecord, UnitTable } from './records.js';

/** A source or target file with a record. */
interface KnownFile {
  readonly pair: PairRecord;
  readonly target: TargetRecord | undefined;
  stamp: Stamp;
  /** Undefined: not checked yet. */
  isUnchanged: boolean | undefined;
}

/**
 * What an earlier run found in each file. A record is used only while its file and the lock have the
 * same bytes. Units with a wanted source text are compared in any case.
 */
export class RememberedFiles implements RememberedUnits {
  /** Hashes of source texts whose translations may be reused. */
  wanted: ReadonlySet<string> = new Set();
  readonly #records: Records;
  readonly #files = new Map<string, KnownFile>();
  /** Source files that were read. */
  #read: ReadonlySet<string> = new Set();
  /** Whether the lock is that of the records. */
  #isSameLock = false;

  constructor(records: Records) {
    this.#records = records;
    for (const pair of records.pairs) {
      this.#add(pair.source, pair, undefined);
      for (const target of pair.targets) this.#add(target.path, pair, target);
    }
  }

  #add(path: string, pair: PairRecord, target: TargetRecord | undefined): void {
    const { stamp } = target ?? pair;
    this.#files.set(path, { pair, target, stamp, isUnchanged: undefined });
  }

  pairOf(source: string): PairRecord | undefined {
    const file = this.#files.get(source);
    return file?.target === undefined ? file?.pair : undefined;
  }

  get pairs(): readonly PairRecord[] {
    return this.#records.pairs;
  }

  stampOf(path: string): Stamp | undefined {
    return this.#files.get(path)?.stamp;
  }

  isUnchanged(path: string): boolean {
    const file = this.#files.get(path);
    if (file === undefined) return false;
    if (file.isUnchanged === undefined) {
      const now = Date.now();
      file.isUnchanged = isUnchanged(file.stamp);
      // A file that was read because it had just changed need not be read by the next run.
      if (file.isUnchanged) file.stamp = trusted(file.stamp, now);
    }
    return file.isUnchanged;
  }

  /** The record of a source file, with its files' current stamps. */
  recordOf(source: string): PairRecord | undefined {
    const pair = this.pairOf(source);
    if (pair === undefined) return undefined;
    const stamp = this.stampOf(source) ?? pair.stamp;
    const isSame = (one: TargetRecord): boolean => this.stampOf(one.path) === one.stamp;
    if (stamp === pair.stamp && pair.targets.every(isSame)) return pair;
    const targets = pair.targets.map((one) => ({
      ...one,
      stamp: this.stampOf(one.path) ?? one.stamp,
    }));
    return { ...pair, stamp, targets };
  }

  /** Whether it is the lock that the run with these records left. */
  isSameLock({ lockHash }: { readonly lockHash: string }): boolean {
    return this.#records.lock === lockHash;
  }

  /** Whether a pair need not be read while its files are unchanged. */
  isSettled({ source, targets }: ScanPair, lock: { readonly lockHash: string }): boolean {
    const pair = this.pairOf(source);
    if (pair?.isSettled !== true || !this.isSameLock(lock)) return false;
    const known = new Set(pair.targets.map(({ path }) => path));
    if (!targets.every(({ path }) => known.has(path))) return false;
    return this.wanted.size === 0 || !sourcesOf(pair).some((hash) => this.wanted.has(hash));
  }

  /** Called with the files that were read: other source files are known only by their records. */
  setLoaded(pairs: Loaded['pairs'], lock: { readonly lockHash: string }): void {
    this.#read = new Set(pairs.map(({ source }) => source.path));
    this.#isSameLock = this.isSameLock(lock);
  }

  /**
   * Recorded units (`unitHash`) of a source file for any of its targets.
   * @param now current unit lists; a recorded list that equals one of them is left out
   */
  idsOf(source: string, now: Iterable<readonly SourceUnit[]> = []): readonly string[] {
    const lists = [...now];
    const tables = this.pairOf(source)?.tables ?? [];
    const isThere = ({ ids }: UnitTable): boolean =>
      lists.some(
        (units) => units.length === ids.length && units.every(({ id }, at) => id === ids[at]),
      );
    return tables.filter((table) => !isThere(table)).flatMap(({ ids }) => ids);
  }

  /** The recorded units of a source file that have the same key and text. */
  unitsOf(source: string, units: readonly SourceUnit[]): RememberedList {
    const tables = this.pairOf(source)?.tables ?? [];
    const [first = [], ...others] = tables.map((table, at) => knownUnits(units, table, at));
    if (others.length === 0) return first;
    return first.map((known, at) => known ?? others.find((other) => other[at])?.[at]);
  }

  /**
   * Recorded states of a target's units that need nothing; units without a state have to be
   * compared. There are none if the target, or the source that identifies its units, has changed.
   */
  quietStates(
    path: string,
    { sourceDecides }: { readonly sourceDecides: boolean },
  ): (unit: SourceUnit) => QuietState | undefined {
    const { pair, target } = this.#files.get(path) ?? {};
    const isSame =
      this.#isSameLock &&
      pair !== undefined &&
      this.isUnchanged(path) &&
      (!sourceDecides || this.isUnchanged(pair.source));
    if (!isSame || target === undefined) return () => undefined;
    const { states, table } = target;
    return ({ remembered, sourceHash }) =>
      remembered?.table === table && !(this.wanted.size > 0 && this.wanted.has(sourceHash))
        ? stateAt(states, remembered.index)
        : undefined;
  }

  *unreadUnits(locale: string): Generator<UnitIdentity> {
    for (const pair of this.pairs) {
      const target = pair.targets.find((one) => one.locale === locale);
      const table = target === undefined ? undefined : pair.tables[target.table];
      if (table === undefined || this.#read.has(pair.source)) continue;
      const { ids, sources } = table;
      for (const [at, id] of ids.entries()) yield { id, sourceHash: sources[at] ?? '' };
    }
  }

  /** Those of some source texts that the recorded files contain. */
  holding(wanted: ReadonlySet<string>): ReadonlySet<string> {
    if (wanted.size === 0) return wanted;
    return new Set(this.pairs.flatMap(sourcesOf).filter((hash) => wanted.has(hash)));
  }
}

function sourcesOf({ tables }: PairRecord): readonly string[] {
  return tables.flatMap(({ sources }) => sources);
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

export interface RememberedRun {
  readonly loaded: Loaded;
  readonly remembered: RememberedFiles | undefined;
}

/** What unread target files contribute to a report. */
export function rememberedTallies({ loaded, remembered }: RememberedRun): readonly FileTally[] {
  return loaded.remembered.flatMap(({ source, targets }) => {
    const known = remembered?.pairOf(source)?.targets ?? [];
    if (known.every(({ path }, at) => path === targets[at]?.path)) return known;
    const paths = new Set(targets.map(({ path }) => path));
    return known.filter(({ path }) => paths.has(path));
  });
}

/** Problems of files that were not read. */
export function rememberedProblems(run: RememberedRun): readonly Problem[] {
  const { loaded, remembered } = run;
  if (remembered === undefined) return [];
  const ofFiles = loaded.remembered.flatMap(
    ({ source }) => remembered.pairOf(source)?.problems ?? [],
  );
  if (loaded.remembered.length === 0 || !loaded.isWhole) return ofFiles;
  const uses = loaded.remembered.map(({ catalog, source }) => {
    const pair = remembered.pairOf(source);
    return { catalog, matched: pair?.excludes ?? [], example: pair?.example };
  });
  return [...idleExcludes(loaded.config, [...loaded.pairs.map(excludeUse), ...uses]), ...ofFiles];
}

/**
 * Units of the lock that may no longer be in any file. Unread files have not changed.
 * @param files compared files
 */
export function unitsToFind(
  { loaded, remembered }: RememberedRun,
  files: readonly FileComparison[],
): Iterable<string> {
  const { lock, pairs, orphans, remembered: unread } = loaded;
  // Other branches may have added lines of units that are not here.
  if (remembered?.isSameLock(loaded) !== true) return lock.facts.keys();
  const lists = new Map(pairs.map(({ source }) => [source.path, new Set<readonly SourceUnit[]>()]));
  for (const { pair, expected } of files) lists.get(pair.source.path)?.add(expected);
  // Facts of a target without a source are kept.
  const kept = new Set([...unread, ...orphans].map(({ source }) => source));
  const gone = remembered.pairs.filter(({ source }) => !lists.has(source) && !kept.has(source));
  const paths = new Set([...lists.keys(), ...gone.map(({ source }) => source)]);
  return [...paths].flatMap((path) => remembered.idsOf(path, lists.get(path)));
}
