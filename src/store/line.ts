import { setTimeout as sleep } from 'node:timers/promises';
import type { Access } from './access.js';
import type { Listener } from './connection.js';
import { outlookOf } from './errors.js';

/**
 * Milliseconds after which a connection counts as stable, so that the next failure counts as the
 * first.
 */
const HELD = 30_000;
/** Milliseconds before the next attempt, by number of failures since the last stable connection. */
const PAUSES = [0, 250, 500, 1_000, 2_000, 2_500, 2_500, 2_500, 2_500, 5_000, 10_000] as const;
const LONGEST = 30_000;

export interface LineEvents {
  /** Called for each new connection. If it throws, that counts as a failure. */
  readonly opened: (access: Access) => Promise<void>;
  /** Called when there is no connection any more, or the first attempt failed. */
  readonly away: (error: unknown) => void;
}

/** The connection to the store, which is reopened after a failure. */
export class Line {
  readonly #open: (on: Partial<Listener>) => Promise<Access>;
  readonly #on: LineEvents;
  readonly #over = new AbortController();
  #access: Access | undefined;
  #openedAt = performance.now();
  /** Failures since the last stable connection. */
  #troubles = 0;
  #trying: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isGivenUp = false;

  constructor(open: (on: Partial<Listener>) => Promise<Access>, on: LineEvents) {
    this.#open = open;
    this.#on = on;
  }

  /** The connection; undefined while there is none. */
  get access(): Access | undefined {
    return this.#access;
  }

  /** Whether it stopped reconnecting because that would be refused again. */
  get isGivenUp(): boolean {
    return this.#isGivenUp;
  }

  /** Connects now, if there is no connection and it has not given up. */
  async open(): Promise<void> {
    if (this.#access === undefined && !this.#isGivenUp) await this.#try();
  }

  /** The connection, or the one being opened if it is ready in time. */
  async ready(milliseconds: number): Promise<Access | undefined> {
    if (this.#access === undefined && this.#trying !== undefined) {
      const over = new AbortController();
      const late = sleep(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
      await Promise.race([this.#trying, late]);
      over.abort();
    }
    return this.#access;
  }

  /** Replaces a connection after a failure. */
  lose(error: unknown, access: Access): void {
    if (access !== this.#access) return;
    this.#access = undefined;
    void access.connection.close();
    this.#on.away(error);
    this.#again(error);
  }

  /** Later replaces a connection that has fewer rights than expected. */
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

  /** Reconnects, immediately if the connection was cut while the database is well. */
  #again(error: unknown): void {
    const outlook = outlookOf(error);
    if (outlook === 'stays') this.#isGivenUp = true;
    else this.#later(outlook === 'cut' ? 0 : 1);
  }

  /** @param least minimum number of failures to assume; with 0 it is tried at once */
  #later(least: number): void {
    if (this.#isGivenUp || this.#timer !== undefined) return;
    if (performance.now() - this.#openedAt > HELD) this.#troubles = 0;
    this.#troubles = Math.max(least, this.#troubles);
    const pause = pauseBefore(this.#troubles);
    this.#troubles += 1;
    if (pause === 0) void this.#try();
    else {
      // Runs that were cut off together do not reconnect at the same instant.
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
      // The old connection, if still there, keeps working.
      if (this.#access === undefined) this.#on.away(error);
      this.#again(error);
    });
    return this.#trying;
  }

  /** Returns the error, if any. */
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

/** Milliseconds until the next attempt. */
export function pauseBefore(troubles: number): number {
  return PAUSES[troubles] ?? LONGEST;
}
