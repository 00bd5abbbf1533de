import { setTimeout as sleep } from 'node:timers/promises';
import type { Accepts, Claims, Problem, Store, StoredText } from '../model/index.js';
import type { Access } from './access.js';
import type { Listener } from './connection.js';
import { isRefusedWrite, StoreError } from './errors.js';
import { bytesOf, nameOf, namesOf } from './keys.js';
import { Line } from './line.js';
import { News } from './news.js';
import { Outbox } from './outbox.js';
import { Patience } from './patience.js';
import { Runner } from './runner.js';
import { RETURN_SECONDS } from './statements.js';
import { Troubles } from './troubles.js';

/** Keys per query. */
const CHUNK = 5_000;
/** Milliseconds that a run waits at its end until everything is stored. */
const CLOSING = 4_000;
/** Milliseconds that a run waits at its end for an unavailable store. */
const LAST_TRY = 1_000;
/** Milliseconds after a failure in which other runs that were cut off reclaim their texts. */
const SETTLING = RETURN_SECONDS * 1_000;
/**
 * Milliseconds in total that a run waits for an unavailable store if it only waits for other runs.
 */
const RETURN = 5_000;
/** Milliseconds between two checks whether it is back. */
const TICK = 200;
/**
 * The most texts that a run requests at once without having claimed them: the store may be back
 * soon.
 */
const AHEAD = 1_000;

interface Row {
  readonly key: Buffer;
  readonly trust: string;
  readonly value: Buffer;
}

const NOTHING: ReadonlyMap<string, string> = new Map();
const NONE: ReadonlySet<string> = new Set();

/**
 * The store in a database. While it is unavailable, the run works as if there were none; afterwards
 * it stores the answers that the run received meanwhile.
 */
export class SharedStore implements Store {
  readonly #line: Line;
  readonly #news = new News();
  readonly #runner = new Runner();
  readonly #outbox: Outbox;
  readonly #patience: Patience;
  readonly #troubles = new Troubles();
  readonly #factor: number;
  /** Keys whose texts were used. */
  readonly #used = new Set<string>();
  /** Keys that this run requests. */
  readonly #own = new Set<string>();
  /** Undefined: not known yet. False: this user can only read. */
  #mayWrite: boolean | undefined;
  /** The connection that accepts texts and claims. */
  #writable: Access | undefined;
  /** When other runs have reclaimed their texts (`performance.now()`). */
  #settledAt = 0;
  /** Milliseconds left of `RETURN`; 0 for a store that was never reached. */
  #grace = 0;

