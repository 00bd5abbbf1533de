import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Accepts, Claims, Problem, Store, StoredText } from '../model/index.js';
import { openAccess, bytesOf, nameOf, sealed } from './access.js';
import type { Access, StoreSettings } from './access.js';
import { StoreError, storeErrorOf } from './errors.js';

/** Keys per query. */
const CHUNK = 5_000;
/**
 * Seconds that a claim lives, and milliseconds after which its run renews it. If the run was
 * killed, others wait that long before they take over.
 */
const LIFE = 30;
const RENEWAL = 5_000;
/**
 * Milliseconds without an answer after which a run lets go of its claims: others may be luckier.
 */
const STUCK = 180_000;
/** How often an operation is tried if its connection is cut. */
const TRIES = 5;
/** Milliseconds before an unavailable store is tried again. */
const PAUSE = 10_000;
/** Milliseconds that a run waits at its end until everything is stored. */
const CLOSING = 10_000;

/** Opens the shared store. It connects when it is asked for something. */
export function openStore(settings: StoreSettings): Store {
  return new SharedStore(settings);
}

/**
 * The store in a database. All times are the database's: clocks of runners may be wrong. Each
 * statement is a transaction, because PgBouncer may give the next one another session.
 *
 * While the database is unavailable, nothing is known and everything may be claimed.
 */
class SharedStore implements Store {
  readonly #settings: StoreSettings;
  /** Random, not sequential: it stays valid if the database loses all claims in a crash. */
  readonly #runner = (randomBytes(8).readBigUInt64BE() >> 1n).toString();
  #access: Access | undefined;
  /** Whether this run was ever able to store texts. */
  #couldWrite = false;
  /** Resolves when the last operation is over. */
  #last: Promise<unknown> = Promise.resolve();
  /** Until when the database is not tried (`performance.now()`). */
  #awayUntil = 0;
  /** The first failure: later ones are often consequences of it. */
  #failure: StoreError | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #answeredAt = 0;
  #isClosed = false;
  /** Ends every connection. */
  readonly #over = new AbortController();
  /** Keys whose texts were used. */
  readonly #used = new Set<string>();

  constructor(settings: StoreSettings) {
    this.#settings = settings;
  }

