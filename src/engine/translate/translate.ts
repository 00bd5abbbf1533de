import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ResolvedConfig } from '../../config/resolved.js';
import type { Problem, Store, Translator } from '../../model/index.js';
import type { AnswerChecks } from '../changes/answer-checks.js';
import type { SegmentTable } from '../changes/segments.js';
import { concurrencyOf } from './concurrency.js';
import type { Concurrency } from './concurrency.js';
import { filesAsPlace, requirePlace } from './keeping.js';
import type { Places } from './keeping.js';
import { letRequestsLeave } from './let-requests-leave.js';
import { Outcomes } from './outcomes.js';
import type { QueueContext, SendResult } from './queue.js';
import { Sharing, trustsText } from './sharing.js';
import { Translation } from './translation.js';
import type { PlanToSend, TranslateContext } from './translation.js';

export interface ServiceContext extends Pick<QueueContext, 'signal' | 'onEvent'> {
  readonly config: ResolvedConfig;
  readonly memory: QueueContext['memory'] & Places['memory'];
  /** Opens the service when something has to be sent. */
  readonly open: () => Promise<Translator>;
  /** Opens the shared store when texts are missing. Absent: there is none. */
  readonly openStore?: (() => Promise<Store>) | undefined;
  /** Default: a new one for the config. */
  readonly concurrency?: Concurrency | undefined;
  /** The table that created the plans' segments. */
  readonly segments: SegmentTable;
  /** The most characters that texts may be billed for. */
  readonly most: QueueContext['most'];
  readonly checks: AnswerChecks;
  readonly onSettled: TranslateContext['onSettled'];
  /** Service languages in which something may be requested. */
  readonly languages: readonly string[];
  /** Files that the run may have to write, relative to the root. */
  readonly files: Places['files'];
}

/** The results of the requests. */
export interface Translated {
  readonly outcomes: Outcomes;
  readonly sent: SendResult;
  /** Problems of the shared store. */
  readonly storeProblems: readonly Problem[];
}

const NOTHING_SENT: SendResult = { requests: 0, texts: 0, characters: 0, fatal: undefined };

/**
 * Sends the requests of plans, one plan after the other, until every change has an outcome.
 * @param plans each is taken when there is room for its requests, and freed when answered; yields
 * undefined while a large plan is being made
 * @throws EngineError 'memory-unwritable'
 */
export async function translate(
  plans: Iterable<PlanToSend | undefined>,
  context: ServiceContext,
): Promise<Translated> {
  let begun: Begun | undefined;
  try {
    for (const plan of plans) {
      // Signals are delivered only between turns.
      if (plan === undefined) await (begun === undefined ? nextTurn() : letRequestsLeave());
      else if (plan.waiting.length > 0) {
        begun ??= await begin(context);
        await begun.translation.begin(plan);
      }
    }
    if (begun === undefined) {
      return { outcomes: new Outcomes(), sent: NOTHING_SENT, storeProblems: [] };
    }
    const sent = await begun.translation.finish();
    begun.sharing?.remember();
    await begun.store?.close();
    const { outcomes } = begun.translation;
    return { outcomes, sent, storeProblems: begun.store?.problems ?? [] };
  } finally {
    await begun?.store?.close();
  }
}

interface Begun {
  readonly translation: Translation;
  readonly store: Store | undefined;
  readonly sharing: Sharing | undefined;
}

async function begin(context: ServiceContext): Promise<Begun> {
  const { root, limits } = context.config;
  const places = { ...context, root };
  requirePlace(context.languages, places);
  const translator = await context.open();
  const store = await context.openStore?.();
  const sharing = store && new Sharing(store, context.memory, await trustsText());
  const translation = new Translation({
    ...context,
    sharing,
    isKeptInFiles: filesAsPlace(places),
    translator,
    concurrency: context.concurrency ?? concurrencyOf(limits.concurrency),
  });
  return { translation, store, sharing };
}
