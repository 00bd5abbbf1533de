import { join } from 'node:path';
import type { EngineEvent, Problem, Report, Translator } from '../model/index.js';
import {
  formatLock,
  noteLock,
  noteWriting,
  noteWritten,
  quickHash,
  WriteError,
  writeFileAtomic,
} from '../state/index.js';
import { acceptance } from './accept.js';
import { AdaptiveConcurrency, fixedConcurrency } from './concurrency.js';
import type { TargetDiff } from './diff.js';
import { LockFacts } from './facts.js';
import type { Job } from './job.js';
import { LOCK_FILE } from './lock-file.js';
import type { ParsedFiles } from './parsed-files.js';
import { brokenError, interruptedError, reportError } from './run-report.js';
import type { SendResult } from './sender.js';
import { buildReport } from './summary.js';
import { TargetWrites } from './target-writes.js';
import { Translation } from './translate.js';
import type { TranslateContext } from './translate.js';
import { STATE_FOLDER } from './work.js';
import type { Reading, Work, WorkInSteps } from './work.js';

export interface ApplyContext {
  readonly open: () => Promise<Translator>;
  readonly signal: AbortSignal;
  readonly onEvent: (event: EngineEvent) => void;
  /** Of an engine that stays warm. */
  readonly parsed: ParsedFiles | undefined;
}

/** translate → write → report. Each locale's requests go out before the next locale is compared and planned. */
export async function applyWork(
  reading: Reading,
  steps: WorkInSteps,
  context: ApplyContext,
): Promise<Report> {
  const state = join(reading.config.root, STATE_FOLDER);
  const open = async (): Promise<Translation> =>
    new Translation(steps.table, await sendContext(reading, steps, context, onSettled));
  // Called once the plan is complete: before that nobody waits for an answer.
  const onSettled = (job: Job): void => targets.settled(job);
  let begun: Translation | undefined;
  for (let batches = steps.next(); batches.length > 0; batches = steps.next()) {
    begun ??= await open();
    await begun.begin(batches);
  }
  const work = steps.finish();
  if (work.jobs.length > 0) noteWriting(state);
  const facts = lockFacts(reading, work);
  const onMade = (diff: TargetDiff): void => facts.foresee(diff);
  const targets = new TargetWrites(reading, work, { ...context, onMade });
  const sent = work.batches.length === 0 ? NOTHING_SENT : await (begun ?? (await open())).run(work);
  const written = await targets.write();
  for (const job of work.jobs) {
    if (job.action === 'propose' && job.text !== undefined) job.done = true;
  }
  const problems = [...written.problems, ...writeLock(reading, facts)];
  if (sent.requests > 0) work.memory.compact();
  const error = sent.fatal ?? (context.signal.aborted ? interruptedError() : undefined);
  return buildReport(
    {
      diffs: reading.diffs,
      jobsOf: work.jobsOf,
      amounts: { requests: sent.requests, texts: sent.texts, characters: sent.characters },
      reused: work.totals.reused,
      files: written.files,
      problems: [...reading.problems, ...work.memory.problems, ...problems],
      error: error === undefined ? brokenError(reading) : reportError(error),
      inconsistent: reading.config.rules.inconsistent,
      accepts: acceptance(reading.selection),
    },
    { view: 'run' },
  );
}

const NOTHING_SENT: SendResult = { requests: 0, texts: 0, characters: 0, fatal: undefined };

async function sendContext(
  { config }: Reading,
  { memory }: WorkInSteps,
  { open, signal, onEvent }: ApplyContext,
  onSettled: TranslateContext['onSettled'],
): Promise<TranslateContext> {
  const { concurrency } = config.limits;
  return {
    translator: await open(),
    memory,
    concurrency: concurrency === 'auto' ? new AdaptiveConcurrency() : fixedConcurrency(concurrency),
    signal,
    onEvent,
    onSettled,
  };
}

function lockFacts(
  { selection, lock, diffs, orphans, broken }: Reading,
  { jobsOf }: Work,
): LockFacts {
  const accepts = acceptance(selection);
  const complete = isComplete({ selection, broken });
  return new LockFacts(diffs, jobsOf, { previous: lock.facts, orphans, accepts, complete });
}

function isComplete({ selection, broken }: Pick<Reading, 'selection' | 'broken'>): boolean {
  const narrowed = selection.locales !== undefined || selection.files !== undefined;
  return broken.length === 0 && !narrowed;
}

/** The lock says what is true now. A lock of a newer version stays as it is. */
function writeLock(
  { config, selection, lock, lockIsKnown, wasWriting, broken, inputs }: Reading,
  after: LockFacts,
): readonly Problem[] {
  const { root } = config;
  const state = join(root, STATE_FOLDER);
  if (!lock.writable) {
    noteWritten(state);
    return [];
  }
  const complete = isComplete({ selection, broken });
  const facts = after.finish();
  // A project without a single translation needs no lock yet.
  if (facts.size === 0 && lock.facts.size === 0) {
    noteWritten(state);
    return [];
  }
  const text = formatLock(facts);
  try {
    writeFileAtomic(join(root, LOCK_FILE), text, { root, state });
    // What a narrowed run did not look at may still be newer than an old lock.
    if (complete || lockIsKnown) noteLock(state, text);
    if (complete || !wasWriting) noteWritten(state);
    inputs.written(LOCK_FILE, quickHash(Buffer.from(text)));
    return [];
  } catch (error) {
    if (!(error instanceof WriteError)) throw error;
    const message = error.explanation;
    return [{ code: 'write-failed', severity: 'error', file: LOCK_FILE, message }];
  }
}
