import { onTestFinished } from 'vitest';
import { createClient } from '../../src/client/public.js';
import type { ClientOptions } from '../../src/client/options.js';
import { fixedConcurrency } from '../../src/engine/translate/concurrency.js';
import type { QueueContext } from '../../src/engine/translate/queue.js';
import type { EngineEvent, Translator } from '../../src/model/index.js';
import type { FaultInput, RunningService } from '../../src/service/index.js';
import type { StoredText } from '../../src/model/index.js';
import { createServiceTranslator } from '../../src/client/index.js';
import { KEY, startTestService } from '../support/scenario.js';

/** What a run sends with, and what it did. */
export interface Stage {
  readonly service: RunningService;
  readonly context: QueueContext;
  readonly events: EngineEvent[];
  /** Entries stored in the memory. */
  readonly kept: StoredText[];
  readonly abort: AbortController;
}

export interface StageOptions {
  readonly faults?: readonly FaultInput[];
  readonly context?: Partial<QueueContext>;
  readonly client?: Partial<ClientOptions>;
  /** False: the memory cannot store anything. */
  readonly remembers?: boolean;
}

/** The embedded service, and everything needed to send to it. */
export async function stage(options: StageOptions = {}): Promise<Stage> {
  const { faults = [], remembers = true } = options;
  const service = await startTestService(faults);
  const translator = translatorOn(service.url, options.client);
  onTestFinished(async () => {
    await translator.close();
    await service.close();
  });
  const events: EngineEvent[] = [];
  const kept: StoredText[] = [];
  const abort = new AbortController();
  const memory = {
    put: (_: string, entries: readonly StoredText[]) => {
      if (remembers) kept.push(...entries);
      return remembers;
    },
    hasRoom: () => true,
    isLimited: false,
    failure: remembers ? undefined : 'The disk is full.',
  };
  const context = {
    translator,
    memory,
    isKeptInFiles: () => true,
    concurrency: fixedConcurrency(2),
    signal: abort.signal,
    onEvent: (event: EngineEvent) => events.push(event),
    ...options.context,
  };
  return { service, context, events, kept, abort };
}

/** A translator whose client waits only a moment before retries. */
export function translatorOn(url: string, client: Partial<ClientOptions> = {}): Translator {
  return createServiceTranslator({
    client: createClient({ baseUrl: url, key: KEY, retry: { baseDelay: 20 }, ...client }),
  });
}
