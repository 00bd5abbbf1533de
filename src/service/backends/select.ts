import type { engineNames } from '../../api/facts/options.js';
import { createApertium } from './apertium.js';
import type { Backend } from './backend.js';
import { adapted, type CustomBackend } from './custom.js';
import { createOpenAi, type OpenAiOptions } from './openai.js';
import { createLibreTranslate, type LibreTranslateOptions } from './libretranslate.js';
import { pseudo } from './pseudo.js';

/** Built-in engines. */
export type Engine = (typeof engineNames)[number];

export interface Backends {
  /** The engine that translates a pair; codes as in `BackendRequest`. */
  choose(source: string, target: string): Promise<Backend>;
  close(): Promise<void>;
}

/** Servers used by engines. */
export interface BackendServers {
  readonly openai?: OpenAiOptions | undefined;
  readonly libretranslate?: LibreTranslateOptions | undefined;
}

/**
 * `auto` uses apertium if the pair is installed and pseudo otherwise; `apertium` does so too,
 * because it has few pairs.
 */
export function createBackends(engine: Engine | CustomBackend, servers: BackendServers): Backends {
  const { openai, libretranslate } = servers;
  if (typeof engine === 'object') return customBackends(adapted(engine));
  if (engine === 'pseudo')
    return { choose: () => Promise.resolve(pseudo), close: () => pseudo.close() };
  if (engine === 'openai') {
    if (openai === undefined)
      throw new TypeError("engine 'openai' needs openaiUrl and openaiModel");
    const backend = createOpenAi(openai);
    return { choose: () => Promise.resolve(backend), close: () => backend.close() };
  }
  if (engine === 'libretranslate') {
    if (libretranslate === undefined)
      throw new TypeError("engine 'libretranslate' needs libretranslateUrl");
    const backend = createLibreTranslate(libretranslate);
    return { choose: () => Promise.resolve(backend), close: () => backend.close() };
  }
  const apertium = createApertium();
  return {
    choose: async (source, target) =>
      (await apertium.supports(source, target)) ? apertium : pseudo,
    close: () => apertium.close(),
  };
}

/** A custom engine, with pseudo for pairs that it does not support. */
function customBackends(backend: Backend): Backends {
  return {
    choose: async (source, target) => ((await backend.supports(source, target)) ? backend : pseudo),
    close: () => backend.close(),
  };
}