  get problems(): readonly Problem[] {
    if (this.#failure === undefined) return [];
    const { reason, hint } = this.#failure;
    const next = hint?.code === 'text' ? ` ${hint.text}.` : '';
    const message = `The shared store was unavailable: ${reason}.${next} Meanwhile, the run paid for its texts itself and kept them in the memory of this checkout.`;
    return [{ code: 'store-unavailable', severity: 'warning', message }];
  }

  async lookUp(
    target: string,
    keys: readonly string[],
    accepts: Accepts,
  ): Promise<ReadonlyMap<string, string>> {
    const texts = new Map<string, string>();
    for (let at = 0; at < keys.length; at += CHUNK) {
      const some = new Map(keys.slice(at, at + CHUNK).map((key) => [nameOf(key), key]));
      await this.#do(async ({ connection, schema, sealing, trusts }) => {
        const values = [[...some.values()].map(bytesOf), trusts];
        for (const row of await connection.query<Row>(lookUpIn(schema), values)) {
          const { trust, value } = row;
          const name = row.key.toString('base64url');
          const key = some.get(name);
          // Texts of the main branch take precedence.
          if (key === undefined || (trust === 'branch' && texts.has(key))) continue;
          const text = sealing.open({ name, trust, target }, value);
          if (text === undefined || !accepts(key, text)) continue;
          texts.set(key, text);
          this.#used.add(key);
        }
      });
    }
    return texts;
  }

  async claim(target: string, keys: readonly string[], accepts: Accepts): Promise<Claims> {
    const names = await this.#do(async ({ connection, schema, trust, trusts, mayWrite }) => {
      if (!mayWrite) return undefined;
      const values = [keys.map(bytesOf), trusts, trust, this.#runner];
      const rows = await connection.query<{ key: Buffer }>(claimIn(schema), values);
      return new Set(rows.map(({ key }) => key.toString('base64url')));
    });
    if (names === undefined) return { texts: new Map(), claimed: new Set(keys) };
    if (names.size === 0) return { texts: new Map(), claimed: new Set() };
    this.#keepClaims();
    const claimed = keys.filter((key) => names.has(nameOf(key)));
    // A run that has answered since the look-up has let go of its claim.
    const texts = await this.lookUp(target, claimed, accepts);
    if (texts.size > 0) this.release([...texts.keys()]);
    return { texts, claimed: new Set(claimed.filter((key) => !texts.has(key))) };
  }

  answer(target: string, texts: readonly StoredText[]): void {
    this.#answeredAt = performance.now();
    for (let at = 0; at < texts.length; at += CHUNK) {
      const some = new Map(texts.slice(at, at + CHUNK).map((entry) => [nameOf(entry[0]), entry]));
      void this.#do(async ({ connection, schema, sealing, trust, mayWrite }) => {
        if (!mayWrite) return;
        const rows = [...some].map(([name, [, text, sent]]) =>
          sealed(sealing, { name, trust, target }, [text, sent]),
        );
        const keys = [...some.keys()].map(bytesOf);
        const columns = [rows.map(({ value }) => value), rows.map((row) => row.sent)];
        await connection.query(answerIn(schema), [keys, target, ...columns, trust, this.#runner]);
      });
    }
  }

  release(keys: readonly string[]): void {
    this.#answeredAt = performance.now();
    void this.#do(async ({ connection, schema, mayWrite }) => {
      if (mayWrite) await connection.query(releaseIn(schema), [keys.map(bytesOf), this.#runner]);
    });
  }

  async close(): Promise<void> {
    clearInterval(this.#renewal);
    if (this.#renewal !== undefined || this.#used.size > 0) {
      void this.#do(async ({ connection, schema, mayWrite }) => {
        if (!mayWrite) return;
        await connection.query(touchIn(schema), [[...this.#used].map(bytesOf)]);
        await connection.query(leaveIn(schema), [this.#runner]);
      });
    }
    this.#isClosed = true;
    const late = sleep(CLOSING, 'late', { signal: this.#over.signal }).catch(() => undefined);
    if ((await Promise.race([this.#last, late])) === 'late')
      this.#fail(new StoreError('it is too slow'));
    else await this.#access?.connection.close();
    this.#over.abort();
  }

  /** Renews the claims of this run from now on. */
  #keepClaims(): void {
    this.#answeredAt = performance.now();
    this.#renewal ??= setInterval(() => {
      if (performance.now() - this.#answeredAt > STUCK) return;
      void this.#do(({ connection, schema }) => connection.query(renewIn(schema), [this.#runner]));
    }, RENEWAL).unref();
  }

  /**
   * Carries out one operation after the other. One whose connection is cut is repeated, so it may
   * happen more than once. Undefined if the database is unavailable.
   */
  #do<T>(work: (access: Access) => Promise<T>): Promise<T | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    const done = this.#last.then(() => this.#try(work));
    this.#last = done;
    return done;
  }

  async #try<T>(work: (access: Access) => Promise<T>): Promise<T | undefined> {
    const { signal } = this.#over;
    for (let tries = 1; performance.now() >= this.#awayUntil; tries += 1) {
      try {
        this.#access ??= await openAccess(this.#settings, { signal });
        const { isStandby, mayWrite } = this.#access;
        this.#couldWrite ||= mayWrite;
        // A user that may only read is meant that way. A database that turns read-only is not.
        if (isStandby || (this.#couldWrite && !mayWrite)) {
          this.#failure ??= new StoreError('it is read-only');
        }
        return await work(this.#access);
      } catch (error) {
        const failure = storeErrorOf(error);
        const access = this.#access;
        this.#access = undefined;
        await access?.connection.close();
        if (signal.aborted) return undefined;
        if (tries === TRIES || failure.outlook !== 'cut') this.#fail(failure);
      }
    }
    return undefined;
  }

  #fail(failure: StoreError): void {
    this.#failure ??= failure;
    this.#awayUntil = failure.outlook === 'stays' ? Infinity : performance.now() + PAUSE;
  }
}

interface Row {
  readonly key: Buffer;
  readonly trust: string;
  readonly value: Buffer;
}

/**
 * keys, trusts. Looks up key by key regardless of the statistics, which lag behind a growing table.
 */
function lookUpIn(schema: string): string {
  return `SELECT asked.key, e.trust, e.value
    FROM unnest($1::bytea[]) AS asked(key) CROSS JOIN LATERAL (
      SELECT own.trust, own.value FROM ${schema}.entries own
      WHERE own.key = asked.key AND own.trust = ANY($2::text[]) OFFSET 0
    ) AS e`;
}

/**
 * keys, trusts, trust, runner. Claims what no other run has a living claim to. In the same order
 * for all runs, to avoid deadlocks.
 */
function claimIn(schema: string): string {
  return `INSERT INTO ${schema}.claims AS held (key, trust, runner, until)
    SELECT asked.key, $3, $4, clock_timestamp() + interval '${LIFE} seconds'
    FROM (SELECT DISTINCT key FROM unnest($1::bytea[]) AS given(key)) AS asked
    WHERE NOT EXISTS (
      SELECT FROM ${schema}.claims c
      WHERE c.key = asked.key AND c.trust = ANY($2::text[]) AND c.runner <> $4
        AND c.until > clock_timestamp()
    )
    ORDER BY asked.key
    ON CONFLICT (key, trust) DO UPDATE SET runner = EXCLUDED.runner, until = EXCLUDED.until
    WHERE held.runner = EXCLUDED.runner OR held.until <= clock_timestamp()
    RETURNING key`;
}

/** runner */
function renewIn(schema: string): string {
  return `UPDATE ${schema}.claims SET until = clock_timestamp() + interval '${LIFE} seconds'
    WHERE runner = $1`;
}

/** keys, target, values, sent, trust, runner: stores texts and ends the claims to them. */
function answerIn(schema: string): string {
  return `WITH kept AS (
      INSERT INTO ${schema}.entries (key, trust, target, value, sent)
      SELECT g.key, $5, $2, g.value, g.sent
      FROM unnest($1::bytea[], $3::bytea[], $4::bytea[]) AS g(key, value, sent)
      ORDER BY g.key
      ON CONFLICT (key, trust) DO UPDATE
      SET value = EXCLUDED.value, sent = EXCLUDED.sent, target = EXCLUDED.target, stored = now(),
        used = now()
    )
    DELETE FROM ${schema}.claims WHERE key = ANY($1) AND trust = $5 AND runner = $6`;
}

/** keys, runner */
function releaseIn(schema: string): string {
  return `DELETE FROM ${schema}.claims WHERE key = ANY($1::bytea[]) AND runner = $2`;
}

/** runner. Also removes what killed runs left behind. */
function leaveIn(schema: string): string {
  return `DELETE FROM ${schema}.claims
    WHERE runner = $1 OR until < clock_timestamp() - interval '1 hour'`;
}

/** keys: protects texts from being pruned. At most once a day, to save writes. */
function touchIn(schema: string): string {
  return `UPDATE ${schema}.entries e SET used = now()
    FROM (
      SELECT key, trust FROM ${schema}.entries
      WHERE key = ANY($1::bytea[]) AND used < now() - interval '1 day'
      FOR UPDATE SKIP LOCKED
    ) AS old
    WHERE e.key = old.key AND e.trust = old.trust`;
}
