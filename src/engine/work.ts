import type { ResolvedConfig } from '../config/resolved.js';
import type { EngineEvent, RequestOptions, Selection, Translator } from '../model/index.js';
import type { Memory } from '../state/index.js';
import { MAX_BODY_BYTES } from './batch.js';
import type { Batch } from './batch.js';
import { Comparison } from './comparison.js';
import type { TargetDiff } from './diff.js';
import { load, NOTHING_REMEMBERED, refuseIdleKeys } from './load/index.js';
import type { Loaded, ParsedFiles, RememberedNames } from './load/index.js';
import { languagePairs } from './options.js';
import { knownOrphans } from './orphans.js';
import type { Orphan } from './orphans.js';
import { Planning } from './plan.js';
import type { WorkPlan } from './plan.js';
import { hasNames } from './request-names.js';
import type { EarlierRun } from './unchanged.js';
import { isNoAnswer, keyOf, WireTable } from './wire.js';
import type { Group } from './wire.js';

/** What was read and compared, before anything is decided. */
export interface Reading extends Omit<Loaded, 'orphans'> {
  readonly comparison: Comparison;
  /** All of it. */
  readonly diffs: readonly TargetDiff[];
  readonly orphans: readonly Orphan[];
}

/** What an engine that stays warm knows from its run before. */
export interface Warm {
  readonly parsed: ParsedFiles;
  readonly last: EarlierRun | undefined;
}

export interface ReadContext {
  readonly names: RememberedNames;
  readonly warm: Warm | undefined;
  readonly onEvent: (event: EngineEvent) => void;
}

/** load → compare. @throws ScanError */
export async function readAndDiff(
  config: ResolvedConfig,
  selection: Selection,
  { names, warm, onEvent }: ReadContext,
): Promise<Reading> {
  const loaded = await load(config, selection, {
    ...NOTHING_REMEMBERED,
    parsed: warm?.parsed,
    previousFacts: warm?.last?.lock.facts,
    onEvent,
  });
  const { lock, lockIsKnown, isWhole, pairs } = loaded;
  const comparison = new Comparison(pairs, {
    config,
    lock,
    lockIsKnown,
    isWhole,
    names: names.fingerprintOf,
    earlier: warm?.last,
  });
  // Compares with what an earlier run found, which is then let go of.
  if (warm !== undefined) comparison.all();
  // What is not read may hold the keys that are meant.
  if (selection.keys !== undefined && loaded.broken.length === 0) {
    const keys = comparison.all().flatMap(({ units }) => units.map(({ key }) => key));
    refuseIdleKeys(selection.keys, keys);
  }
  return {
    ...loaded,
    comparison,
    get diffs() {
      return comparison.all();
    },
    orphans: knownOrphans(loaded.orphans, lock.facts),
  };
}

/** True when some text may have to come from the service, so that its limits must be known. */
export function needsService({ comparison, selection }: Reading): boolean {
  if (selection.retranslate !== undefined) return true;
  const wants = ({ units }: TargetDiff): boolean =>
    units.some(
      ({ status, treatment, mayPropose, arrival, isBlocked }) =>
        treatment === 'translate' &&
        !isBlocked &&
        arrival === undefined &&
        (status === 'missing' || status === 'stale' || mayPropose),
    );
  for (const locale of comparison.locales) {
    for (const diff of comparison.ofLocale(locale)) if (wants(diff)) return true;
  }
  return false;
}

/** Requests of this run whose names (glossary, style, memory) the service has to resolve. */
export function namedRequests(reading: Reading): readonly RequestOptions[] {
  const { catalogs } = reading.config;
  if (!catalogs.some(({ translate }) => Object.values(translate).some(hasNames))) return [];
  return reading.diffs.flatMap(({ units }) =>
    units.slice(0, 1).map(({ options }) => options.request),
  );
}

export interface Work extends WorkPlan {
  readonly table: WireTable;
  readonly memory: Memory;
}

/** What looks only need: the options as JSON and room for the names that the service gives them. */
function estimatedOverhead({ options }: Group): number {
  return Buffer.byteLength(JSON.stringify(options)) + 200;
}

/** A plan in the making, of which something can be sent before all of it is known. */
export interface WorkInSteps extends Pick<Work, 'table' | 'memory'> {
  /** The requests of the next locale that needs any; empty at the end. */
  next(): readonly Batch[];
  /** Plans all the rest. */
  finish(): Work;
}

export interface PlanningTools {
  /** Knows how large bodies get; without it that is estimated. */
  readonly translator: Translator | undefined;
  readonly memory: Memory;
}

/** plan: what is written, reused and sent. */
export function planReading(reading: Reading, tools: PlanningTools): Work {
  return planInSteps(reading, tools).finish();
}

export function planInSteps(reading: Reading, { translator, memory }: PlanningTools): WorkInSteps {
  const { config, comparison, selection } = reading;
  const overheads = new Map<string, number>();
  const overheadOf = (group: Group): number => {
    let overhead = overheads.get(group.id);
    if (overhead === undefined) {
      overhead = translator?.overhead(group.options) ?? estimatedOverhead(group);
      overheads.set(group.id, overhead);
    }
    return overhead;
  };
  const table = new WireTable(
    (wire) => {
      const { target } = wire.group.options;
      // The key need not be made to ask a memory that has nothing.
      const known = (memory.size(target) ?? 0) === 0 ? undefined : memory.get(target, keyOf(wire));
      return known === undefined || isNoAnswer(wire.text, known) ? undefined : known;
    },
    (group) => MAX_BODY_BYTES - overheadOf(group),
  );
  const planning = new Planning(comparison, {
    selection,
    rules: config.rules,
    doubtsPeople: reading.wasWriting,
    orphans: reading.orphans,
    table,
    limitsOf: (group) => ({ overhead: overheadOf(group) }),
    languagesOf: languagePairs(config),
  });
  return {
    table,
    memory,
    next: () => planning.next(),
    finish: () => ({ ...planning.finish(), table, memory }),
  };
}
