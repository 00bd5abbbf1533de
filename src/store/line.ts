import { setTimeout as sleep } from 'node:timers/promises';
import type { Access } from './access.js';
import type { Listener } from './connection.js';
import { outlookOf } from './errors.js';

/** Milliseconds after which a connection has held: the next cut is the first again. */
const HELD = 30_000;
/** Milliseconds before the next try, by how much went wrong since a connection held. */
const PAUSES = [0, 250, 500, 1_000, 2_000, 2_500, 2_500, 2_500, 2_500, 5_000, 10_000] as const;
const LONGEST = 30_000;

export interface LineEvents {
  /** A connection is there, the first or a new one. What it throws counts as a cut. */
  readonly opened: (access: Access) => Promise<void>;
  /** There is no connection any more, or none yet. */
  readonly away: (error: unknown) => void;
}

/** The way to the store: a connection that is opened again after it was cut. */
export class Line {
  readonly #open: (on: Partial<Listener>) => Promise<Access>;
  readonly #on: LineEvents;
  readonly #over = new AbortController();
  #access: Access | undefined;
  #openedAt = performance.now();
  /** What went wrong since a connection held. */
  #troubles = 0;
  #trying: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isGivenUp = false;

  constructor(open: (on: Partial<Listener>) => Promise<Access>, on: LineEvents) {
    this.#open = open;
    this.#on = on;
  }

  /** The connection; undefined: it is away. */
  get access(): Access | undefined {
    return this.#access;
  }

  /** Whether no other connection is opened any more: that would be refused again. */
  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** Opens a connection now, where there is none and that may help. */
  async open(): Promise<void> {
    if (this.#access === undefined && !this.#isGivenUp) await this.#try();
  }

  /** The connection, or the one that is being opened right now if it comes in time. */
  async ready(milliseconds: number): Promise<Access | undefined> {
    if (this.#access === undefined && this.#trying !== undefined) {
      const over = new AbortController();
      const late = sleep(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([this.#trying, late]);
      over.abort();
    }
    return this.#access;
  }

  /** Something went wrong with a connection: another one is opened in its place. */
  lose(error: unknown, access: Access): void {
    if (access !== this.#access) return;
    this.#access = undefined;
    void access.connection.close();
    this.#on.away(error);
    this.#again(error);
  }

  /** The connection is good for less than it should be: later, another one takes its place. */
  renew(): void {
    this.#later(1);
  }

  async close(): Promise<void> {
    const access = this.#access;
    this.#access = undefined;
    this.#isGivenUp = true;
    clearTimeout(this.#timer);
    this.#over.abort();
    await access?.connection.close();
    await this.#trying;
  }

  /** Whoever was cut while the database is well goes on as if nothing had been. */
  #again(error: unknown): void {
    const outlook = outlookOf(error);
    if (outlook === 'stays') this.#isGivenUp = true;
    else this.#later(outlook === 'cut' ? 0 : 1);
  }

  /** @param least troubles that there were, at least: with none, it is tried at once */
  #later(least: number): void {
    if (this.#isGivenUp || this.#timer !== undefined) return;
    if (performance.now() - this.#openedAt > HELD) this.#troubles = 0;
    this.#troubles = Math.max(least, this.#troubles);
    const pause = pauseBefore(this.#troubles);
    this.#troubles += 1;
    if (pause === 0) void this.#try();
    else {
      // Runs that were cut together do not come back at the same instant.
      this.#timer = setTimeout(() => void this.#try(), pause * (0.75 + Math.random() / 4));
      this.#timer.unref();
    }
  }

  #try(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#trying ??= this.#connect().then((error) => {
      this.#trying = undefined;
      if (error === undefined) return;
      // One that is still there does what it did.
      if (this.#access === undefined) this.#on.away(error);
      this.#again(error);
    });
    return this.#trying;
  }

  /** Gives what went wrong. */
  async #connect(): Promise<unknown> {
    let access: Access | undefined;
    try {
      access = await this.#open({
        lost: (error) => access && this.lose(error, access),
        signal: this.#over.signal,
      });
      this.#openedAt = performance.now();
      await this.#on.opened(access);
    } catch (error) {
      await access?.connection.close();
      return error;
    }
    const before = this.#access;
    if (this.#over.signal.aborted) await access.connection.close();
    else this.#access = access;
    void before?.connection.close();
    return undefined;
  }
}

/** Milliseconds until a connection is tried again. */
export function pauseBefore(troubles: number): number {
  return PAUSES[troubles] ?? LONGEST;
}
