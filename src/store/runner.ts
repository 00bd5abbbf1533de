import { randomInt } from 'node:crypto';
import type { Access } from './access.js';
import type { Patience } from './patience.js';
import { LOCK_CLASS } from './statements.js';

/** How long a run holds what it asked for after its last sign of life, and how often it gives one. */
interface Lease {
  readonly seconds: number;
  readonly every: number;
}

/** A session that ends frees everything at once; the lease is for machines that vanish. */
const OF_SESSION: Lease = { seconds: 60, every: 10_000 };
const OF_POOL: Lease = { seconds: 15, every: 3_000 };
const LARGEST_LOCK = 2 ** 31 - 1;

/** This run among all that use the store: its claims hold as long as it shows that it is there. */
export class Runner {
  readonly #access: Access;
  readonly #lease: Lease;
  #id: Promise<string> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(access: Access) {
    this.#access = access;
    this.#lease = access.isSession ? OF_SESSION : OF_POOL;
  }

  /** Number of this run, once it has claimed something. */
  get id(): Promise<string> | undefined {
    return this.#id;
  }

  /** Claims keys that nobody asks for. Gives their names. @throws as `Connection.query` does */
  async claim(keys: readonly Buffer[], patience: Patience): Promise<ReadonlySet<string>> {
    const { connection, statements, trust, trusts } = this.#access;
    const id = await (this.#id ??= this.#register());
    await connection.query(statements.sweep, [keys, trusts], patience.left);
    const claimed = await connection.query<{ key: Buffer }>(
      statements.claim,
      [keys, trust, id],
      patience.left,
    );
    return new Set(claimed.map(({ key }) => key.toString('base64url')));
  }

  /** Numbers of the runs that are there. */
  async alive(): Promise<ReadonlySet<string>> {
    const { connection, statements } = this.#access;
    const rows = await connection.query<{ id: string }>(statements.alive);
    return new Set(rows.map(({ id }) => id));
  }

  /** Names among these that have a text, or that nobody asks for. */
  async changed(keys: readonly Buffer[]): Promise<readonly string[]> {
    const { connection, statements, trusts } = this.#access;
    const rows = await connection.query<{ key: Buffer }>(statements.changed, [keys, trusts]);
    return rows.map(({ key }) => key.toString('base64url'));
  }

  /** Lets go of everything. */
  async leave(): Promise<void> {
    this.stop();
    if (this.#id === undefined) return;
    const { connection, statements } = this.#access;
    await connection.query(statements.leave, [await this.#id, statements.channel], 1_000);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #register(): Promise<string> {
    const { connection, statements, isSession } = this.#access;
    const { seconds, every } = this.#lease;
    const lock = isSession ? randomInt(LARGEST_LOCK) : null;
    if (lock !== null) {
      // Before the first claim: what is answered from then on is heard.
      await connection.query(`LISTEN "${statements.channel}"`);
      await connection.query('SELECT pg_advisory_lock($1, $2)', [LOCK_CLASS, lock]);
    }
    const [row] = await connection.query<{ id: string }>(statements.register, [lock, seconds]);
    this.#timer = setInterval(() => {
      // A connection that is lost says so by itself.
      connection.query(statements.renew, [row?.id, seconds]).catch(() => undefined);
    }, every);
    this.#timer.unref();
    return row?.id ?? '0';
  }
}
