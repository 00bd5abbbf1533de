import type { ResolvedConfig } from '../config/resolved.js';
import type {
  LocaleSyncError,
  ReportError,
  RequestOptions,
  Selection,
  Translator,
} from '../model/index.js';
import { wasWriting } from '../state/index.js';
import type { Memory } from '../state/index.js';
import { isDrifted } from './units/drift.js';
import { compare } from './compare/index.js';
import type { ComparedUnit } from './units/types.js';
import { load, NOTHING_REMEMBERED, refuseIdleKeys, RememberedNames } from './load/index.js';
import type { Loaded, LoadContext } from './load/index.js';
import { MAX_BODY_BYTES } from './changes/batches.js';
import {
  choiceOf,
  decide,
  digestOf,
  hashesOf,
  joinPlans,
  languageOf,
  overheads,
  planLanguages,
} from './plan/index.js';
import type { Choice, SavedPlan } from './plan/index.js';
import { SegmentTable } from './changes/segments.js';
import { hasNames } from './units/request-names.js';
import { inScanOrder } from './scan-order.js';
import type { LocaleComparison } from './units/types.js';
import type { FileChanges, RunPlan } from './changes/types.js';
import {
  KnownFiles,
  RememberedFiles,
  identityOf,
  readRecords,
  wantedSources,
} from './records/index.js';

/** What a run of the engine works with. */
export interface RunContext extends Pick<LoadContext, 'parsed' | 'onEvent'> {
  readonly config: ResolvedConfig;
  /** Absolute folder of the local state. */
  readonly state: string;
  /** The service; opened when something has to be sent. */
  readonly open: () => Promise<Translator>;
  readonly memory: Memory;
  readonly signal: AbortSignal;
  /** An error in the words of the host, for reports. */
  readonly explain: (error: LocaleSyncError) => ReportError;
}

/** What was loaded and compared. */
export interface Compared extends Choice {
  readonly loaded: Loaded;
  readonly locales: readonly LocaleComparison[];
  /** What an earlier run remembered; undefined: everything was looked at. */
  readonly remembered: RememberedFiles | undefined;
  /** `identityOf` the config and what names stand for. */
  readonly identity: string;
}

/** So many texts to look for elsewhere are looked for in everything. */
const MANY = 1_000;

export interface CompareOptions {
  /** Before texts are sent it has to be known what names of glossaries and the like stand for. */
  readonly isForSending: boolean;
  /** Called as soon as it is known what the files are. */
  readonly onCompared: (compared: Compared) => void;
}

/** load → compare. @throws ScanError, EngineError, TranslatorError */
export async function loadAndCompare(
  selection: Selection,
  run: RunContext,
  { isForSending, onCompared }: CompareOptions,
): Promise<Compared> {
  const compared = await compareFiles(selection, new RememberedNames(run.state), run);
  onCompared(compared);
  return isForSending ? withNames(compared, run, onCompared) : compared;
}

/** Where it is news what names stand for, everything is compared with it again. */
export async function withNames(
  compared: Compared,
  run: RunContext,
  onCompared: CompareOptions['onCompared'],
): Promise<Compared> {
  const requests = namedRequests(compared);
  if (requests.length === 0 || !needsService(compared)) return compared;
  const names = new RememberedNames(run.state);
  if (!(await names.refresh(requests, await run.open(), run.signal))) return compared;
  const again = await compareFiles(compared.loaded.selection, names, run);
  onCompared(again);
  return again;
}

async function compareFiles(
  selection: Selection,
  names: RememberedNames,
  run: RunContext,
): Promise<Compared> {
  const identity = identityOf(run.config, names.identity);
  const remembered = recallFiles(selection, identity, run);
  if (remembered === undefined) return compareAll({ selection, names, identity }, run);
  const nothing: ReadonlySet<string> = new Set();
  const first = await compareChanged({ selection, names, identity, remembered }, nothing, run);
  const wanted = wantedSources(first.locales, (unit) => needsText(unit, first));
  const known = new KnownFiles(remembered, nothing).holding(wanted);
  if (known.size === 0) return first;
  if (known.size > MANY) return compareAll({ selection, names, identity }, run);
  return compareChanged({ selection, names, identity, remembered }, known, run);
}

interface Looking extends Pick<Compared, 'identity'> {
  readonly selection: Selection;
  readonly names: RememberedNames;
}

/** What is remembered of files, where it may be used at all. */
function recallFiles(
  selection: Selection,
  identity: string,
  { config, state }: RunContext,
): RememberedFiles | undefined {
  const { retranslate, accept, keys } = selection;
  const isAboutAll = retranslate !== undefined || accept !== undefined || keys !== undefined;
  // Keys are looked for in every file, and what is retranslated or accepted may be a text that
  // nothing was to be done with. What is inconsistent shows only with all texts in view, and a
  // killed run's texts are looked at one by one.
  if (isAboutAll || config.rules.inconsistent !== 'off' || wasWriting(state)) return undefined;
  const records = readRecords(state, identity);
  return records && new RememberedFiles(records);
}

