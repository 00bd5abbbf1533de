import { randomBytes, randomInt } from 'node:crypto';
import type { Access } from './access.js';
import { StoreError } from './errors.js';
import { LOCK_CLASS } from './statements.js';

/** How long a run's claims hold after its last heartbeat, and the interval between heartbeats. */
interface Lease {
  readonly seconds: number;
  readonly every: number;
}

/** The end of a session releases everything at once; this lease is for machines that vanish. */
const OF_SESSION: Lease = { seconds: 60, every: 10_000 };
const OF_POOL: Lease = { seconds: 15, every: 3_000 };
const LARGEST_LOCK = 2 ** 31 - 1;

/** This run in the store: its claims hold as long as it sends heartbeats. */
export class Runner {
  /** Random, not sequential: it stays valid if the database loses all runs in a crash. */
  readonly id = (randomBytes(8).readBigUInt64BE() >> 1n).toString();
  #access: Access | undefined;
  /** Registration with the current connection. */
  #registered: Promise<void> | undefined;
  #isKnown = false;
  #timer: NodeJS.Timeout | undefined;

  /** Continues with another connection. @throws as `Connection.query` does */
  async moveTo(access: Access): Promise<void> {
    this.stop();
    this.#access = access;
    this.#registered = undefined;
    // Notifications are sent only to registered runs.
    if (this.#isKnown && access.mayWrite) await (this.#registered = this.#register());
  }

  /**
   * Claims keys that no run has claimed. Returns their names.
   * @param wait returns the milliseconds for each query
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

  /** Ids of the runs that are alive. */
  async alive(): Promise<ReadonlySet<string>> {
    const { connection, statements } = this.#used;
    const rows = await connection.query<{ id: string }>(statements.alive);
    return new Set(rows.map(({ id }) => id));
  }

  /** Those of the keys, by name, that have a text or are not claimed by any run. */
  async changed(keys: readonly Buffer[]): Promise<readonly string[]> {
    const { connection, statements, trusts } = this.#used;
    const rows = await connection.query<{ key: Buffer }>(statements.changed, [keys, trusts]);
    return rows.map(({ key }) => key.toString('base64url'));
  }

  /** Releases all claims. */
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
      // Before the first claim, so that no answer after it is missed.
      await connection.query(`LISTEN "${statements.channel}"`);
      await connection.query('SELECT pg_advisory_lock($1, $2)', [LOCK_CLASS, lock]);
    }
    await connection.query(statements.register, [lock, seconds, this.id]);
    this.#isKnown = true;
    this.stop();
    this.#timer = setInterval(() => {
      // A lost connection reports itself.
      connection.query(statements.renew, [this.id, seconds]).catch(() => undefined);
    }, every);
    this.#timer.unref();
  }
}
