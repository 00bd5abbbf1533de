import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import { TranslatorError } from '../model/index.js';
import type {
  EngineEvent,
  LocaleSyncError,
  Progress,
  Translator,
  TranslatorErrorCode,
} from '../model/index.js';
import type { Amounts, Batch, PackLimits } from './batch.js';
import type { Concurrency } from './concurrency.js';
import { memoryLost } from './keeping.js';
import { Refusals, SETTLED } from './refusals.js';
import type { Outcome } from './refusals.js';
import { isNoAnswer, keyOf } from './wire.js';
import type { Group, Wire } from './wire.js';
import type { WholeMemory } from './whole-memory.js';

export interface SendContext {
  readonly translator: Translator;
  readonly memory: WholeMemory;
  /** Answers have no other place that they are sure to be kept in: without it, nothing more is asked for. */
  readonly needsMemory: boolean;
  readonly concurrency: Concurrency;
  /** Ends the run: nothing new is sent, and what is in flight has a moment to finish. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: EngineEvent) => void;
}

/** What was really sent and billed. */
export interface SendResult {
  readonly requests: number;
  readonly texts: number;
  readonly characters: number;
  /** What ended the run before everything was answered. */
  readonly fatal: LocaleSyncError | undefined;
}

type Sums = { -readonly [Name in keyof Amounts]: number };

/** Called with wires as soon as each is answered or failed. */
type OnSettled = (wires: readonly Wire[]) => void;

/** Milliseconds that requests in flight may still take after an interruption. */
const GRACE = 1_500;
/** Refusals of one batch for its rate, with nothing answered meanwhile, after which it is given up. */
const MAX_REFUSALS = 6;
/**
 * Milliseconds that a `Retry-After` is granted: about what a person, or a job in CI, waits for. Where the service asks
 * for more the run ends, and says so.
 */
const LONGEST_PAUSE = 120_000;
/** No sense in asking on: every other request would end the same way. */
const FATAL: ReadonlySet<TranslatorErrorCode> = new Set([
  'no-key',
  'forbidden',
  'quota',
  'network',
]);

/** The one queue of a run: all batches of all targets, limited in flight, each answer kept the moment it comes. */
export class Sender {
  readonly #context: SendContext;
  readonly #limit: LimitFunction;
  readonly #inFlight = new AbortController();
  readonly #done: Sums = { requests: 0, texts: 0, characters: 0 };
  readonly #total: Sums = { requests: 0, texts: 0, characters: 0 };
  /** Batches sent before the plan was complete; until then there is no progress to show. */
  #begun: Promise<void>[] | undefined;
  readonly #backends = new Set<string>();
  readonly #refusals: Refusals;
  /** Requests that wait to be tried again, and until when (`performance.now()`): none of them starts once the run is over. */
  readonly #resting = new Map<AbortController, number>();
  /** Runs while the concurrency is about to change by itself. */
  #timer: NodeJS.Timeout | undefined;
  #fatal: LocaleSyncError | undefined;
  #billed = 0;
  #active = 0;
  /** Requests that have begun and are not answered yet. */
  #open = 0;
  #answers = 0;
  /** No request starts before this time (`performance.now()`): the service asked everybody to wait. */
  #pausedUntil = 0;

