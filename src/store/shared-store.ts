import type { Accepts, Claims, Problem, Store, StoredText } from '../model/index.js';
import type { Access } from './access.js';
import { isRefusedWrite, reasonOf } from './errors.js';
import { bytesOf, nameOf, namesOf } from './keys.js';
import type { News } from './news.js';
import { Outbox } from './outbox.js';
import { Patience } from './patience.js';
import { Runner } from './runner.js';

/** Keys in one query. */
const CHUNK = 5_000;
/** Milliseconds that a run waits at its end for what is not stored yet. */
const CLOSING = 4_000;

interface Row {
  readonly key: Buffer;
  readonly trust: string;
  readonly value: Buffer;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/**
 * The store in a database. Whatever goes wrong with that is said once, and from then on the run
 * works as if there were none.
 */
export class SharedStore implements Store {
  readonly #access: Access;
  readonly #news: News;
  readonly #runner: Runner;
  readonly #outbox: Outbox;
  readonly #patience: Patience;
  readonly #problems: Problem[] = [];
  /** Keys whose texts were used. */
  readonly #used = new Set<string>();
  #isLost = false;
  #mayWrite: boolean;

  constructor(access: Access, news: News) {
    this.#access = access;
    this.#news = news;
    this.#mayWrite = access.mayWrite;
    this.#patience = new Patience(access.connection.factor);
    this.#runner = new Runner(access);
    this.#outbox = new Outbox(access, this.#runner, (error) => this.#writeFailed(error));
    if (access.isStandby) this.#report('The shared store is read-only: nothing is stored there.');
  }

  get problems(): readonly Problem[] {
    return this.#problems;
  }

  /** The connection is gone. */
  lose(error: unknown): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#runner.stop();
    this.#news.tellAll();
    const reason = reasonOf(error);
    this.#report(
      `The shared store cannot be used any more: ${reason}. The run goes on with the memory of this checkout.`,
    );
  }

  async lookUp(
    target: string,
    keys: readonly string[],
    accepts: Accepts,
  ): Promise<ReadonlyMap<string, string>> {
    const found = await this.#guarded(keys.length, () => this.#read(target, keys, accepts));
    return found ?? NOTHING;
  }

  async claim(target: string, keys: readonly string[], accepts: Accepts): Promise<Claims> {
    const all: Claims = { texts: NOTHING, claimed: new Set(keys) };
    if (!this.#mayWrite) return all;
    const claims = await this.#guarded(keys.length, () => this.#claim(target, keys, accepts));
    return claims ?? all;
  }

  async changed(keys: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (this.#isLost || !this.#mayWrite) return keys;
    try {
      return await this.#news.wait(keys, this.#runner);
    } catch (error) {
      this.lose(error);
      return keys;
    }
  }

  answer(target: string, texts: readonly StoredText[]): void {
    if (this.#isLost || !this.#mayWrite) return;
    this.#outbox.answer(target, texts);
  }

  release(keys: readonly string[]): void {
    if (this.#isLost || !this.#mayWrite) return;
    this.#outbox.release(keys);
  }

  async close(): Promise<void> {
    const { connection } = this.#access;
    const left = await this.#outbox.finish(CLOSING * connection.factor);
    if (left > 0 && !this.#isLost && this.#mayWrite) {
      const texts = left === 1 ? '1 text is' : `${left} texts are`;
      this.#report(`${texts} not in the shared store: it is too slow.`);
    }
    if (connection.isOpen) await this.#touch().catch(() => undefined);
    if (connection.isOpen) await this.#runner.leave().catch(() => undefined);
    this.#isLost = true;
    this.#runner.stop();
    await connection.close();
  }

  /** Runs what holds the run up; undefined where the store is lost. */
  async #guarded<T>(keys: number, work: () => Promise<T>): Promise<T | undefined> {
    if (this.#isLost) return undefined;
    try {
      return await this.#patience.during(keys, work);
    } catch (error) {
      if (isRefusedWrite(error)) this.#writeFailed(error);
      else this.lose(error);
      return undefined;
    }
  }

  async #read(
    target: string,
    keys: readonly string[],
    accepts: Accepts,
  ): Promise<ReadonlyMap<string, string>> {
    const { connection, statements, trusts } = this.#access;
    const texts = new Map<string, string>();
    const names = namesOf(keys);
    for (let at = 0; at < keys.length; at += CHUNK) {
      const asked = keys.slice(at, at + CHUNK).map(bytesOf);
      const rows = await connection.query<Row>(
        statements.lookUp,
        [asked, trusts],
        this.#patience.left,
      );
      for (const row of rows) this.#take(row, { target, names, accepts, texts });
    }
    if (texts.size > 0) this.#news.progressed();
    return texts;
  }

  #take({ key, trust, value }: Row, reading: Reading): void {
    const { target, names, accepts, texts } = reading;
    const name = key.toString('base64url');
    const own = names.get(name);
    // What the main branch vouches for comes first.
    if (own === undefined || (trust === 'branch' && texts.has(own))) return;
    const text = this.#access.sealing.open({ name, trust, target }, value);
    if (text === undefined || !accepts(own, text)) return;
    texts.set(own, text);
    this.#used.add(own);
  }

  async #claim(target: string, keys: readonly string[], accepts: Accepts): Promise<Claims> {
    const texts = new Map<string, string>();
    const claimed = new Set<string>();
    for (let at = 0; at < keys.length; at += CHUNK) {
      const some = keys.slice(at, at + CHUNK);
      const names = await this.#runner.claim(some.map(bytesOf), this.#patience);
      // Asked for again after that: who answered in between has let go of the key before.
      for (const [key, text] of await this.#read(target, some, accepts)) texts.set(key, text);
      for (const key of some) if (names.has(nameOf(key)) && !texts.has(key)) claimed.add(key);
      this.#outbox.release(some.filter((key) => names.has(nameOf(key)) && texts.has(key)));
    }
    return { texts, claimed };
  }

  /** Texts that are used stay when old ones are removed. */
  async #touch(): Promise<void> {
    const { connection, statements } = this.#access;
    if (!this.#mayWrite || this.#used.size === 0) return;
    await connection.query(statements.touch, [[...this.#used].map(bytesOf)], CLOSING);
  }

  #writeFailed(error: unknown): void {
    if (!isRefusedWrite(error)) {
      this.lose(error);
      return;
    }
    if (!this.#mayWrite) return;
    this.#mayWrite = false;
    this.#news.tellAll();
    this.#report(
      `The shared store takes no texts: ${reasonOf(error)}. What this run pays for stays in the memory of this checkout.`,
    );
  }

  #report(message: string): void {
    this.#problems.push({ code: 'store-unavailable', severity: 'warning', message });
  }
}

interface Reading {
  readonly target: string;
  readonly names: ReadonlyMap<string, string>;
  readonly accepts: Accepts;
  readonly texts: Map<string, string>;
}
