import type { ResolvedConfig } from '../../config/resolved.js';
import type { Translator } from '../../model/index.js';
import type { SegmentTable } from '../changes/segments.js';
import { AdaptiveConcurrency, fixedConcurrency } from './concurrency.js';
import { isKeptInMemory } from './keeping.js';
import { Outcomes } from './outcomes.js';
import type { QueueContext, SendResult } from './queue.js';
import { Translation } from './translation.js';
import type { TranslateContext } from './translation.js';
import type { FileChanges, RunPlan } from '../changes/types.js';

export interface PlanToTranslate {
  readonly plan: RunPlan;
  readonly files: readonly FileChanges[];
  readonly segments: SegmentTable;
}

export interface ServiceContext extends Pick<QueueContext, 'memory' | 'signal' | 'onEvent'> {
  readonly config: ResolvedConfig;
  readonly memory: QueueContext['memory'] & Parameters<typeof isKeptInMemory>[1]['memory'];
  /** The service; opened when something has to be sent. */
  readonly open: () => Promise<Translator>;
  readonly onSettled: TranslateContext['onSettled'];
  /** Files that the run writes beside its targets, from the root. */
  readonly otherFiles: readonly string[];
}

/** What came of a plan's requests. */
export interface Translated {
  readonly outcomes: Outcomes;
  readonly sent: SendResult;
}

const NOTHING_SENT: SendResult = { requests: 0, texts: 0, characters: 0, fatal: undefined };

/** Sends what a plan asks for, until every change has an outcome. @throws EngineError 'memory-unwritable' */
export async function translate(
  { plan, files, segments }: PlanToTranslate,
  context: ServiceContext,
): Promise<Translated> {
  const changes = files.flatMap((file) => file.changes);
  const waiting = changes.filter(({ attempt }) => attempt !== undefined);
  if (waiting.length === 0) return { outcomes: new Outcomes(), sent: NOTHING_SENT };
  const { config, memory, signal, onEvent, onSettled, otherFiles } = context;
  const needsMemory = isKeptInMemory(plan.batches, {
    memory,
    root: config.root,
    files: () => [...openFiles(files), ...otherFiles],
  });
  const { concurrency } = config.limits;
  const translation = new Translation({
    segments,
    translator: await context.open(),
    memory,
    needsMemory,
    concurrency: concurrency === 'auto' ? new AdaptiveConcurrency() : fixedConcurrency(concurrency),
    signal,
    onEvent,
    onSettled,
  });
  await translation.begin(waiting, plan.batches, plan.answers);
  const sent = await translation.finish();
  return { outcomes: translation.outcomes, sent };
}

/** Targets that the run may have to write. */
function openFiles(files: readonly FileChanges[]): readonly string[] {
  return files
    .filter(({ file }) => file.units.some(({ state }) => state.status !== 'current'))
    .map(({ file }) => file.target.path);
}
