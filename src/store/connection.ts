import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, QueryResultRow } from 'pg';
import { StoreError } from './errors.js';

/** The part of `pg` that is used. */
export interface Driver {
  readonly Client: new (options: Readonly<Record<string, unknown>>) => Client;
}

/** Handlers of events of a connection. */
export interface Listener {
  readonly lost: (error: unknown) => void;
  readonly notice: (payload: string) => void;
  /** Aborts a connection attempt. */
  readonly signal: AbortSignal;
}

/** Milliseconds until a connection must be established. */
const CONNECT = 3_000;
/** Milliseconds that a query may take. */
const QUERY = 5_000;
/**
 * A wait is split into this many short ones, of which each counts the same even if it ends late.
 */
const STEPS = 10;
/** Milliseconds that closing may take. */
const CLOSE = 500;

/** One connection. After an error, it is not used any more. */
export class Connection {
  readonly #client: Client;
  /** Time limits are multiplied by this. */
  readonly factor: number;
  readonly #onLost: (error: unknown) => void;
  readonly #onNotice: (payload: string) => void;
  readonly #signal: AbortSignal;
  #isOpen = false;
  /** Resolves when the last query is done. */
  #last = Promise.resolve();

  constructor(
    { driver, factor }: { readonly driver: Driver; readonly factor: number },
    url: string,
    on: Listener,
  ) {
    this.factor = factor;
    this.#onLost = on.lost;
    this.#onNotice = on.notice;
    this.#signal = on.signal;
    // Uses no session features: behind PgBouncer, each transaction may get another session.
    this.#client = new driver.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT * factor,
      fallback_application_name: 'locale-sync',
      keepAlive: true,
    });
    this.#client.on('error', (error) => this.#lose(error));
    this.#client.on('end', () =>
      this.#lose(new StoreError('the connection was closed', { outlook: 'cut' })),
    );
    this.#client.on('notification', ({ processId, payload = '' }) => {
      if (processId !== this.session) this.#onNotice(payload);
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The server's number of this session; meaningless behind a pooler. */
  get session(): number | undefined {
    return (
      (this.#client as unknown as { readonly processID?: number | null }).processID ?? undefined
    );
  }

  /** @throws StoreError, or an error of `pg` or the network */
  async connect(): Promise<void> {
    const end = (): void => this.#destroy();
    this.#signal.addEventListener('abort', end, { once: true });
    try {
      await within(CONNECT * this.factor + 500, this.#client.connect());
      this.#isOpen = true;
    } catch (error) {
      this.#destroy();
      throw error;
    } finally {
      this.#signal.removeEventListener('abort', end);
    }
  }

  /**
   * Runs one query after the other.
   * @param wait milliseconds
   * @throws StoreError 'it is too slow', after which the connection is closed; an error of `pg`
   */
  async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    wait = QUERY * this.factor,
  ): Promise<readonly Row[]> {
    // Each waits for the previous one: pg handles one at a time.
    const before = this.#last;
    let end = (): void => undefined;
    this.#last = new Promise((resolve) => (end = resolve));
    await before;
    try {
      if (!this.#isOpen) throw new StoreError('the connection was closed', { outlook: 'cut' });
      const asked = values.length === 0 ? { text } : { text, values: [...values] };
      return (await within(wait, this.#client.query<Row>(asked))).rows;
    } catch (error) {
      if (error instanceof StoreError) this.#lose(error);
      throw error;
    } finally {
      end();
    }
  }

  /** Runs several statements atomically. @throws as `query` does */
  async run(statements: readonly string[], wait: number): Promise<void> {
    // Without parameters, they are a single message and transaction.
    await this.query(statements.join(';\n'), [], wait * this.factor);
  }

  async close(): Promise<void> {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    if (wasOpen) await Promise.race([this.#client.end().catch(() => undefined), sleep(CLOSE)]);
    this.#destroy();
  }

  #lose(error: unknown): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#destroy();
    this.#onLost(error);
  }

  #destroy(): void {
    this.#client.connection.stream.destroy();
  }
}

/** @throws StoreError if it takes longer */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  // Its later outcome is ignored.
  work.catch(() => undefined);
  const late = passed(milliseconds, over.signal).then(() => {
    throw new StoreError('it is too slow', { outlook: 'passes' });
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}

/**
 * Resolves after this many milliseconds during which the process could have read an answer. Time
 * spent planning thousands of texts, or on an overloaded machine, is not the database's.
 */
async function passed(milliseconds: number, signal: AbortSignal): Promise<void> {
  for (let step = 0; step < STEPS; step += 1) {
    await sleep(milliseconds / STEPS, undefined, { signal });
  }
}
