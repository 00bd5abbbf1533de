import type { ResolvedConfig } from './config/index.js';
import type { ProxyOptions } from './client/index.js';
import { createEngine as createBareEngine } from './engine/index.js';
import type { Engine } from './engine/index.js';
import type { EngineEvent, Translator } from './model/index.js';
import { openTranslator } from './open-translator.js';

export interface EngineOptions {
  /** Where texts come from. Default: the service of the config, connected when the first text is sent. */
  readonly translator?: Translator;
  /** Ends a run: nothing new is sent, what is in flight gets a moment, what was answered is written. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: EngineEvent) => void;
  /** Proxies for the service of the config. */
  readonly proxy?: ProxyOptions;
}

/**
 * The engine over a config: `plan()`, `apply(plan)`, `sync()`, `status()` and `check()`. Prints nothing and reads no
 * environment; what happens is told to `onEvent`.
 */
export function createEngine(config: ResolvedConfig, options: EngineOptions = {}): Engine {
  const { translator, proxy, ...rest } = options;
  return createBareEngine(config, {
    ...rest,
    openTranslator: () =>
      translator === undefined
        ? openTranslator(config, proxy)
        : Promise.resolve({ ...translator, close: () => Promise.resolve() }),
  });
}

export { ConfigError, defineConfig, loadConfig } from './config/index.js';
export type { ConfigInput, LoadOptions, ResolvedCatalog, ResolvedConfig } from './config/index.js';
export { EngineError } from './engine/index.js';
export type { Engine, Plan, SavedPlan, SyncOptions } from './engine/index.js';
export { LocaleSyncError, TranslatorError } from './model/index.js';
export type {
  EngineEvent,
  LocaleCounts,
  PlanItem,
  Problem,
  ProblemCode,
  Report,
  ReportError,
  Selection,
  Translator,
} from './model/index.js';
