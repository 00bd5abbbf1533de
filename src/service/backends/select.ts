import { createApertium } from './apertium.js';
import type { Backend } from './backend.js';
import { createOpenAi, type OpenAiOptions } from './openai.js';
import { pseudo } from './pseudo.js';

export type Engine = 'auto' | 'pseudo' | 'apertium' | 'openai';

export interface Backends {
  /** The engine that translates a pair; codes as in `BackendRequest`. */
  choose(source: string, target: string): Promise<Backend>;
  close(): Promise<void>;
}

/**
 * `auto` takes apertium where the pair is installed and pseudo elsewhere; `apertium` does too, as
 * it has few pairs.
 */
export function createBackends(engine: Engine, openai: OpenAiOptions | undefined): Backends {
  if (engine === 'pseudo')
    return { choose: () => Promise.resolve(pseudo), close: () => pseudo.close() };
  if (engine === 'openai') {
    if (openai === undefined)
      throw new TypeError("engine 'openai' needs openaiUrl and openaiModel");
    const backend = createOpenAi(openai);
    return { choose: () => Promise.resolve(backend), close: () => backend.close() };
  }
  const apertium = createApertium();
  return {
    choose: async (source, target) =>
      (await apertium.supports(source, target)) ? apertium : pseudo,
    close: () => apertium.close(),
  };
}
