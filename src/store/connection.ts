import { fileURLToPath } from 'node:url';
import type { Client, QueryResultRow } from 'pg';
import { findOptional, readRegularText } from '../disk/index.js';
import { StoreError, storeErrorOf } from './errors.js';

/** The part of `pg` that is used. */
interface Driver {
  readonly Client: new (options: Readonly<Record<string, unknown>>) => Client;
}

export interface ConnectionOptions {
  /** Folder of the project, where the package `pg` may be installed. */
  readonly root?: string | undefined;
  /** Milliseconds that a query may take. Default: `LIMIT`. */
  readonly limit?: number | undefined;
  /** Ends the connection, also while it is being opened. */
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds within which a connection is established, and a query answered. */
const LIMIT = 10_000;
/** Milliseconds that closing may take. */
const CLOSE = 500;
const INSTALL = 'Install it: npm install --save-dev pg';
/** Older versions of pg never connect on Node 14 and later. */
const OLDEST = '8.0.3';

/** A connection, for one query at a time. After an error, it is not used any more. */
export class Connection {
  readonly #client: Client;
  readonly #limit: number;
  readonly #signal: AbortSignal | undefined;
  #isOpen = false;

  /** Connects. @throws StoreError */
  static async open(url: string, options: ConnectionOptions): Promise<Connection> {
    if (!/^postgres(?:ql)?:\/\//.test(url)) {
      throw new StoreError('its URL does not begin with postgres://');
    }
    const driver = await loadDriver(options.root);
    const connection = new Connection(clientFor(url, driver), options);
    try {
      await within(LIMIT, connection.#client.connect());
      connection.#isOpen = true;
      return connection;
    } catch (error) {
      connection.#destroy();
      throw error;
    }
  }

  constructor(client: Client, { limit = LIMIT, signal }: ConnectionOptions) {
    this.#client = client;
    this.#limit = limit;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#destroy);
    for (const event of ['error', 'end'] as const) client.on(event, this.#destroy);
  }

  /** @throws StoreError */
  async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> {
    if (!this.#isOpen) throw new StoreError('the connection was closed', { outlook: 'cut' });
    // Without values, the text may be several statements, which are one transaction.
    const asked = values.length === 0 ? { text } : { text, values: [...values] };
    return (await within(this.#limit, this.#client.query<Row>(asked))).rows;
  }

  async close(): Promise<void> {
    if (this.#isOpen) await within(CLOSE, this.#client.end()).catch(() => undefined);
    this.#destroy();
  }

  readonly #destroy = (): void => {
    this.#isOpen = false;
    this.#signal?.removeEventListener('abort', this.#destroy);
    this.#client.connection.stream.destroy();
  };
}

/** @throws StoreError for an address that is not valid */
function clientFor(url: string, { Client }: Driver): Client {
  try {
    // Uses no session features: behind PgBouncer, each transaction may get another session.
    return new Client({
      connectionString: url,
      fallback_application_name: 'locale-sync',
      keepAlive: true,
    });
  } catch (error) {
    throw storeErrorOf(error);
  }
}

/** @throws StoreError if it fails or takes longer */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new StoreError('it is too slow')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw storeErrorOf(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Loads the package pg. @throws StoreError if it is not installed, too old or broken */
async function loadDriver(root: string | undefined): Promise<Driver> {
  const found = findOptional('pg', root);
  if (found === undefined) {
    throw new StoreError('it needs the package pg, which is not installed', { hint: INSTALL });
  }
  if (isTooOld(found)) {
    throw new StoreError(`the package pg is too old; ${OLDEST} or newer is needed`, {
      hint: INSTALL,
    });
  }
  try {
    // A CommonJS module: bundlers and Node put its exports in different places.
    const loaded = (await import(found)) as Driver & { readonly default?: Driver };
    return loaded.default ?? loaded;
  } catch (cause) {
    throw new StoreError('the package pg cannot be loaded', { hint: INSTALL, cause });
  }
}

/** @param found address of its main file. A version that cannot be read counts as new. */
function isTooOld(found: string): boolean {
  try {
    const file = fileURLToPath(new URL('../package.json', found));
    const { version } = JSON.parse(readRegularText(file)) as { readonly version?: unknown };
    if (typeof version !== 'string') return false;
    return version.localeCompare(OLDEST, 'en', { numeric: true }) < 0;
  } catch {
    return false;
  }
}
