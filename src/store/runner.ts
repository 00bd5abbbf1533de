import { randomBytes, randomInt } from 'node:crypto';
import type { Access } from './access.js';
import { StoreError } from './errors.js';
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
  /** Drawn, not counted: it stays the same when the database has forgotten all runs in a crash. */
  readonly id = (randomBytes(8).readBigUInt64BE() >> 1n).toString();
  #access: Access | undefined;
  /** Over this connection. */
  #registered: Promise<void> | undefined;
  #isKnown = false;
  #timer: NodeJS.Timeout | undefined;

  /** Goes on over another connection. @throws as `Connection.query` does */
  async moveTo(access: Access): Promise<void> {
    this.stop();
    this.#access = access;
    this.#registered = undefined;
    // What others do is announced to those who are registered.
    if (this.#isKnown && access.mayWrite) await (this.#registered = this.#register());
  }

  /**
   * Claims keys that nobody asks for. Gives their names.
   * @param wait milliseconds for each query
   * @throws as `Connection.query` does
   */
  async claim(keys: readonly Buffer[], wait?: () => number): Promise<ReadonlySet<string>> {
    const { connection, statements, trust, trusts } = this.#used;
    await (this.#registered ??= this.#register());
    await connection.query(statements.suspend, [], wait?.());
    await connection.query(statements.sweep, [keys, trusts], wait?.());
    const claimed = await connection.query<{ key: Buffer }>(
      statements.claim,
      [keys, trust, this.id],
      wait?.(),
    );
    return new Set(claimed.map(({ key }) => key.toString('base64url')));
  }

  /** Numbers of the runs that are there. */
  async alive(): Promise<ReadonlySet<string>> {
    const { connection, statements } = this.#used;
    const rows = await connection.query<{ id: string }>(statements.alive);
    return new Set(rows.map(({ id }) => id));
  }

  /** Names among these that have a text, or that nobody asks for. */
  async changed(keys: readonly Buffer[]): Promise<readonly string[]> {
    const { connection, statements, trusts } = this.#used;
    const rows = await connection.query<{ key: Buffer }>(statements.changed, [keys, trusts]);
    return rows.map(({ key }) => key.toString('base64url'));
  }

  /** Lets go of everything. */
  async leave(): Promise<void> {
    this.stop();
    if (!this.#isKnown) return;
    const { connection, statements } = this.#used;
    await connection.query(statements.leave, [this.id, statements.channel], 1_000);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  get #used(): Access {
    if (this.#access === undefined)
      throw new StoreError('the connection was closed', { outlook: 'cut' });
    return this.#access;
  }

  async #register(): Promise<void> {
    const { connection, statements, isSession } = this.#used;
    const { seconds, every } = isSession ? OF_SESSION : OF_POOL;
    const lock = isSession ? randomInt(LARGEST_LOCK) : null;
    if (lock !== null) {
      // Before the first claim: what is answered from then on is heard.
      await connection.query(`LISTEN "${statements.channel}"`);
      await connection.query('SELECT pg_advisory_lock($1, $2)', [LOCK_CLASS, lock]);
    }
    await connection.query(statements.register, [lock, seconds, this.id]);
    this.#isKnown = true;
    this.stop();
    this.#timer = setInterval(() => {
      // A connection that is lost says so by itself.
      connection.query(statements.renew, [this.id, seconds]).catch(() => undefined);
    }, every);
    this.#timer.unref();
  }
}
