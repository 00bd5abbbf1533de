import type { ResolvedConfig } from './config/index.js';
import type { ProxyOptions } from './client/index.js';
import type { Engine } from './engine/index.js';
import type { ExtractOptions, Extraction } from './extract/index.js';
import type { EngineEvent, Translator, Words } from './model/index.js';
import type { TypesOptions, WrittenTypes } from './types-file/index.js';
import { explain } from './model/words.js';
import { LIBRARY_WORDS } from './library-words.js';

export interface EngineOptions {
  /**
   * Where texts come from. Default: the service of the config, connected when the first text is
   * sent.
   */
  readonly translator?: Translator;
  /**
   * Ends a run: nothing new is sent, open requests get a moment, and answers received so far are
   * written.
   */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: EngineEvent) => void;
  /**
   * Stays warm between runs, for a dev session; ended by `close()`. Default: every run begins from
   * the files.
   */
  readonly warm?: boolean;
  /** Proxies for the service of the config. */
  readonly proxy?: ProxyOptions;
  /** How errors of reports are worded. Default: for callers of these functions. */
  readonly words?: Words;
}

/**
 * The engine over a config: `plan()`, `apply(plan)`, `sync()`, `status()`, `check()` and
 * `accept()`. Prints nothing and reads no environment; `onEvent` gets what happens. It is loaded
 * with the first call, not before.
 */
export function createEngine(config: ResolvedConfig, options: EngineOptions = {}): Engine {
  let engine: Engine | undefined;
  const load = async (): Promise<Engine> => (engine ??= await openEngine(config, options));
  return {
    plan: async (selection) => (await load()).plan(selection),
    apply: async (plan) => (await load()).apply(plan),
    sync: async (selection, run) => (await load()).sync(selection, run),
    status: async (selection) => (await load()).status(selection),
    check: async (selection) => (await load()).check(selection),
    accept: async (selection) => (await load()).accept(selection),
    inputs: () => engine?.inputs() ?? [],
    isFinal: () => engine?.isFinal() ?? false,
    files: () => engine?.files() ?? [],
    coverage: () => engine?.coverage() ?? [],
    close: async () => engine?.close(),
  };
}

async function openEngine(
  config: ResolvedConfig,
  { translator, proxy, words = LIBRARY_WORDS, ...rest }: EngineOptions,
): Promise<Engine> {
  const engine = await import('./engine/index.js');
  return engine.createEngine(config, {
    ...rest,
    explain: (error) => explain(error, words),
    openTranslator: async () => {
      if (translator !== undefined) return { ...translator, close: () => Promise.resolve() };
      const { openTranslator } = await import('./open-translator.js');
      return openTranslator(config, proxy);
    },
  });
}

/**
 * Adds the keys that code asks for to the source catalogs, as `extract:` of the config says. Nothing
 * that is in a catalog is changed, and nothing is removed without `prune`.
 */
export async function extractKeys(
  config: ResolvedConfig,
  options: ExtractOptions = {},
): Promise<Extraction> {
  const { extract } = await import('./extract/index.js');
  return extract(config, options);
}

/**
 * Writes the TypeScript declarations of the source catalogs, as `types:` of the config says, if
 * they differ from what is there. Needs no key and no network.
 */
export async function writeTypes(
  config: ResolvedConfig,
  options: TypesOptions = {},
): Promise<WrittenTypes> {
  const types = await import('./types-file/index.js');
  return types.writeTypes(config, options);
}

export { CodeFiles } from './extract/code-keys.js';
export { defineConfig } from './config/define-config.js';
export { ConfigError } from './config/errors.js';
export { CONFIG_FILES, configFiles, findConfigFile } from './config/find.js';
export { loadConfig } from './config/load.js';
export type { ConfigInput, LoadOptions, ResolvedCatalog, ResolvedConfig } from './config/index.js';
export { EngineError } from './engine/errors.js';
export type {
  CatalogFile,
  Engine,
  FileCoverage,
  FindingSelection,
  Plan,
  SavedPlan,
  SyncOptions,
} from './engine/index.js';
export type { ExtractedKey, ExtractOptions, Extraction } from './extract/index.js';
export { recall, remember } from './engine/remembered.js';
export type { Finished, Remembered } from './engine/remembered.js';
export { LIBRARY_WORDS } from './library-words.js';
export { explain, LocaleSyncError, TranslatorError } from './model/index.js';
export { oneLine } from './sinks/terminal.js';
export type { TypesOptions, WrittenTypes } from './types-file/index.js';
export { isUnchanged, stampFile } from './state/snapshot/index.js';
export type { Stamp } from './state/snapshot/index.js';
export type {
  EngineEvent,
  Hint,
  LocaleCounts,
  EmptyDecision,
  PlanItem,
  Problem,
  ProblemCode,
  Report,
  ReportError,
  Selection,
  Translator,
  Words,
} from './model/index.js';
