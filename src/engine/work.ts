import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ResolvedConfig } from '../config/resolved.js';
import type {
  EngineEvent,
  Problem,
  RequestOptions,
  Selection,
  Translator,
} from '../model/index.js';
import {
  isKnownLock,
  LOCK_FILE,
  lockHashOf,
  parseLock,
  STATE_FOLDER,
  wasWriting,
} from '../state/index.js';
import type { ParsedLock } from '../state/index.js';
import { MAX_BODY_BYTES } from './batch.js';
import type { Batch } from './batch.js';
import { Comparison } from './comparison.js';
import type { TargetDiff } from './diff.js';
import { CLOCK_TICK, Inputs } from './inputs.js';
import { foreignTargets } from './foreign-targets.js';
import { readLock } from './lock-file.js';
import { idleExcludes } from './idle-excludes.js';
import { refuseIdleKeys } from './idle-keys.js';
import type { RememberedNames } from './names.js';
import { hasNames, languagePairs } from './options.js';
import { Planning } from './plan.js';
import type { WorkPlan } from './plan.js';
import type { WholeMemory } from './whole-memory.js';
import { readOrphans } from './orphans.js';
import type { Orphan } from './orphans.js';
import type { ParsedFiles } from './parsed-files.js';
import { readCatalogs } from './read.js';
import { scan } from './scan.js';
import type { Scan } from './scan.js';
import { sourceProblems } from './source-problems.js';
import type { EarlierRun } from './unchanged.js';
import { isNoAnswer, keyOf, WireTable } from './wire.js';
import type { Group } from './wire.js';

/** What was read and compared, before anything is decided. */
export interface Reading {
  readonly config: ResolvedConfig;
  readonly selection: Selection;
  readonly inputs: Inputs;
  readonly scan: Scan;
  readonly lock: ParsedLock;
  /** Of the lock's bytes, or 'absent'. */
  readonly lockHash: string;
  /** The lock is as the last complete run here left it. */
  readonly lockIsKnown: boolean;
  /** An earlier run ended between writing files and the lock. */
  readonly wasWriting: boolean;
  readonly comparison: Comparison;
  /** All of it. */
  readonly diffs: readonly TargetDiff[];
  /** Target files whose source is gone. */
  readonly orphans: readonly Orphan[];
  readonly broken: readonly string[];
  /** Those of them that are of no format that is known. */
  readonly foreign: readonly string[];
  readonly problems: readonly Problem[];
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

/**
 * Files and folders, with what the search rests on. Where something came or went just before it (the state folder, in a first
 * run), nothing would tell that from a change during it: who insists waits and searches again.
 */
async function search(
  config: ResolvedConfig,
  selection: Selection,
  { insists }: { readonly insists: boolean },
): Promise<{ readonly found: Scan; readonly inputs: Inputs }> {
  const inputs = new Inputs(config.root);
  const since = Date.now();
  const found = await scan(config, selection);
  inputs.searched(found.directories, since);
  if (!insists || !inputs.isDoubtful) return { found, inputs };
  await sleep(CLOCK_TICK + 2);
  return search(config, selection, { insists: false });
}

/** scan → read → diff. @throws ScanError */
export async function readAndDiff(
  config: ResolvedConfig,
  selection: Selection,
  { names, warm, onEvent }: ReadContext,
): Promise<Reading> {
  const { found, inputs } = await search(config, selection, { insists: warm === undefined });
  const read = await readCatalogs(found, config, { inputs, parsed: warm?.parsed, onEvent });
  const lockBytes = readLock(config.root, (path) => inputs.read(path));
  const lockText = lockBytes?.toString() ?? '';
  const lock = parseLock(lockText, warm?.last?.lock.facts);
  const lockIsKnown = isKnownLock(join(config.root, STATE_FOLDER), lockText);
  const unusable = found.problems.flatMap(({ code, file }) =>
    code === 'invalid-file' && file !== undefined ? [file] : [],
  );
  const broken = [...unusable, ...read.broken];
  const isWhole = broken.length === 0;
  const comparison = new Comparison(read.pairs, {
    config,
    lock,
    lockIsKnown,
    isWhole: selection.files === undefined && isWhole,
    names: names.fingerprintOf,
    earlier: warm?.last,
  });
  // Compares with what an earlier run found, which is then let go of.
  if (warm !== undefined) comparison.all();
  onEvent({ type: 'read', files: comparison.count });
  const lockProblems = lock.problems.map((problem) => ({ ...problem, file: LOCK_FILE }));
  const { orphans, ...left } = await readOrphans(found.orphans, lock.facts, inputs);
  // What is not read may hold the keys that are meant.
  if (selection.keys !== undefined && isWhole) refuseIdleKeys(selection.keys, comparison.all());
  const ignored = selection.files === undefined && isWhole ? idleExcludes(config, read.pairs) : [];
  const problems = [
    ...found.problems,
    ...read.problems,
    ...left.problems,
    ...ignored,
    ...sourceProblems(config, read.pairs),
    ...foreignTargets(config, read.pairs),
    ...lockProblems,
  ];
  return {
    config,
    selection,
    inputs,
    scan: found,
    lock,
    lockHash: lockHashOf(lockBytes),
    lockIsKnown,
    wasWriting: wasWriting(join(config.root, STATE_FOLDER)),
    comparison,
    get diffs() {
      return comparison.all();
    },
    orphans,
    broken,
    foreign: read.foreign,
    problems,
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
  readonly memory: WholeMemory;
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
  readonly memory: WholeMemory;
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
      const known = memory.size(target) === 0 ? undefined : memory.get(target, keyOf(wire));
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
