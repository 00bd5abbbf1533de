import type { ResolvedConfig } from './config/index.js';
import type { ProxyOptions } from './client/index.js';
import type { Engine } from './engine/index.js';
import type { ExtractOptions, Extraction, TypesOptions, WrittenTypes } from './code/index.js';
import type { EngineEvent, Translator, Trust, Words } from './model/index.js';
import type { MountedReview, MountOptions } from './people/index.js';
import { explain } from './model/index.js';
import { LIBRARY_WORDS } from './library-words.js';
import { storeOpener } from './open-store.js';
import { Stamps } from './state/index.js';

export interface EngineOptions {
  /**
   * The source of translations. Default: the config's service, connected when the first text is
   * sent.
   */
  readonly translator?: Translator;
  /**
   * Ends a run: nothing new is sent, open requests get a moment to finish, and answers received so
   * far are written.
   */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: EngineEvent) => void;
  /**
   * Keeps the engine warm between runs, for a dev session, until `close()`. Default: every run
   * starts from the files.
   */
  readonly warm?: boolean;
  /** With `warm`: texts that count instead of those on disk, by path. Default: none. */
  readonly unsaved?: ReadonlyMap<string, string>;
  /**
   * Absolute path of another root's state folder, which keeps paid-for texts, the history of runs
   * and the run lock. Default: `.locale-sync` of this root.
   */
  readonly kept?: string;
  /** Proxies for the config's service. */
  readonly proxy?: ProxyOptions;
  /** Trust level of the texts that runs put into the config's store. Default: branch. */
  readonly trust?: Trust;
  /** Wording of the errors in reports. Default: for callers of these functions. */
  readonly words?: Words;
}

/**
 * The engine for a config: `plan()`, `apply(plan)`, `sync()`, `status()`, `check()`, `accept()` and
 * `explain()`.
 * Prints nothing and reads no environment variables; events go to `onEvent`. The engine is loaded
 * with the first call.
 */
export function createEngine(config: ResolvedConfig, options: EngineOptions = {}): Engine {
  let engine: Engine | undefined;
  const load = async (): Promise<Engine> => (engine ??= await openEngine(config, options));
  return {
    plan: async (selection) => (await load()).plan(selection),
    apply: async (plan) => (await load()).apply(plan),
    sync: async (selection, run) => (await load()).sync(selection, run),
    leaving: async (selection) => (await load()).leaving(selection),
    status: async (selection) => (await load()).status(selection),
    check: async (selection) => (await load()).check(selection),
    accept: async (selection) => (await load()).accept(selection),
    explain: async (units) => (await load()).explain(units),
    translateTexts: async (texts, options) => (await load()).translateTexts(texts, options),
    resources: async (action) => (await load()).resources(action),
    entriesFor: async (pairs) => (await load()).entriesFor(pairs),
    improve: async (selection) => (await load()).improve(selection),
    inputs: () => engine?.inputs() ?? new Stamps([]),
    isFinal: () => engine?.isFinal() ?? false,
    files: () => engine?.files() ?? [],
    coverage: () => engine?.coverage() ?? [],
    rows: () => engine?.rows() ?? [],
    close: async () => engine?.close(),
  };
}

async function openEngine(
  config: ResolvedConfig,
  { translator, proxy, trust, words = LIBRARY_WORDS, ...rest }: EngineOptions,
): Promise<Engine> {
  const { createEngine: create } = await import('./engine/index.js');
  const { store, root } = config;
  return create(config, {
    ...rest,
    openStore: store && storeOpener({ ...store, root, trust }),
    explain: (error) => explain(error, words),
    openTranslator: async () => {
      if (translator !== undefined) return { ...translator, close: () => Promise.resolve() };
      const { openTranslator } = await import('./open-translator.js');
      return openTranslator(config, proxy);
    },
    openImprover: async () => {
      const { openImprover } = await import('./open-translator.js');
      return openImprover(config, proxy);
    },
  });
}

/**
 * Adds the keys that code uses to the source catalogs, as configured in `extract:`. Changes nothing
 * that is in a catalog, and removes nothing without `prune`. With it, unused keys are removed from
 * sources and targets, and human texts go to the archive.
 */
export async function extractKeys(
  config: ResolvedConfig,
  options: ExtractOptions = {},
): Promise<Extraction> {
  if (options.prune !== undefined && options.prune !== false) {
    const { prune } = await import('./pruned-keys.js');
    return prune(config, options, LIBRARY_WORDS);
  }
  const { extract } = await import('./code/index.js');
  return extract(config, options);
}

/**
 * Writes the TypeScript declarations of the source catalogs, as configured in `types:`, if they
 * differ from the existing file. Needs no key and no network.
 */
export async function writeTypes(
  config: ResolvedConfig,
  options: TypesOptions = {},
): Promise<WrittenTypes> {
  const { writeTypes: write } = await import('./code/index.js');
  return write(config, options);
}

/**
 * The review page for an existing server, such as a dev server: reads the project, watches its
 * files, and writes what a person approves or corrects. Needs no key and no network.
 */
export async function mountReview(
  config: ResolvedConfig,
  options: MountOptions,
): Promise<MountedReview> {
  const { mountReview: mount } = await import('./people/index.js');
  return mount(config, options);
}

export { CodeFiles } from './code/index.js';
export {
  defineConfig,
  loadConfig,
  ConfigError,
  CONFIG_FILES,
  configFiles,
  findConfigFile,
} from './config/index.js';
export type { ConfigInput, LoadOptions, ResolvedCatalog, ResolvedConfig } from './config/index.js';
export { EngineError, recall, remember } from './engine/index.js';
export type {
  CatalogFile,
  Engine,
  FileCoverage,
  FindingSelection,
  Improvements,
  ImproveSelection,
  Plan,
  ResourceAction,
  SavedPlan,
  SyncOptions,
  TextOptions,
  TranslatedTexts,
  Finished,
  Remembered,
} from './engine/index.js';
export type {
  ExtractedKey,
  ExtractOptions,
  Extraction,
  UnusedKey,
  TypesOptions,
  WrittenTypes,
} from './code/index.js';
export { LIBRARY_WORDS } from './library-words.js';
export { explain, LocaleSyncError, TranslatorError, oneLine } from './model/index.js';
export type { MountedReview, MountOptions } from './people/index.js';
export { isUnchanged, stampFile } from './state/index.js';
export type { Stamp, Stamps } from './state/index.js';
export type {
  EngineEvent,
  Explanation,
  Hint,
  JobItem,
  LocaleCounts,
  EmptyDecision,
  PlanItem,
  Problem,
  ProblemCode,
  Report,
  ReportError,
  Selection,
  Shard,
  Timing,
  Translator,
  Words,
} from './model/index.js';
