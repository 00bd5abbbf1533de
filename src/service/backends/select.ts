import { createApertium } from './apertium.js';
import type { Backend } from './backend.js';
import { adapted } from './custom.js';
import { createOpenAi } from './openai.js';
import { createLibreTranslate } from './libretranslate.js';
import type { ServiceOptions } from '../options.js';
import { pseudo } from './pseudo.js';

export interface Backends {
  /** The engine that translates a pair; codes as in `BackendRequest`. */
  choose(source: string, target: string): Promise<Backend>;
  close(): Promise<void>;
}

/** The engine of a service. Pairs that it does not support get pseudo texts. */
export function createBackends(options: ServiceOptions): Backends {
  const backend = backendOf(options);
  return {
    choose: async (source, target) => ((await backend.supports(source, target)) ? backend : pseudo),
    close: () => backend.close(),
  };
}

function backendOf({ engine = 'auto', ...options }: ServiceOptions): Backend {
  if (typeof engine === 'object') return adapted(engine);
  const { openaiUrl, openaiKey, openaiModel = 'default' } = options;
  const { libretranslateUrl, libretranslateKey } = options;
  switch (engine) {
    case 'pseudo':
      return pseudo;
    case 'openai':
      if (openaiUrl === undefined)
        throw new TypeError("engine 'openai' needs openaiUrl and openaiModel");
      return createOpenAi(openaiUrl, openaiModel, openaiKey);
    case 'libretranslate':
      if (libretranslateUrl === undefined)
        throw new TypeError("engine 'libretranslate' needs libretranslateUrl");
      return createLibreTranslate(libretranslateUrl, libretranslateKey);
    // Both names mean the same: apertium has few pairs.
    case 'auto':
    case 'apertium':
      return createApertium();
  }
}
