import type { EngineEvent, Progress } from '../../model/index.js';
import { amountsOf } from '../segments/batches.js';
import type { Amounts, Batch } from '../units/row.js';

type Sums = { -readonly [Name in keyof Amounts]: number };

/** Counts what a run has sent and will send, and emits progress events. */
export class Counts {
  readonly #onEvent: (event: EngineEvent) => void;
  readonly #done: Sums = { requests: 0, texts: 0, characters: 0 };
  readonly #total: Sums = { requests: 0, texts: 0, characters: 0 };
  /** Requests that have started and are not answered yet. */
  #open = 0;
  #answers = 0;
  #billed = 0;
  #isShown = false;

  constructor(onEvent: (event: EngineEvent) => void) {
    this.#onEvent = onEvent;
  }

  /** Number of answered requests. */
  get answers(): number {
    return this.#answers;
  }

  /** Totals of what was actually sent and billed. */
  get sent(): Amounts {
    const { requests, texts } = this.#done;
    return { requests, texts, characters: this.#billed };
  }

  /** Characters of everything that has been sent or will be. */
  get expected(): number {
    return this.#total.characters;
  }

  /** Adds to the expected totals. */
  expect({ requests, texts, characters }: Amounts): void {
    this.#total.requests += requests;
    this.#total.texts += texts;
    this.#total.characters += characters;
    if (this.#isShown) this.#report();
  }

  /** Adds requests for texts that are already expected: for batches that were split or refused. */
  expectRequests(count: number): void {
    this.#total.requests += count;
  }

  requestBegins(): void {
    this.#done.requests += 1;
    this.#open += 1;
  }

  requestEnds(): void {
    this.#open -= 1;
  }

  /** Called when the client repeats a request. */
  requestRepeats(): void {
    this.#done.requests += 1;
  }

  /** Called when a counted request did not reach the service. */
  requestNotSent(): void {
    this.#done.requests -= 1;
  }

  /** @param billed characters billed by the service */
  answered(batch: Batch, billed: number): void {
    const { texts, characters } = amountsOf([batch]);
    this.#answers += 1;
    this.#billed += billed;
    this.#done.texts += texts;
    this.#done.characters += characters;
    if (this.#isShown) this.#report();
  }

  /** Starts reporting progress. */
  show(): void {
    this.#isShown = true;
    this.#report();
  }

  #report(): void {
    const { requests, texts, characters } = this.#done;
    const amount = (name: keyof Progress, done: number): Progress[keyof Progress] => ({
      done,
      total: Math.max(this.#total[name], this.#done[name]),
    });
    this.#onEvent({
      type: 'translating',
      requests: amount('requests', Math.max(0, requests - this.#open)),
      texts: amount('texts', texts),
      characters: amount('characters', characters),
    });
  }
}
