import type { ResolvedConfig } from '../config/resolved.js';
import type { RequestOptions, Selection, Translator } from '../model/index.js';
import type { Memory } from '../state/index.js';
import { isDrifted } from './compare/drift.js';
import { compare } from './compare/index.js';
import type { LocaleComparison } from './compare/index.js';
import { load, NOTHING_REMEMBERED, refuseIdleKeys } from './load/index.js';
import type { Loaded, LoadContext, RememberedNames } from './load/index.js';
import { MAX_BODY_BYTES } from './plan/batches.js';
import { decide } from './plan/decide.js';
import { overheads } from './plan/overhead.js';
import { planAll } from './plan/plan.js';
import type { FileChanges, RunPlan } from './plan/plan.js';
import { SegmentTable } from './plan/segments.js';
import { choiceOf } from './plan/selection.js';
import type { Choice } from './plan/selection.js';
import { hasNames } from './request-names.js';
import { inScanOrder } from './scan-order.js';

/** What a run of the engine works with. */
export interface RunContext extends Pick<LoadContext, 'parsed' | 'onEvent'> {
  readonly config: ResolvedConfig;
  /** Absolute folder of the local state. */
  readonly state: string;
  /** The service; opened when something has to be sent. */
  readonly open: () => Promise<Translator>;
  readonly memory: Memory;
  readonly signal: AbortSignal;
}

/** What was loaded and compared. */
export interface Compared extends Choice {
  readonly loaded: Loaded;
  readonly locales: readonly LocaleComparison[];
}

/** load → compare. @throws ScanError, EngineError */
export async function loadAndCompare(
  selection: Selection,
  names: RememberedNames,
  { config, parsed, onEvent }: RunContext,
): Promise<Compared> {
  const context = { ...NOTHING_REMEMBERED, parsed, previousFacts: undefined, onEvent };
  const loaded = await load(config, selection, context);
  return compareLoaded(loaded, names);
}

/** What the loaded files are, by what names stand for today. @throws ScanError 'no-match' */
export function compareLoaded(loaded: Loaded, names: RememberedNames): Compared {
  const locales = compare(loaded, names.fingerprintOf);
  const { selection, broken } = loaded;
  // What is not read may hold the keys that are meant.
  if (selection.keys !== undefined && broken.length === 0) {
    const units = locales.flatMap(({ files }) => files.flatMap(({ expected }) => expected));
    refuseIdleKeys(
      selection.keys,
      units.map(({ expected }) => expected.key),
    );
  }
  return { loaded, locales, ...choiceOf(selection, isDrifted) };
}

/** True when some text may have to come from the service. */
export function needsService({ loaded, locales, accepts, retranslates }: Compared): boolean {
  // Which texts drifted may only be known once the service has said what names stand for.
  if (loaded.selection.retranslate !== undefined) return true;
  const context = { accepts, retranslates, doubtsPeople: false };
  return locales.some(({ files }) =>
    files.some(({ units }) =>
      units.some((unit) => {
        const decided = decide(unit, context)?.do;
        return decided === 'translate' || decided === 'renew' || decided === 'propose';
      }),
    ),
  );
}

/** Requests whose names (glossary, style, memory) the service has to resolve. */
export function namedRequests({ loaded, locales }: Compared): readonly RequestOptions[] {
  const { catalogs } = loaded.config;
  if (!catalogs.some(({ translate }) => Object.values(translate).some(hasNames))) return [];
  return locales
    .flatMap(({ files }) => files.flatMap(({ units }) => units.slice(0, 1)))
    .map(({ options }) => options.request)
    .filter(hasNames);
}

/** Everything that a run does, and what it was decided from. */
export interface Prepared extends Compared {
  readonly plan: RunPlan;
  /** The plan's files in the order of the scan. */
  readonly files: readonly FileChanges[];
  readonly segments: SegmentTable;
}

/**
 * What is written, reused and sent.
 * @param translator knows how large requests get; without it that is estimated
 */
export function planCompared(
  compared: Compared,
  memory: Memory,
  translator: Translator | undefined,
): Prepared {
  const { loaded, locales, accepts, retranslates } = compared;
  const overheadOf = overheads(translator);
  const segments = new SegmentTable((group) => MAX_BODY_BYTES - overheadOf(group));
  const plan = planAll(locales, {
    accepts,
    retranslates,
    doubtsPeople: loaded.wasWriting,
    rules: loaded.config.rules,
    memory,
    segments,
    limitsOf: (group) => ({ overhead: overheadOf(group) }),
  });
  const files = inScanOrder(loaded.pairs, plan.files, ({ file }) => file.target.path);
  return { ...compared, plan, files, segments };
}