/** Looks at every file. */
async function compareAll(looking: Looking, run: RunContext): Promise<Compared> {
  const { selection, names, identity } = looking;
  const loaded = await load(run.config, selection, { ...run, ...NOTHING_REMEMBERED });
  const locales = compare(loaded, names.fingerprintOf);
  const { broken } = loaded;
  // What is not read may hold the keys that are meant.
  if (selection.keys !== undefined && broken.length === 0) {
    const units = locales.flatMap(({ files }) => files.flatMap(({ expected }) => expected));
    const keys = units.map(({ expected }) => expected.key);
    refuseIdleKeys(selection.keys, keys);
  }
  const choice = choiceOf(selection, isDrifted);
  return { loaded, locales, identity, remembered: undefined, ...choice };
}

/** Looks at files that have changed, and at units whose source text is wanted. */
async function compareChanged(
  looking: Looking & { readonly remembered: RememberedFiles },
  wanted: ReadonlySet<string>,
  run: RunContext,
): Promise<Compared> {
  const { selection, names, identity, remembered } = looking;
  const known = new KnownFiles(remembered, wanted);
  const loaded = await load(run.config, selection, {
    ...run,
    previousFacts: undefined,
    isUnchanged: (path) => remembered.isUnchanged(path),
    stampOf: (path) => remembered.stampOf(path),
    isSettled: (pair, lock) => known.isSettled(pair, lock),
  });
  known.setLoaded(loaded);
  const locales = compare(loaded, names.fingerprintOf, known);
  return { loaded, locales, identity, remembered, ...choiceOf(selection, isDrifted) };
}

function needsText(unit: ComparedUnit, { accepts, retranslates }: Choice): boolean {
  const decided = decide(unit, { accepts, retranslates, doubtsPeople: false })?.do;
  return decided === 'translate' || decided === 'propose';
}

/** True when some text may have to come from the service. */
export function needsService(compared: Compared): boolean {
  // Which texts drifted may only be known once the service has said what names stand for.
  if (compared.loaded.selection.retranslate !== undefined) return true;
  return compared.locales.some((locale) => isAskedFor(locale, compared));
}

/** Service languages that something may be asked for in. */
export function languagesToAsk(compared: Compared): readonly string[] {
  const open = compared.locales.filter((locale) => isAskedFor(locale, compared));
  return [...new Set(open.map(languageOf))];
}

/** Target files that a run may have to write. */
export function filesToWrite({ locales }: Compared): readonly string[] {
  return locales
    .flatMap(({ files }) => files)
    .filter(({ units }) => units.some(({ state }) => state.status !== 'current'))
    .map(({ target }) => target.path);
}

function isAskedFor({ files }: LocaleComparison, { accepts, retranslates }: Compared): boolean {
  const context = { accepts, retranslates, doubtsPeople: false };
  return files.some(({ units }) =>
    units.some((unit) => {
      const decided = decide(unit, context)?.do;
      return decided === 'translate' || decided === 'renew' || decided === 'propose';
    }),
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

/** What was compared, and the plans that are made of it. */
export interface Planning extends Compared {
  /** One complete plan for each service language, each made when it is asked for. */
  readonly plans: Iterable<RunPlan>;
  /** The table that makes the plans' segments. */
  readonly segments: SegmentTable;
}

/** Everything that a run does, and what it was decided from. */
export interface WholePlan extends Planning {
  readonly plan: RunPlan;
  /** The plan's files in the order of the scan. */
  readonly files: readonly FileChanges[];
}

/**
 * Begins to decide what is written, reused and sent. Opens the service only where something has to
 * be.
 */
export async function planByLanguage(compared: Compared, run: RunContext): Promise<Planning> {
  const translator = needsService(compared) ? await run.open() : undefined;
  return planCompared(compared, run.memory, translator);
}

/** What is written, reused and sent, before anything is sent. */
export async function plan(compared: Compared, run: RunContext): Promise<WholePlan> {
  return wholePlan(await planByLanguage(compared, run));
}

/**
 * What is written, reused and sent.
 * @param translator knows how large requests get; without it that is estimated
 */
export function planCompared(
  compared: Compared,
  memory: Memory,
  translator: Translator | undefined,
): Planning {
  const { loaded, locales, accepts, retranslates } = compared;
  const overheadOf = overheads(translator);
  const segments = new SegmentTable((group) => MAX_BODY_BYTES - overheadOf(group));
  const plans = planLanguages(locales, {
    accepts,
    retranslates,
    doubtsPeople: loaded.wasWriting,
    rules: loaded.config.rules,
    memory,
    segments,
    limitsOf: (group) => ({ overhead: overheadOf(group) }),
  });
  return { ...compared, plans, segments };
}

/** All languages together: what has to be known before anything is sent, or is only looked at. */
export function wholePlan(planning: Planning): WholePlan {
  const plan = joinPlans([...planning.plans]);
  const files = inScanOrder(planning.loaded.pairs, plan.files, targetPathOf);
  return { ...planning, plans: [plan], plan, files };
}

export function targetPathOf({ file }: FileChanges): string {
  return file.target.path;
}

/** What a plan is known by later. */
export function savedPlanOf({ loaded, files }: WholePlan): SavedPlan {
  return { selection: loaded.selection, files: hashesOf(files), digest: digestOf(files) };
}
