import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredText } from '../model/index.js';
import type { Access } from './access.js';
import { isDeadlock } from './errors.js';
import { bytesOf, nameOf } from './keys.js';
import type { Runner } from './runner.js';

/** The most texts per statement: their names must fit into a notification of 8,000 bytes. */
const MOST = 300;
/** The most characters per statement, unless a single text has more: it must arrive in time. */
const MOST_CHARACTERS = 1_000_000;
/**
 * The most texts kept while the database is unavailable: a long run could otherwise use up the
 * memory.
 */
const MOST_KEPT = 100_000;
/** How often a statement is tried after deadlocks. */
const TRIES = 3;

interface Letter {
  readonly key: string;
  readonly target: string;
  readonly text: string;
}

interface OutboxEvents {
  readonly failed: (error: unknown, access: Access) => void;
  /** Called when texts were stored. */
  readonly stored: () => void;
}

/**
 * Sends answers to the database while the run continues, in batches of whatever has accumulated.
 */
export class Outbox {
  readonly #runner: Runner;
  readonly #on: OutboxEvents;
  /** The connection to send to; undefined: texts are kept for later. */
  #access: Access | undefined;
  readonly #letters = new Map<string, Letter>();
  readonly #freed = new Set<string>();
  #dropped = 0;
  #sending: Promise<void> | undefined;

  constructor(runner: Runner, on: OutboxEvents) {
    this.#runner = runner;
    this.#on = on;
  }

  /** @param access connection to send to from now on; undefined: none for now */
  sendTo(access: Access | undefined): void {
    this.#access = access;
    this.#begin();
  }

  /** Number of texts not sent, including those dropped because there were too many. */
  get left(): number {
    return this.#letters.size + this.#dropped;
  }

  answer(target: string, texts: readonly StoredText[]): void {
    for (const [key, text] of texts) this.#letters.set(nameOf(key), { key, target, text });
    for (const name of this.#letters.keys()) {
      if (this.#letters.size <= MOST_KEPT) break;
      this.#letters.delete(name);
      this.#dropped += 1;
    }
    this.#begin();
  }

  release(keys: readonly string[]): void {
    for (const key of keys) this.#freed.add(nameOf(key));
    this.#begin();
  }

  /** Sends the rest, for at most this long. */
  async finish(milliseconds: number): Promise<void> {
    const over = new AbortController();
    const late = sleep(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([this.#sending, late]);
    over.abort();
  }

  #begin(): void {
    const access = this.#access;
    if (access === undefined || this.#letters.size + this.#freed.size === 0) return;
    this.#sending ??= this.#send(access)
      .catch((error: unknown) => this.#on.failed(error, access))
      .finally(() => {
        this.#sending = undefined;
        // There may be a new connection meanwhile.
        if (this.#access !== access) this.#begin();
      });
  }

  async #send(access: Access): Promise<void> {
    // Everything from the same turn is sent together.
    await Promise.resolve();
    while (this.#letters.size + this.#freed.size > 0) {
      if (this.#letters.size > 0) await this.#store(firstOf(this.#letters), access);
      else await this.#free([...this.#freed].slice(0, MOST), access);
    }
  }

  async #store(some: readonly (readonly [string, Letter])[], access: Access): Promise<void> {
    const { statements, sealing, trust } = access;
    const values = some.map(([name, { target, text }]) =>
      sealing.seal({ name, trust, target }, text),
    );
    await ask(access, statements.answer, [
      some.map(([, { key }]) => bytesOf(key)),
      some.map(([, { target }]) => target),
      values,
      trust,
      this.#runner.id,
      statements.channel,
      some.map(([name]) => name).join(' '),
    ]);
    for (const [name, letter] of some) {
      // It may have been answered again meanwhile.
      if (this.#letters.get(name) === letter) this.#letters.delete(name);
    }
    this.#on.stored();
  }

  async #free(names: readonly string[], access: Access): Promise<void> {
    const { channel, release } = access.statements;
    const keys = names.map((name) => Buffer.from(name, 'base64url'));
    await ask(access, release, [keys, this.#runner.id, channel, names.join(' ')]);
    for (const name of names) this.#freed.delete(name);
  }
}

async function ask(
  { connection }: Access,
  statement: string,
  values: readonly unknown[],
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await connection.query(statement, values);
      return;
    } catch (error) {
      if (attempt === TRIES || !isDeadlock(error)) throw error;
    }
  }
}

/** The next batch. */
function firstOf(
  letters: ReadonlyMap<string, Letter>,
): readonly (readonly [name: string, letter: Letter])[] {
  const some: (readonly [string, Letter])[] = [];
  let characters = 0;
  for (const entry of letters) {
    characters += entry[1].text.length;
    if (some.length === MOST || (some.length > 0 && characters > MOST_CHARACTERS)) break;
    some.push(entry);
  }
  return some;
}
