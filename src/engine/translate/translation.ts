import { setImmediate as nextTurn } from 'node:timers/promises';
import { packAll } from '../changes/batches.js';
import type { AnswerChecks } from '../changes/answer-checks.js';
import type { SegmentTable } from '../changes/segments.js';
import type { Answer, Change, Failure, Outcome, RunPlan, Segment } from '../changes/types.js';
import { Outcomes } from './outcomes.js';
import { Queue } from './queue.js';
import type { QueueContext, SendResult } from './queue.js';
import { WaitingChanges } from './waiting.js';

/**
 * Turns of the event loop after which requests that were begun are under way: connecting and
 * writing take one each.
 */
const TURNS = 5;

/** Each segment of the attempts is in the batches or in the answers. */
export type PlanToSend = Pick<RunPlan, 'batches' | 'attempts' | 'answers'>;

export interface TranslateContext extends Omit<QueueContext, 'onAnswers'> {
  /** The table that made the segments of the plan. */
  readonly segments: Pick<SegmentTable, 'attempt' | 'release'>;
  /** Default: no sound answer is suspicious. */
  readonly checks?: AnswerChecks | undefined;
  /** Called with each change once, as soon as it has its text or has failed for good. */
  readonly onSettled: (change: Change, outcome: Outcome) => void;
}

/**
 * Sends the batches of a plan and settles the changes that wait for the answers. Texts whose
 * answers do not hold go out again in the next form, packed into full batches like the first.
 */
export class Translation {
  readonly outcomes = new Outcomes();
  readonly #context: TranslateContext;
  readonly #queue: Queue;
  /** By service language: no segment is of two. */
  readonly #waiting = new Map<string, WaitingChanges>();

  constructor(context: TranslateContext) {
    this.#context = context;
    this.#queue = new Queue({ ...context, onAnswers: this.#take });
  }

  /**
   * Sends a plan's requests. Resolves when they are under way and few enough texts wait that there
   * is room for the next plan. All that is asked for in one service language is in one plan.
   */
  async begin({ batches, attempts, answers }: PlanToSend): Promise<void> {
    this.#queue.add(batches);
    for (const [segment, answer] of answers) this.#of(targetOf(segment)).answer(segment, answer);
    for (const [change, attempt] of attempts) {
      this.#of(change.unit.options.request.target).add(change, attempt);
    }
    this.#release();
    await this.#queue.hasRoom();
    await this.turn();
  }

  /** Planning lets nothing else run: what came meanwhile is read, and its places are filled. */
  async turn(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
  }

  /**
   * Waits for everything, and sends what has to be asked for in another form. Then every change has
   * an outcome.
   */
  async finish(): Promise<SendResult> {
    const queue = this.#queue;
    queue.showProgress();
    try {
      await queue.drained();
      // Everything sent is answered by now, so what has no answer is to be sent: texts in their
      // next form.
      let segments = this.#unanswered();
      while (segments.length > 0 && !queue.isStopped) {
        const { batches, tooLarge } = packAll(segments, (group) => queue.limitsOf(group));
        queue.add(batches);
        this.#take(answersOf(tooLarge));
        await queue.drained();
        segments = this.#unanswered();
      }
    } finally {
      queue.close();
    }
    const result = queue.result();
    this.#giveUp(result);
    return result;
  }

  readonly #take = (answers: ReadonlyMap<Segment, Answer>): void => {
    for (const [segment, answer] of answers) this.#of(targetOf(segment)).answer(segment, answer);
    this.#release();
  };

  #giveUp({ fatal }: SendResult): void {
    const message = fatal?.message ?? 'The run was interrupted before the answer came.';
    for (const waiting of this.#waiting.values()) {
      waiting.giveUp({ code: 'service-failed', message });
    }
    this.#release();
  }

  #of(target: string): WaitingChanges {
    let waiting = this.#waiting.get(target);
    if (waiting === undefined) {
      const { segments, checks } = this.#context;
      waiting = new WaitingChanges({ segments, checks, onSettled: this.#onSettled });
      this.#waiting.set(target, waiting);
    }
    return waiting;
  }

  /** Lets go of the answers and segments of languages of which nothing waits any more. */
  #release(): void {
    for (const [target, { isEmpty }] of this.#waiting) {
      if (!isEmpty) continue;
      this.#waiting.delete(target);
      this.#context.segments.release(target);
    }
  }

  #unanswered(): readonly Segment[] {
    return Array.from(this.#waiting.values(), ({ unanswered }) => unanswered).flat();
  }

  readonly #onSettled = (change: Change, outcome: Outcome): void => {
    // A text that goes into its file is kept there; only what a report shows is kept here.
    const isShown = outcome.state === 'failed' || outcome.findings !== undefined;
    if (isShown || change.action === 'propose') this.outcomes.set(change, outcome);
    this.#context.onSettled(change, outcome);
  };
}

function targetOf({ group }: Segment): string {
  return group.options.target;
}

function answersOf(failures: ReadonlyMap<Segment, Failure>): ReadonlyMap<Segment, Answer> {
  return new Map(Array.from(failures, ([segment, failure]) => [segment, { failure }]));
}
