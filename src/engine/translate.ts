import { setImmediate as nextTurn } from 'node:timers/promises';
import { amountsOf, packAll } from './batch.js';
import type { Batch } from './batch.js';
import { advance, wiresOf } from './job.js';
import type { Job } from './job.js';
import type { WorkPlan } from './plan.js';
import { Sender } from './sender.js';
import type { SendContext, SendResult } from './sender.js';
import type { Wire, WireTable } from './wire.js';
import type { WholeMemory } from './whole-memory.js';

/** Turns of the event loop after which requests that were begun are under way. */
const TURNS = 5;
/**
 * Milliseconds that answers wait to be handed out: those of requests that went out together come together, and each lets
 * the next request go, which the service is not kept waiting for.
 */
const PATIENCE = 30;

export interface TranslateContext extends SendContext {
  /** Called with each job that waited, as soon as it has its text or has failed for good. */
  readonly onSettled: (job: Job) => void;
}

/**
 * Sends what the plan packed and hands the answers to the jobs; what does not hold goes out again in the next
 * form, packed into full batches like the first.
 */
export class Translation {
  readonly #sender: Sender;
  readonly #handOut: Distribution;
  readonly #table: WireTable;
  readonly #begun = new Set<Batch>();

  constructor(table: WireTable, context: TranslateContext) {
    this.#table = table;
    this.#sender = new Sender(context);
    this.#handOut = new Distribution(table, context);
  }

  readonly #onAnswered = (wires: readonly Wire[]): void => {
    this.#handOut.answered(wires, { isPatient: this.#sender.hasMore });
  };

  /** Sends some of a plan's batches. Resolves when they are under way and there is time to go on with the plan. */
  async begin(batches: readonly Batch[]): Promise<void> {
    for (const batch of batches) this.#begun.add(batch);
    this.#sender.begin(batches, this.#onAnswered);
    // Connecting and writing take a turn of the event loop each.
    for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
  }

  /** Sends the rest, and waits for everything. */
  async run(plan: WorkPlan): Promise<SendResult> {
    const sender = this.#sender;
    const handOut = this.#handOut;
    sender.expect(plan.totals);
    let waiting = plan.waiting;
    let batches: readonly Batch[] = plan.batches.filter((batch) => !this.#begun.has(batch));
    // What is under way is waited for, even where it showed that there is no sense in going on.
    let begun = this.#begun.size > 0;
    while (begun || (batches.length > 0 && !sender.stopped)) {
      begun = false;
      handOut.expect(waiting);
      await sender.send(batches, this.#onAnswered);
      handOut.finish();
      waiting = waiting.filter((job) => job.wires !== undefined && handOut.waits(job));
      batches = packAll(this.#table.drain(), (group) => sender.limitsOf(group));
      sender.expect(amountsOf(batches));
    }
    const result = sender.result();
    for (const job of waiting) leaveUnanswered(job, result);
    return result;
  }
}

/** Hands answers to the jobs that wait for them, while other answers are still under way. */
class Distribution {
  readonly #table: WireTable;
  readonly #memory: WholeMemory;
  readonly #onSettled: (job: Job) => void;
  #queue: (readonly Wire[])[] = [];
  /** Nobody has said yet who waits: answers that come before are kept. */
  #isExpected = false;
  #timer: NodeJS.Timeout | undefined;
  #turn: NodeJS.Immediate | undefined;

  constructor(table: WireTable, { memory, onSettled }: TranslateContext) {
    this.#table = table;
    this.#memory = memory;
    this.#onSettled = onSettled;
  }

  expect(jobs: readonly Job[]): void {
    this.#isExpected = true;
    if (this.#queue.length > 0) this.#handOutSoon(true);
    for (const job of jobs) {
      for (const wire of wiresOf(job)) {
        const { jobs: others } = wire;
        if (others === undefined) wire.jobs = job;
        else if (Array.isArray(others)) others.push(job);
        else wire.jobs = [others, job];
      }
    }
  }

  /** @param isPatient requests wait for their turn */
  answered(wires: readonly Wire[], { isPatient }: { readonly isPatient: boolean }): void {
    this.#queue.push(wires);
    if (this.#isExpected) this.#handOutSoon(isPatient);
  }

  finish(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#turn);
    this.#timer = undefined;
    this.#turn = undefined;
    for (const wires of this.#queue.splice(0)) for (const wire of wires) this.#handOut(wire);
  }

  waits(job: Job): boolean {
    // By now everything has come that comes.
    for (const wire of wiresOf(job)) wire.underWay = false;
    if (advance(job, this.#table)) return true;
    this.#settle(job);
    return false;
  }

  #handOutSoon(isPatient: boolean): void {
    if (isPatient) this.#timer ??= setTimeout(() => this.finish(), PATIENCE);
    else this.#turn ??= setImmediate(() => this.finish());
  }

  #handOut(wire: Wire): void {
    const { jobs } = wire;
    wire.jobs = undefined;
    wire.underWay = false;
    let needed = false;
    for (const job of Array.isArray(jobs) ? jobs : jobs === undefined ? [] : [jobs]) {
      if (job.wires === undefined) continue;
      if (advance(job, this.#table)) needed = true;
      else this.#settle(job);
    }
    const { target } = wire.group.options;
    if (!needed && wire.answer !== undefined && this.#memory.remembers(target)) {
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
