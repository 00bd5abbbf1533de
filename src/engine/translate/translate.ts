import type { ResolvedConfig } from '../../config/index.js';
import type { Problem, Store, Translator } from '../../model/index.js';
import type { AnswerChecks } from '../segments/answer-checks.js';
import type { SegmentTable } from '../segments/segments.js';
import type {
  FileComparison,
  Segment,
  Answer,
  Batch,
  DecidedRow,
  Failure,
  RunPlan,
} from '../units/row.js';
import { concurrencyOf } from './concurrency.js';
import type { Memory } from '../../state/index.js';
import { filesAsPlace, requirePlace } from './keeping.js';
import type { Places } from './keeping.js';
import { Queue } from './queue.js';
import type { QueueContext, SendResult } from './queue.js';
import { Sharing, trustsText } from './sharing.js';
import type { Shared } from './sharing.js';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_TEXTS, packAll } from '../segments/batches.js';
import { decidedRows } from '../units/decided.js';
import { WaitingChanges } from './waiting.js';
import type { WaitingContext } from './waiting.js';

/**
 * Texts that are claimed at once: other runs, which start in the same order, take the following
 * ones.
 */
const CLAIMED = 1_000;

/**
 * Turns of the event loop after which started requests are under way: connecting and writing take
 * one each.
 */
const TURNS = 5;

/** Each segment of the waiting rows is in `batches` or in `answers`. */
interface PlanToSend {
  readonly files: RunPlan['files'];
  readonly batches: RunPlan['batches'];
  readonly answers: RunPlan['answers'];
}

interface TranslateContext extends QueueContext {
  /** The table that created the plan's segments. */
  readonly segments: SegmentTable;
  /** Default: no sound answer is suspicious. */
  readonly checks?: AnswerChecks | undefined;
  /** Default: every text is requested from the service. */
  readonly sharing?: Sharing | undefined;
  /** Called once per row, as soon as it has its text or has finally failed. */
  readonly onSettled: (row: DecidedRow) => void;
}

/**
 * Sends a plan's batches and settles the rows that wait for the answers. If answers fail the
 * checks, their texts are sent again in the next form, packed into full batches like the first.
 */
export class Translation {
  readonly #context: TranslateContext;
  readonly #queue: Queue;
  /** By service language: a segment belongs to only one. */
  readonly #waiting = new Map<string, WaitingChanges>();
  #hasSaidWaiting = false;

  constructor(context: TranslateContext) {
    this.#context = context;
    this.#queue = new Queue(context, this.#take);
  }