  /** @param factor time limits are multiplied by this */
  constructor(open: (on: Partial<Listener>) => Promise<Access>, factor: number) {
    this.#factor = factor;
    this.#patience = new Patience(factor);
    this.#line = new Line((on) => open({ ...on, notice: (names) => this.#news.tell(names) }), {
      opened: (access) => this.#begin(access),
      away: (error) => this.#away(error),
    });
    this.#outbox = new Outbox(this.#runner, {
      failed: (error, access) => this.#failed(error, access),
      stored: () => this.#troubles.accepted(),
    });
  }

  get isHere(): boolean {
    return this.#writable !== undefined;
  }

  get problems(): readonly Problem[] {
    return this.#troubles.problems(this.#outbox);
  }

  /** Connects. Never rejects. */
  open(): Promise<void> {
    return this.#line.open();
  }

  async lookUp(
    target: string,
    keys: readonly string[],
    accepts: Accepts,
  ): Promise<ReadonlyMap<string, string>> {
    const reading = { target, keys, accepts };
    return (await this.#guarded(keys.length, (access) => this.#read(access, reading))) ?? NOTHING;
  }

  async claim(target: string, keys: readonly string[], accepts: Accepts): Promise<Claims> {
    const reading = { target, keys, accepts };
    const claims = await this.#guarded(keys.length, (access) => this.#claim(access, reading));
    const { texts, claimed } = claims ?? { texts: NOTHING, claimed: this.#withoutOthers(keys) };
    for (const key of claimed) this.#own.add(key);
    return { texts, claimed };
  }

  async changed(keys: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (this.#mayWrite === false) return keys;
    const access = this.#writable;
    if (access === undefined) return this.#takeOver(keys);
    try {
      return await this.#news.wait(keys, this.#runner);
    } catch (error) {
      this.#failed(error, access);
      return NONE;
    }
  }

  answer(target: string, texts: readonly StoredText[]): void {
    for (const [key] of texts) this.#own.delete(key);
    if (this.#isOfUse) this.#outbox.answer(target, texts);
  }

  release(keys: readonly string[]): void {
    for (const key of keys) this.#own.delete(key);
    if (this.#isOfUse) this.#outbox.release(keys);
  }

  async close(): Promise<void> {
    if (this.#outbox.left > 0 && this.#mayWrite === true) {
      void this.#line.open();
      await this.#line.ready(LAST_TRY);
    }
    await this.#outbox.finish(CLOSING * this.#factor);
    const { access } = this.#line;
    if (access?.connection.isOpen === true) await this.#touch(access).catch(() => undefined);
    if (access?.connection.isOpen === true) await this.#runner.leave().catch(() => undefined);
    this.#runner.stop();
    this.#outbox.sendTo(undefined);
    await this.#line.close();
  }

  /** Whether texts of this run can be stored, now or later. */
  get #isOfUse(): boolean {
    return this.#mayWrite !== false && !(this.#line.isGivenUp && this.#line.access === undefined);
  }

  /** Whether other runs that were cut off have had time to reconnect. */
  get #isSettled(): boolean {
    return performance.now() >= this.#settledAt;
  }

  /** Continues with a new connection. */
  async #begin(access: Access): Promise<void> {
    const isFirst = this.#mayWrite === undefined && this.#own.size === 0;
    this.#news.begin(access.isSession);
    await this.#runner.moveTo(access);
    // A user that could write before, or cannot only because this server is a standby, may write
    // later.
    this.#mayWrite = this.#mayWrite === true || access.mayWrite || access.isStandby;
    this.#troubles.reached();
    if (isFirst) this.#grace = RETURN;
    else this.#settle();
    if (access.mayWrite) {
      const own = [...this.#own].map(bytesOf);
      for (let at = 0; at < own.length; at += CHUNK)
        await this.#runner.claim(own.slice(at, at + CHUNK));
      this.#writable = access;
      this.#outbox.sendTo(access);
    } else if (this.#mayWrite)
      this.#refused(new StoreError('it is read-only', { outlook: 'passes' }));
  }

  /** Notifications were missed meanwhile: everything is queried when all runs have reconnected. */
  #settle(): void {
    this.#settledAt = performance.now() + SETTLING;
    setTimeout(() => this.#news.tellAll(), SETTLING).unref();
  }

  #away(error: unknown): void {
    this.#troubles.away(error);
    this.#runner.stop();
    this.#takesNothing();
  }

  #failed(error: unknown, access: Access): void {
    if (isRefusedWrite(error)) this.#refused(error);
    else this.#line.lose(error, access);
  }

  /** Continues to read texts. A new connection will show whether it can write again. */
  #refused(error: unknown): void {
    this.#troubles.refused(error);
    // A full disk stays full for a while.
    this.#grace = 0;
    this.#takesNothing();
    this.#line.renew();
  }

  #takesNothing(): void {
    this.#writable = undefined;
    this.#outbox.sendTo(undefined);
    this.#news.wake();
  }

  /**
   * Keys that this run requests without having claimed them: no more than it needs to continue, if
   * the store may be back soon.
   */
  #withoutOthers(keys: readonly string[]): ReadonlySet<string> {
    const isAway = this.#line.access === undefined && !this.#line.isGivenUp;
    if (this.#mayWrite !== true || !isAway) return new Set(keys);
    return this.#grace > 0 ? NONE : new Set(keys.slice(0, Math.max(0, AHEAD - this.#own.size)));
  }

  /** Keys that this run takes over from other runs while the store is unavailable. */
  async #takeOver(keys: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (this.#line.isGivenUp) return keys;
    const since = performance.now();
    await sleep(TICK);
    if (this.#own.size >= AHEAD || this.#writable !== undefined) return NONE;
    this.#grace -= performance.now() - since;
    return this.#grace > 0 ? NONE : keys;
  }

  /** Runs work that delays the run; undefined if the store is unavailable. */
  #guarded<T>(keys: number, work: (access: Access) => Promise<T>): Promise<T | undefined> {
    return this.#patience.during(keys, async () => {
      // If only the connection was cut, a second one succeeds.
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const access = await this.#line.ready(this.#patience.left);
        if (access === undefined) return undefined;
        try {
          return await work(access);
        } catch (error) {
          this.#failed(error, access);
          if (isRefusedWrite(error)) return undefined;
        }
      }
      return undefined;
    });
  }

  async #read(
    access: Access,
    { target, keys, accepts }: Reading,
  ): Promise<ReadonlyMap<string, string>> {
    const { connection, statements, trusts } = access;
    const texts = new Map<string, string>();
    const names = namesOf(keys);
    for (let at = 0; at < keys.length; at += CHUNK) {
      const asked = keys.slice(at, at + CHUNK).map(bytesOf);
      const rows = await connection.query<Row>(
        statements.lookUp,
        [asked, trusts],
        this.#patience.left,
      );
      for (const row of rows) this.#take(row, { access, target, names, accepts, texts });
    }
    if (texts.size > 0) this.#news.progressed();
    return texts;
  }

  #take({ key, trust, value }: Row, taking: Taking): void {
    const { access, target, names, accepts, texts } = taking;
    const name = key.toString('base64url');
    const own = names.get(name);
    // Texts of the main branch take precedence.
    if (own === undefined || (trust === 'branch' && texts.has(own))) return;
    const text = access.sealing.open({ name, trust, target }, value);
    if (text === undefined || !accepts(own, text)) return;
    texts.set(own, text);
    this.#used.add(own);
  }

  async #claim(access: Access, reading: Reading): Promise<Claims | undefined> {
    if (access !== this.#writable) return undefined;
    const { keys } = reading;
    const texts = new Map<string, string>();
    const claimed = new Set<string>();
    for (let at = 0; at < keys.length; at += CHUNK) {
      const some = keys.slice(at, at + CHUNK);
      const names = this.#isSettled
        ? await this.#runner.claim(some.map(bytesOf), () => this.#patience.left)
        : NONE;
      // Queried again after claiming: a run that answered in between has released the key.
      const found = await this.#read(access, { ...reading, keys: some });
      for (const [key, text] of found) texts.set(key, text);
      for (const key of some) if (names.has(nameOf(key)) && !texts.has(key)) claimed.add(key);
      this.#outbox.release(some.filter((key) => names.has(nameOf(key)) && texts.has(key)));
    }
    return { texts, claimed };
  }

  /** Marks used texts, so that they are kept when old ones are pruned. */
  async #touch({ connection, statements }: Access): Promise<void> {
    if (this.#writable === undefined || this.#used.size === 0) return;
    await connection.query(statements.touch, [[...this.#used].map(bytesOf)], CLOSING);
  }
}

/** What is looked up. */
interface Reading {
  readonly target: string;
  readonly keys: readonly string[];
  readonly accepts: Accepts;
}

interface Taking extends Pick<Reading, 'target' | 'accepts'> {
  readonly access: Access;
  readonly names: ReadonlyMap<string, string>;
  readonly texts: Map<string, string>;
}
