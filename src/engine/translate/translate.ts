import type { ResolvedConfig } from '../../config/resolved.js';
import type { Translator } from '../../model/index.js';
import type { AnswerChecks } from '../changes/answer-checks.js';
import type { SegmentTable } from '../changes/segments.js';
import type { RunPlan } from '../changes/types.js';
import { AdaptiveConcurrency, fixedConcurrency } from './concurrency.js';
import { filesAsPlace, requirePlace } from './keeping.js';
import type { Places } from './keeping.js';
import { Outcomes } from './outcomes.js';
import type { QueueContext, SendResult } from './queue.js';
import { Translation } from './translation.js';
import type { TranslateContext } from './translation.js';

export interface ServiceContext extends Pick<QueueContext, 'signal' | 'onEvent'> {
  readonly config: ResolvedConfig;
  readonly memory: QueueContext['memory'] & Places['memory'];
  /** The service; opened when something has to be sent. */
  readonly open: () => Promise<Translator>;
  /** The table that made the segments of the plans. */
  readonly segments: SegmentTable;
  readonly checks: AnswerChecks;
  readonly onSettled: TranslateContext['onSettled'];
  /** Service languages that something may be asked for in. */
  readonly languages: readonly string[];
  /** Files that the run may have to write, from the root. */
  readonly files: Places['files'];
}

/** What came of the requests. */
export interface Translated {
  readonly outcomes: Outcomes;
  readonly sent: SendResult;
}

const NOTHING_SENT: SendResult = { requests: 0, texts: 0, characters: 0, fatal: undefined };

/**
 * Sends what plans ask for, one plan after the other, until every change has an outcome.
 * @param plans each is taken when there is room for its requests, and let go of when it is
 * answered;   undefined while a large one is being made
 * @throws EngineError 'memory-unwritable'
 */
export async function translate(
  plans: Iterable<RunPlan | undefined>,
  context: ServiceContext,
): Promise<Translated> {
  let translation: Translation | undefined;
  for (const plan of plans) {
    if (plan === undefined) await translation?.turn();
    if (plan === undefined || plan.attempts.size === 0) continue;
    translation ??= await begin(context);
    await translation.begin(plan);
  }
  if (translation === undefined) return { outcomes: new Outcomes(), sent: NOTHING_SENT };
  const sent = await translation.finish();
  return { outcomes: translation.outcomes, sent };
}

async function begin(context: ServiceContext): Promise<Translation> {
  const { concurrency } = context.config.limits;
  const { root } = context.config;
  const places = { ...context, root };
  requirePlace(context.languages, places);
  return new Translation({
    ...context,
    isKeptInFiles: filesAsPlace(places),
    translator: await context.open(),
    concurrency: concurrency === 'auto' ? new AdaptiveConcurrency() : fixedConcurrency(concurrency),
  });
}
