import type { Memory } from '../state/index.js';
import { packAll } from './batch.js';
import { advance, wiresOf } from './job.js';
import type { Job } from './job.js';
import type { WorkPlan } from './plan.js';
import { Sender } from './sender.js';
import type { SendContext, SendResult } from './sender.js';
import type { Wire, WireTable } from './wire.js';

export interface TranslateContext extends SendContext {
  /** Called with each job that waited, as soon as it has its text or has failed for good. */
  readonly onSettled: (job: Job) => void;
}

/**
 * Sends what the plan packed and hands the answers to the jobs; what does not hold goes out again in the next
 * form, packed into full batches like the first.
 */
export async function translate(
  plan: WorkPlan,
  table: WireTable,
  context: TranslateContext,
): Promise<SendResult> {
  const sender = new Sender(plan.totals, context);
  const handOut = new Distribution(table, context);
  let waiting = plan.waiting;
  let batches = plan.batches;
  while (batches.length > 0 && !sender.stopped) {
    handOut.expect(waiting);
    await sender.send(batches, (wires) => handOut.answered(wires));
    handOut.finish();
    waiting = waiting.filter((job) => job.wires !== undefined && handOut.waits(job));
    batches = packAll(table.drain(), (group) => sender.limitsOf(group));
    sender.expect(batches);
  }
  const result = sender.result();
  for (const job of waiting) leaveUnanswered(job, result);
  return result;
}

/** Hands answers to the jobs that wait for them, while other answers are still under way. */
class Distribution {
  readonly #table: WireTable;
  readonly #memory: Memory;
  readonly #onSettled: (job: Job) => void;
  #queue: (readonly Wire[])[] = [];
  #timer: NodeJS.Immediate | undefined;

  constructor(table: WireTable, { memory, onSettled }: TranslateContext) {
    this.#table = table;
    this.#memory = memory;
    this.#onSettled = onSettled;
  }

  expect(jobs: readonly Job[]): void {
    for (const job of jobs) {
      for (const wire of wiresOf(job)) {
        const { jobs: others } = wire;
        if (others === undefined) wire.jobs = job;
        else if (Array.isArray(others)) others.push(job);
        else wire.jobs = [others, job];
      }
    }
  }

  /** After the next request has gone out: the service is not kept waiting for us. */
  answered(wires: readonly Wire[]): void {
    this.#queue.push(wires);
    this.#timer ??= setImmediate(() => this.finish());
  }

  finish(): void {
    clearImmediate(this.#timer);
    this.#timer = undefined;
    for (const wires of this.#queue.splice(0)) for (const wire of wires) this.#handOut(wire);
  }

  waits(job: Job): boolean {
    if (advance(job, this.#table)) return true;
    this.#settle(job);
    return false;
  }

  #handOut(wire: Wire): void {
    const { jobs } = wire;
    wire.jobs = undefined;
    let needed = false;
    for (const job of Array.isArray(jobs) ? jobs : jobs === undefined ? [] : [jobs]) {
      if (job.wires === undefined) continue;
      if (advance(job, this.#table)) needed = true;
      else this.#settle(job);
    }
    const { target } = wire.group.options;
    if (!needed && wire.answer !== undefined && this.#memory.size(target) !== undefined) {
      this.#table.forget(wire);
    }
  }

  #settle(job: Job): void {
    job.wires = undefined;
    this.#onSettled(job);
  }
}

function leaveUnanswered(job: Job, { fatal }: SendResult): void {
  const message = fatal?.message ?? 'The run was interrupted before the answer came.';
  job.failure ??= { code: 'service-failed', message };
}
