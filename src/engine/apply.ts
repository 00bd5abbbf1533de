import { join } from 'node:path';
import type { EngineEvent, Problem, Report, Translator } from '../model/index.js';
import {
  formatLock,
  noteLock,
  noteWriting,
  noteWritten,
  WriteError,
  writeFileAtomic,
} from '../state/index.js';
import { acceptance } from './accept.js';
import { AdaptiveConcurrency, fixedConcurrency } from './concurrency.js';
import { factsAfter } from './facts.js';
import type { Job } from './job.js';
import type { ParsedFiles } from './parsed-files.js';
import { brokenError, interruptedError, reportError } from './run-report.js';
import type { SendResult } from './sender.js';
import { buildReport } from './summary.js';
import { translate } from './translate.js';
import { LOCK_FILE, STATE_FOLDER } from './work.js';
import type { Reading, Work } from './work.js';
import { writeTarget } from './write.js';

export interface ApplyContext {
  readonly open: () => Promise<Translator>;
  readonly signal: AbortSignal;
  readonly onEvent: (event: EngineEvent) => void;
  /** Of an engine that stays warm. */
  readonly parsed: ParsedFiles | undefined;
}

/** translate → write → report. */
export async function applyWork(
  reading: Reading,
  work: Work,
  context: ApplyContext,
): Promise<Report> {
  const state = join(reading.config.root, STATE_FOLDER);
  if (work.jobs.length > 0) noteWriting(state);
  const sent = await send(reading, work, context);
  const written = await writeAll(reading, work.jobs, context);
  for (const job of work.jobs) {
    if (job.action === 'propose' && job.text !== undefined) written.done.add(job);
  }
  const problems = [...written.problems, ...writeLock(reading, work.jobs, written.done)];
  if (sent.requests > 0) work.memory.compact();
  const error = sent.fatal ?? (context.signal.aborted ? interruptedError() : undefined);
  return buildReport(
    {
      diffs: reading.diffs,
      jobs: work.jobs,
      done: written.done,
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

async function send(reading: Reading, work: Work, context: ApplyContext): Promise<SendResult> {
  if (work.batches.length === 0) return NOTHING_SENT;
  const { concurrency } = reading.config.limits;
  const { signal, onEvent } = context;
  return translate(work, work.table, {
    translator: await context.open(),
    memory: work.memory,
    concurrency: concurrency === 'auto' ? new AdaptiveConcurrency() : fixedConcurrency(concurrency),
    signal,
    onEvent,
  });
}

interface Written {
  readonly done: Set<Job>;
  readonly files: { readonly written: number; readonly unchanged: number };
  readonly problems: readonly Problem[];
}

async function writeAll(
  { config, diffs, inputs }: Reading,
  jobs: readonly Job[],
  { onEvent, parsed }: ApplyContext,
): Promise<Written> {
  const byTarget = new Map<unknown, Job[]>();
  for (const job of jobs) {
    const group = byTarget.get(job.diff);
    if (group === undefined) byTarget.set(job.diff, [job]);
    else group.push(job);
  }
  const done = new Set<Job>();
  const problems: Problem[] = [];
  let written = 0;
  for (const diff of diffs) {
    const group = byTarget.get(diff) ?? [];
    if (group.length === 0 && diff.obsolete.length === 0) continue;
    const state = join(config.root, STATE_FOLDER);
    const context = { root: config.root, state, inputs, parsed, onEvent };
    const result = await writeTarget(diff, group, context);
    for (const job of result.done) done.add(job);
    problems.push(...result.problems);
    if (result.outcome === 'written') written += 1;
  }
  return { done, files: { written, unchanged: diffs.length - written }, problems };
}

/** The lock says what is true now. A lock of a newer version stays as it is. */
function writeLock(
  { config, selection, lock, lockIsKnown, wasWriting, diffs, orphans, broken, inputs }: Reading,
  jobs: readonly Job[],
  done: ReadonlySet<Job>,
): readonly Problem[] {
  const { root } = config;
  const state = join(root, STATE_FOLDER);
  if (!lock.writable) {
    noteWritten(state);
    return [];
  }
  const accepts = acceptance(selection);
  const narrowed = selection.locales !== undefined || selection.files !== undefined;
  const complete = broken.length === 0 && !narrowed;
  const context = { previous: lock.facts, orphans, done, accepts, complete };
  const facts = factsAfter(diffs, jobs, context);
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
    inputs.written(LOCK_FILE, text);
    return [];
  } catch (error) {
    if (!(error instanceof WriteError)) throw error;
    const message = [error.message, error.hint].filter(Boolean).join(' ');
    return [{ code: 'write-failed', severity: 'error', file: LOCK_FILE, message }];
  }
}