  /**
   * Sends a plan's requests. Resolves when they are under way and few enough texts wait to plan
   * more.
   * @param isLast whether no later plan can fill its half-full requests: then they are sent, too
   */
  async begin(
    { files, batches, answers }: PlanToSend,
    { isLast }: { readonly isLast: boolean },
  ): Promise<void> {
    const { sharing } = this.#context;
    const sent = isLast ? batches : withoutHalfFull(batches);
    if (sharing === undefined) this.#queue.add(sent);
    for (const [segment, answer] of answers) this.#of(targetOf(segment)).answer(segment, answer);
    for (const row of files.flatMap(decidedRows)) {
      const { attempt } = row.decision;
      if (attempt !== undefined) this.#of(row.options.request.target).add(row, attempt);
    }
    if (sharing !== undefined)
      await this.#share(
        sent.flatMap(({ segments }) => segments),
        sharing,
      );
    this.#release();
    await this.#queue.hasRoom();
    await letRequestsLeave();
  }

  /**
   * Waits for everything, and sends texts that need another form. Then every row has an outcome.
   */
  async finish(): Promise<SendResult> {
    const queue = this.#queue;
    queue.showProgress();
    try {
      await this.answered();
      // Everything sent has been answered, so segments without an answer still have to be sent.
      let segments = this.unanswered;
      while (segments.length > 0 && !queue.isStopped) {
        await this.#ask(segments);
        await this.answered();
        segments = this.unanswered;
      }
    } finally {
      queue.close();
    }
    this.#giveUp(this.sent);
    return this.sent;
  }

  /** What was sent so far. */
  get sent(): SendResult {
    return this.#queue.result();
  }

  get isStopped(): boolean {
    return this.#queue.isStopped;
  }

  /**
   * Once everything sent has been answered: texts that still have to be sent, because their request
   * was not full or because they need another form.
   */
  get unanswered(): readonly Segment[] {
    return Array.from(this.#waiting.values(), ({ unanswered }) => unanswered).flat();
  }

  /** Frees answers and segments that nothing waits for. */
  forget(): void {
    for (const [target, waiting] of this.#waiting) {
      this.#context.segments.release(target, waiting.forget());
    }
  }

  #ask(segments: readonly Segment[]): Promise<void> {
    const { sharing } = this.#context;
    if (sharing !== undefined) return this.#share(segments, sharing);
    this.#send(segments);
    return Promise.resolve();
  }

  #send(segments: readonly Segment[]): void {
    const queue = this.#queue;
    const { batches, tooLarge } = packAll(segments, (group) => queue.limitsOf(group));
    queue.add(batches);
    this.#take(answersOf(tooLarge));
  }

  /** Sends what neither the store has nor another run has claimed, in portions. */
  async #share(segments: readonly Segment[], sharing: Sharing): Promise<void> {
    const known = await sharing.lookUp(segments);
    this.#give(known);
    const missing = segments.filter((segment) => !known.has(segment));
    for (let at = 0; at < missing.length && !this.#queue.isStopped; at += CLAIMED) {
      this.#accept(await sharing.claim(missing.slice(at, at + CLAIMED)));
      await this.#queue.hasRoom();
    }
    this.#release();
  }

  #accept({ answers, own }: Shared): void {
    this.#give(answers);
    if (own.length > 0) this.#send(own);
  }

  /** Resolves when everything sent has been answered, here and by other runs. */
  async answered(): Promise<void> {
    const { sharing, signal } = this.#context;
    while (sharing !== undefined && sharing.awaited > 0 && !this.#queue.isStopped) {
      this.#sayWaiting(sharing.awaited);
      const interrupted = onAbort(signal);
      const shared = await Promise.race([sharing.next(), interrupted.promise]);
      interrupted.clear();
      if (shared !== undefined) this.#accept(shared);
      this.#release();
      await this.#queue.hasRoom();
    }
    await this.#queue.drained();
  }

  /** Reports once that the run is waiting: a silent run looks dead. */
  #sayWaiting(texts: number): void {
    if (this.#hasSaidWaiting) return;
    this.#hasSaidWaiting = true;
    this.#context.onEvent({ type: 'shared', texts });
  }

  readonly #take = (answers: ReadonlyMap<Segment, Answer>): void => {
    this.#context.sharing?.tell(answers);
    this.#context.checks?.hear(answers);
    this.#give(answers);
    this.#release();
  };

  #give(answers: ReadonlyMap<Segment, Answer>): void {
    for (const [segment, answer] of answers) this.#of(targetOf(segment)).answer(segment, answer);
  }

  #giveUp({ fatal }: SendResult): void {
    const message = fatal?.message ?? 'The run was interrupted before the answer arrived.';
    for (const waiting of this.#waiting.values()) {
      waiting.giveUp({ code: 'service-failed', message });
    }
    this.#release();
  }

  #of(target: string): WaitingChanges {
    let waiting = this.#waiting.get(target);
    if (waiting === undefined) {
      const { segments, checks, sharing } = this.#context;
      const doubt = sharing && ((some: readonly Segment[]) => sharing.doubt(some));
      waiting = new WaitingChanges({ segments, checks, doubt, onSettled: this.#onSettled });
      this.#waiting.set(target, waiting);
    }
    return waiting;
  }

  /** Frees the answers and segments of languages in which nothing waits any more. */
  #release(): void {
    for (const [target, { isEmpty }] of this.#waiting) {
      if (!isEmpty) continue;
      this.#waiting.delete(target);
      this.#context.segments.release(target);
    }
  }

  #isShared(segments: readonly Segment[]): boolean {
    const { sharing } = this.#context;
    if (sharing === undefined || segments.length === 0) return false;
    return segments.every((segment) => sharing.isGiven(segment));
  }

  readonly #onSettled: WaitingContext['onSettled'] = (row, outcome, segments) => {
    const isShared = outcome.state === 'translated' && this.#isShared(segments);
    row.outcome = isShared ? { ...outcome, isShared } : outcome;
    row.decision.attempt = undefined;
    this.#context.onSettled(row);
  };
}

/**
 * Lets started requests leave, reads answers that have arrived, and fills their places: long work
 * keeps the event loop from that.
 */
async function letRequestsLeave(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}

/** Leaves out the last request of each group if it has room for more texts. */
function withoutHalfFull(batches: readonly Batch[]): readonly Batch[] {
  const last = new Map(batches.map((batch) => [batch.group.id, batch]));
  return batches.filter(
    (batch) => batch.segments.length === MAX_TEXTS || last.get(batch.group.id) !== batch,
  );
}

/** Resolves when the run is interrupted. */
function onAbort(signal: AbortSignal): { readonly promise: Promise<undefined>; clear(): void } {
  let clear = (): void => undefined;
  const promise = new Promise<undefined>((resolve) => {
    const end = (): void => resolve(undefined);
    signal.addEventListener('abort', end, { once: true });
    clear = () => signal.removeEventListener('abort', end);
  });
  return { promise, clear };
}