  constructor(context: SendContext) {
    this.#context = context;
    this.#refusals = new Refusals(({ options }) => context.translator.overhead(options));
    this.#limit = pLimit(context.concurrency.limit);
    // Every batch that waits listens; Node would warn of the eleventh.
    setMaxListeners(0, context.signal, this.#inFlight.signal);
  }

  get stopped(): boolean {
    return this.#fatal !== undefined || this.#context.signal.aborted;
  }

  /** Requests wait for their turn. */
  get hasMore(): boolean {
    return this.#limit.pendingCount > 0;
  }

  result(): SendResult {
    const { requests, texts } = this.#done;
    // Where nobody was answered at all, the service as a whole is the problem.
    const fatal = this.#fatal ?? (this.#answers === 0 ? this.#refusals.last : undefined);
    return { requests, texts, characters: this.#billed, fatal };
  }

  /** Of bodies, by what the service has taken so far. */
  limitsOf(group: Group): PackLimits {
    return this.#refusals.limitsOf(group);
  }

  /** Adds to the totals of the progress. */
  expect({ requests, texts, characters }: Amounts): void {
    this.#total.requests += requests;
    this.#total.texts += texts;
    this.#total.characters += characters;
  }

  /** Sends batches while the plan is being completed; `send` waits for them, too. */
  begin(batches: readonly Batch[], onSettled: OnSettled): void {
    for (const batch of batches) {
      const delivery = this.#deliver(batch, onSettled);
      // What goes wrong is told where it is waited for.
      delivery.catch(() => undefined);
      (this.#begun ??= []).push(delivery);
    }
  }

  /** Resolves when every batch is answered, failed, or the run was stopped; then its wires say which. */
  async send(batches: readonly Batch[], onSettled: OnSettled): Promise<void> {
    const { signal } = this.#context;
    let grace: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      grace = setTimeout(() => {
        this.#stopResting();
        this.#inFlight.abort();
      }, GRACE);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    const begun = this.#begun ?? [];
    this.#begun = undefined;
    this.#progress();
    try {
      await Promise.all([...begun, ...batches.map((batch) => this.#deliver(batch, onSettled))]);
    } finally {
      clearTimeout(grace);
      clearTimeout(this.#timer);
      this.#timer = undefined;
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** One batch through the queue: again after a refusal for its rate, in parts after a split. */
  async #deliver(batch: Batch, onSettled: OnSettled): Promise<void> {
    let refusals = 0;
    let answers = this.#answers;
    for (;;) {
      const outcome = await this.#inTurn(batch);
      if (outcome.type === 'settled') {
        onSettled(batch.wires);
        batch.wires = [];
        return;
      }
      if (outcome.type === 'split') {
        this.#total.requests += outcome.parts.length;
        await Promise.all(outcome.parts.map((part) => this.#deliver(part, onSettled)));
        return;
      }
      refusals = this.#answers > answers ? 1 : refusals + 1;
      answers = this.#answers;
      if (refusals >= MAX_REFUSALS) {
        this.#refusals.givenUp(batch, outcome.error);
        return;
      }
      await this.#sleep(outcome.error.retryAfter ?? backOff(refusals));
    }
  }

  /** Its place in the queue is free as soon as its answer has come: the next one is made ready before that is read. */
  #inTurn(batch: Batch): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      void this.#limit(
        () =>
          new Promise<void>((free) => {
            void this.#attempt(batch, free).then(resolve, reject).finally(free);
          }),
      );
    });
  }

  async #attempt(batch: Batch, free: () => void): Promise<Outcome> {
    await this.#sleep(this.#pausedUntil - performance.now());
    if (this.stopped) return SETTLED;
    const known = this.#refusals.foresee(batch);
    if (known !== undefined) return known;
    const { concurrency } = this.#context;
    const started = performance.now();
    const inFlight = (this.#active += 1);
    const sent = concurrency.started(inFlight);
    this.#adjust();
    const request = { underWay: true };
    const ended = (): void => {
      request.underWay = false;
      this.#active -= 1;
      this.#adjust();
    };
    const onAnswered = (): void => {
      if (!request.underWay) return;
      concurrency.succeeded(sent, performance.now() - started);
      ended();
      free();
    };
    try {
      await this.#request(batch, onAnswered);
      onAnswered();
      return SETTLED;
    } catch (error) {
      if (!(error instanceof TranslatorError)) throw error;
      if (error.code === 'rate' && request.underWay) concurrency.refused(sent);
      return this.#refused(batch, error);
    } finally {
      if (request.underWay) ended();
    }
  }

  #adjust(): void {
    const { limit, pause } = this.#context.concurrency;
    if (this.#limit.concurrency !== limit) this.#limit.concurrency = limit;
    if (pause <= 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#adjust();
    }, Math.ceil(pause));
  }

  async #request({ group, wires }: Batch, onAnswered: () => void): Promise<void> {
    const { translator, memory, needsMemory, onEvent } = this.#context;
    const { target } = group.options;
    const own = new AbortController();
    let unsent = false;
    this.#done.requests += 1;
    this.#open += 1;
    const answer = await translator
      .translate(
        { options: group.options, texts: wires.map(({ text }) => text) },
        {
          signal: AbortSignal.any([this.#inFlight.signal, own.signal]),
          surfaceRate: true,
          onAnswered,
          onUnsent: () => {
            unsent = true;
            this.#done.requests -= 1;
          },
          onRetry: (reason) => {
            if (this.#fatal !== undefined) own.abort();
            this.#resting.set(own, performance.now() + reason.delay);
            this.#done.requests += 1;
            // In place of one that was never sent, it is none more than was planned.
            if (!unsent) this.#total.requests += 1;
            unsent = false;
            onEvent({ type: 'retry', target, reason });
          },
        },
      )
      .finally(() => {
        this.#open -= 1;
        this.#resting.delete(own);
      });
    if (answer.texts.length !== wires.length) {
      const message = `The service answered with ${answer.texts.length} texts to a request of ${wires.length}; none of them is used.`;
      throw new TranslatorError('protocol', message);
    }
    // First of all into the memory: whatever happens from here on, this is paid for once.
    const texts = answer.texts;
    const answered = wires.flatMap((wire, i) => {
      const text = texts[i] ?? '';
      // An empty answer is a fault of the moment: remembered, it would be the answer for ever.
      return isNoAnswer(wire.text, text) ? [] : [[keyOf(wire), text] as const];
    });
    const isKept = answered.length === 0 || memory.put(target, answered);
    if (!isKept && needsMemory) this.#stop(memoryLost(memory));
    for (const [i, wire] of wires.entries()) wire.answer = texts[i] ?? '';
    this.#refusals.accepted(group);
    this.#answers += 1;
    this.#billed += answer.billedCharacters;
    this.#done.texts += wires.length;
    for (const { characters } of wires) this.#done.characters += characters;
    this.#progress();
    const { backend } = answer;
    if (backend !== undefined && !this.#backends.has(`${target} ${backend}`)) {
      this.#backends.add(`${target} ${backend}`);
      onEvent({ type: 'backend', target, name: backend });
    }
  }

  #refused(batch: Batch, error: TranslatorError): Outcome {
    if (error.code === 'aborted') return SETTLED;
    // Without a key or an address nothing was asked.
    if (error.code === 'no-key') this.#done.requests -= 1;
    if (FATAL.has(error.code)) {
      this.#stop(error);
      return SETTLED;
    }
    if (error.code === 'rate') return this.#slowDown(batch, error);
    return this.#refusals.learn(batch, error);
  }

  /** What is in flight ends; nothing else is sent. */
  #stop(error: LocaleSyncError): void {
    this.#fatal ??= error;
    this.#stopResting();
  }

  #stopResting(): void {
    const now = performance.now();
    for (const [request, until] of this.#resting) {
      if (until <= now) continue;
      this.#resting.delete(request);
      // Announced and counted, but never sent.
      this.#done.requests -= 1;
      request.abort();
    }
  }

  #slowDown({ group }: Batch, error: TranslatorError): Outcome {
    const others = this.#active - 1;
    const delay = error.retryAfter ?? 0;
    if (delay > LONGEST_PAUSE) {
      this.#stop(error);
      return SETTLED;
    }
    this.#total.requests += 1;
    // With nothing else in flight it is not about concurrency: everybody waits.
    if (others === 0) this.#pausedUntil = performance.now() + delay;
    const reason = { kind: 'rate', delay, attempt: 1 } as const;
    this.#context.onEvent({ type: 'retry', target: group.options.target, reason });
    return { type: 'again', error };
  }

  async #sleep(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    // An interruption ends the waiting; `stopped` then says why.
    await sleep(milliseconds, undefined, { signal: this.#context.signal }).catch(() => undefined);
  }

  #progress(): void {
    if (this.#begun !== undefined) return;
    const { requests, texts, characters } = this.#done;
    const amount = (name: keyof Progress, done: number): Progress[keyof Progress] => ({
      done,
      total: Math.max(this.#total[name], this.#done[name]),
    });
    this.#context.onEvent({
      type: 'translating',
      requests: amount('requests', Math.max(0, requests - this.#open)),
      texts: amount('texts', texts),
      characters: amount('characters', characters),
    });
  }
}

/** Milliseconds before a refused batch is tried again where the service names no time: full jitter. */
function backOff(refusals: number): number {
  return Math.random() * Math.min(20_000, 250 * 3 ** (refusals - 1));
}
