import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredText } from '../model/index.js';
import type { Access } from './access.js';
import { isPassing } from './errors.js';
import { bytesOf, nameOf } from './keys.js';
import type { Runner } from './runner.js';

/** Texts in one statement: their names have to fit into a notification of 8,000 bytes. */
const MOST = 300;
/** Characters in one statement, unless a text alone has more: it has to arrive in time. */
const MOST_CHARACTERS = 1_000_000;
/** How often a statement is tried that met another one in a circle. */
const TRIES = 3;

interface Letter {
  readonly key: string;
  readonly target: string;
  readonly text: string;
}

/** What goes to the database while the run goes on: as much at once as has come together. */
export class Outbox {
  readonly #access: Access;
  readonly #runner: Runner;
  readonly #onError: (error: unknown) => void;
  readonly #letters = new Map<string, Letter>();
  readonly #freed = new Set<string>();
  #sending: Promise<void> | undefined;

  constructor(access: Access, runner: Runner, onError: (error: unknown) => void) {
    this.#access = access;
    this.#runner = runner;
    this.#onError = onError;
  }

  answer(target: string, texts: readonly StoredText[]): void {
    for (const [key, text] of texts) this.#letters.set(nameOf(key), { key, target, text });
    this.#begin();
  }

  release(keys: readonly string[]): void {
    for (const key of keys) this.#freed.add(nameOf(key));
    this.#begin();
  }

  /** Waits so long at most. Gives how many texts are left. */
  async finish(milliseconds: number): Promise<number> {
    const over = new AbortController();
    const late = sleep(milliseconds, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([this.#sending, late]);
    over.abort();
    return this.#letters.size;
  }

  #begin(): void {
    if (this.#letters.size + this.#freed.size === 0) return;
    this.#sending ??= this.#send()
      .catch((error: unknown) => this.#onError(error))
      .finally(() => (this.#sending = undefined));
  }

  async #send(): Promise<void> {
    // What comes in the same turn goes out together.
    await Promise.resolve();
    while (this.#letters.size + this.#freed.size > 0) {
      if (this.#letters.size > 0) await this.#store(firstOf(this.#letters));
      else await this.#free([...this.#freed].slice(0, MOST));
    }
  }

  async #store(some: readonly (readonly [string, Letter])[]): Promise<void> {
    const { statements, sealing, trust } = this.#access;
    const values = some.map(([name, { target, text }]) =>
      sealing.seal({ name, trust, target }, text),
    );
    await this.#ask(statements.answer, [
      some.map(([, { key }]) => bytesOf(key)),
      some.map(([, { target }]) => target),
      values,
      trust,
      (await this.#runner.id) ?? '0',
      statements.channel,
      some.map(([name]) => name).join(' '),
    ]);
    for (const [name, letter] of some) {
      // It may have been answered again meanwhile.
      if (this.#letters.get(name) === letter) this.#letters.delete(name);
    }
  }

  async #free(names: readonly string[]): Promise<void> {
    const { statements } = this.#access;
    const keys = names.map((name) => Buffer.from(name, 'base64url'));
    const runner = (await this.#runner.id) ?? '0';
    await this.#ask(statements.release, [keys, runner, statements.channel, names.join(' ')]);
    for (const name of names) this.#freed.delete(name);
  }

  async #ask(statement: string, values: readonly unknown[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#access.connection.query(statement, values);
        return;
      } catch (error) {
        if (attempt === TRIES || !isPassing(error)) throw error;
      }
    }
  }
}

/** What goes out together. */
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
