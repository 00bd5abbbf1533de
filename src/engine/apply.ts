import { join } from 'node:path';
import type {
  EngineEvent,
  LocaleSyncError,
  Report,
  ReportError,
  Translator,
} from '../model/index.js';
import { noteWriting } from '../state/index.js';
import type { Facts } from '../state/index.js';
import { acceptance } from './accept.js';
import type { Batch } from './batch.js';
import { AdaptiveConcurrency, fixedConcurrency } from './concurrency.js';
import type { TargetDiff } from './diff.js';
import { Ending } from './ending.js';
import type { Job } from './job.js';
import { isKeptInMemory } from './keeping.js';
import type { ParsedFiles } from './parsed-files.js';
import { brokenError, interruptedError } from './run-report.js';
import type { SendResult } from './sender.js';
import { buildReport } from './summary.js';
import { TargetWrites } from './target-writes.js';
import { Translation } from './translate.js';
import type { TranslateContext } from './translate.js';
import { STATE_FOLDER } from './work.js';
import type { Reading, WorkInSteps } from './work.js';
import { writeLock } from './write-lock.js';

export interface ApplyContext {
  readonly open: () => Promise<Translator>;
  readonly signal: AbortSignal;
  readonly onEvent: (event: EngineEvent) => void;
  /** Of an engine that stays warm. */
  readonly parsed: ParsedFiles | undefined;
  /** An error in the words of the host. */
  readonly explain: (error: LocaleSyncError) => ReportError;
}

/** translate → write → report. Each locale's requests go out before the next locale is compared and planned. */
export async function applyWork(
  reading: Reading,
  steps: WorkInSteps,
  context: ApplyContext,
): Promise<Report> {
  const state = join(reading.config.root, STATE_FOLDER);
  const open = async (batches: readonly Batch[]): Promise<Translation> => {
    const needsMemory = isKeptInMemory(reading, steps.memory, batches);
    const sending = { ...context, memory: steps.memory, needsMemory, onSettled };
    return new Translation(steps.table, await sendContext(reading, sending));
  };
  // Called once the plan is complete: before that nobody waits for an answer.
  const onSettled = (job: Job): void => targets.settled(job);
  let begun: Translation | undefined;
  for (let batches = steps.next(); batches.length > 0; batches = steps.next()) {
    begun ??= await open(batches);
    await begun.begin(batches);
  }
  const work = steps.finish();
  if (work.batches.length > 0) begun ??= await open(work.batches);
  if (work.jobs.length > 0) noteWriting(state);
  const ending = new Ending(reading, work);
  const onMade = (diff: TargetDiff): void => ending.made(diff);
  const targets = new TargetWrites(reading, work, { ...context, onMade });
  const sent = begun === undefined ? NOTHING_SENT : await begun.run(work);
  const written = await targets.write();
  for (const job of work.jobs) {
    if (job.action === 'propose' && job.text !== undefined) job.done = true;
  }
  const finish = (): Facts => ending.facts(written.kept);
  const problems = [...written.problems, ...writeLock(reading, work, finish)];
  if (sent.requests > 0) work.memory.compact();
  const error = sent.fatal ?? (context.signal.aborted ? interruptedError() : undefined);
  return buildReport(
    {
      diffs: reading.diffs,
      jobsOf: work.jobsOf,
      amounts: { requests: sent.requests, texts: sent.texts, characters: sent.characters },
      // What was to share a text that did not come has nothing.
      reused: {
        ...work.totals.reused,
        duplicates: work.repeated.filter(({ done }) => done).length,
      },
      files: written.files,
      problems: [...reading.problems, ...work.memory.problems, ...problems],
      error: error === undefined ? brokenError(reading, { done: true }) : context.explain(error),
      inconsistent: reading.config.rules.inconsistent,
      accepts: acceptance(reading.selection),
    },
    { view: 'run', foreseen: (diff) => ending.tally(diff) },
  );
}

type SendingContext = ApplyContext & Pick<TranslateContext, 'memory' | 'needsMemory' | 'onSettled'>;

const NOTHING_SENT: SendResult = { requests: 0, texts: 0, characters: 0, fatal: undefined };

async function sendContext(
  { config }: Reading,
  { open, memory, needsMemory, signal, onEvent, onSettled }: SendingContext,
): Promise<TranslateContext> {
  const { concurrency } = config.limits;
  return {
    translator: await open(),
    memory,
    needsMemory,
    concurrency: concurrency === 'auto' ? new AdaptiveConcurrency() : fixedConcurrency(concurrency),
    signal,
    onEvent,
    onSettled,
  };
}
