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

/** The engine of a service. Pairs that it does not support get pseudo texts. */
export function createBackends(engine: Engine | CustomBackend, servers: BackendServers): Backends {
  const backend = backendOf(engine, servers);
  return {
    choose: async (source, target) => ((await backend.supports(source, target)) ? backend : pseudo),
    close: () => backend.close(),
  };
}

function backendOf(
  engine: Engine | CustomBackend,
  { openai, libretranslate }: BackendServers,
): Backend {
  if (typeof engine === 'object') return adapted(engine);
  switch (engine) {
    case 'pseudo':
      return pseudo;
    case 'openai':
      if (openai === undefined)
        throw new TypeError("engine 'openai' needs openaiUrl and openaiModel");
      return createOpenAi(openai);
    case 'libretranslate':
      if (libretranslate === undefined)
        throw new TypeError("engine 'libretranslate' needs libretranslateUrl");
      return createLibreTranslate(libretranslate);
    // Both names mean the same: apertium has few pairs.
    case 'auto':
    case 'apertium':
      return createApertium();
  }
}