function targetOf({ group }: Segment): string {
  return group.options.target;
}

function answersOf(failures: ReadonlyMap<Segment, Failure>): ReadonlyMap<Segment, Answer> {
  return new Map(Array.from(failures, ([segment, failure]) => [segment, { failure }]));
}

export interface ServiceContext {
  readonly config: ResolvedConfig;
  readonly signal: AbortSignal;
  readonly onEvent: QueueContext['onEvent'];
  readonly memory: Memory;
  /** Opens the service when something has to be sent. */
  readonly open: () => Promise<Translator>;
  /** Opens the shared store when texts are missing. Absent: there is none. */
  readonly openStore?: (() => Promise<Store>) | undefined;
  /** The table that created the plans' segments. */
  readonly segments: SegmentTable;
  /** The most characters that texts may be billed for. */
  readonly most: QueueContext['most'];
  readonly checks: AnswerChecks;
  readonly onSettled: TranslateContext['onSettled'];
  /** Files that the run may have to write, relative to the root. */
  readonly files: Places['files'];
}

/** The results of the requests. */
export interface Translated {
  readonly sent: SendResult;
  /** Problems of the shared store. */
  readonly storeProblems: readonly Problem[];
}

const NOTHING_SENT: SendResult = { requests: 0, texts: 0, characters: 0, fatal: undefined };

/** Sends the requests of a run's plans, one plan after the other. */
export class Sending {
  readonly #context: ServiceContext;
  readonly #places: Places;
  /** Service languages whose answers may have to be saved, until it is known that they can be. */
  #languages: readonly string[] = [];
  /** Undefined until something has to be sent. */
  #begun: Begun | undefined;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#places = { ...context, root: context.config.root };
  }

  /** Called with the service languages of the next plans: their answers must have a place. */
  expect(languages: readonly string[]): void {
    this.#languages = languages;
  }

  /**
   * Sends a plan's requests. Resolves when they are under way and there is room for the next plan.
   * @param isLast whether no later plan can fill its half-full requests: then they are sent, too
   * @throws EngineError 'memory-unwritable'
   */
  async send(plan: PlanToSend, { isLast }: { readonly isLast: boolean }): Promise<void> {
    if (!plan.files.some(isWaiting)) return;
    requirePlace(this.#languages, this.#places);
    this.#languages = [];
    this.#begun ??= await this.#begin();
    await this.#begun.translation.begin(plan, { isLast });
  }

  /** Texts that are not sent yet: those of half-full requests, and those in their next form. */
  get unsent(): readonly Segment[] {
    return this.#begun?.translation.unanswered ?? [];
  }

  /** Whether nothing more is sent, because of an error or an interruption. */
  get isStopped(): boolean {
    return this.#begun?.translation.isStopped ?? this.#context.signal.aborted;
  }

  /** Resolves when everything sent so far has been answered. */
  async answered(): Promise<Translated> {
    await this.#begun?.translation.answered();
    return this.#result(this.#begun?.translation.sent);
  }

  /** Sends a run's only plan. */
  async sendAll(plan: PlanToSend): Promise<Translated> {
    try {
      await this.send(plan, { isLast: true });
      return await this.finish();
    } finally {
      await this.close();
    }
  }

  /** Sends the rest, and resolves when every row has an outcome. */
  async finish(): Promise<Translated> {
    const { translation, sharing } = this.#begun ?? {};
    const sent = await translation?.finish();
    sharing?.remember();
    await this.close();
    return this.#result(sent);
  }

  /** Frees the answers that nothing waits for any more. */
  forget(): void {
    this.#begun?.translation.forget();
  }

  async close(): Promise<void> {
    await this.#begun?.store?.close();
  }

  #result(sent = NOTHING_SENT): Translated {
    return { sent, storeProblems: this.#begun?.store?.problems ?? [] };
  }

  async #begin(): Promise<Begun> {
    const context = this.#context;
    const translator = await context.open();
    const store = await context.openStore?.();
    const sharing = store && new Sharing(store, context.memory, await trustsText());
    const translation = new Translation({
      ...context,
      sharing,
      isKeptInFiles: filesAsPlace(this.#places),
      translator,
      concurrency: concurrencyOf(context.config.limits.concurrency),
    });
    return { translation, store, sharing };
  }
}

function isWaiting({ rows }: FileComparison): boolean {
  return rows.some(({ decision }) => decision?.attempt !== undefined);
}

interface Begun {
  readonly translation: Translation;
  readonly store: Store | undefined;
  readonly sharing: Sharing | undefined;
}
