import type { Trust } from '../model/index.js';
import { Connection } from './connection.js';
import type { Driver, Listener } from './connection.js';
import { loadDriver } from './driver.js';
import { StoreError, storeErrorOf } from './errors.js';
import { underPressure } from './pressure.js';
import { isSameKey, sealWith, UNSEALED } from './sealing.js';
import type { Sealing } from './sealing.js';
import { statementsFor } from './statements.js';
import type { Statements } from './statements.js';
import { openTables } from './tables.js';

/** Where a store is, and how it is used. */
export interface StoreSettings {
  /** `postgres://…` */
  readonly url: string;
  readonly schema: string;
  /**
   * Folder of the project, where the package `pg` may be installed. Default: the current folder.
   */
  readonly root?: string | undefined;
  /** Secret to encrypt texts with. Default: texts are not encrypted. */
  readonly key?: string | undefined;
  /** Trust level of this run's texts. Default: branch. */
  readonly trust?: Trust | undefined;
}

const QUIET: Listener = {
  lost: () => undefined,
  notice: () => undefined,
  signal: new AbortController().signal,
};

/** A connection with its rights and the store's properties. */
export interface Access {
  readonly connection: Connection;
  /** Version of the tables. */
  readonly version: number;
  readonly statements: Statements;
  readonly sealing: Sealing;
  readonly trust: Trust;
  /** Trust levels whose texts this run gets. */
  readonly trusts: readonly Trust[];
  readonly mayWrite: boolean;
  /** Whether the whole database is read-only. */
  readonly isStandby: boolean;
  /** Whether the connection has its own session, not a pooler's: it is notified of other runs. */
  readonly isSession: boolean;
}

/** What is needed to connect to a store. */
export interface Means {
  readonly driver: Driver;
  /** Time limits are multiplied by this. */
  readonly factor: number;
}

/** @throws StoreError */
export async function meansFor({ url, root }: StoreSettings): Promise<Means> {
  if (!/^postgres(?:ql)?:\/\//.test(url)) {
    throw new StoreError('its URL does not begin with postgres://');
  }
  const { result: driver, factor } = await underPressure(() => loadDriver(root));
  return { driver, factor };
}

/** Connects and prepares the tables. @throws StoreError */
export async function openAccess(
  settings: StoreSettings,
  means: Means,
  on: Partial<Listener> = {},
): Promise<Access> {
  let connection: Connection | undefined;
  try {
    connection = new Connection(means, settings.url, { ...QUIET, ...on });
    await connection.connect();
    return await explore(connection, settings);
  } catch (error) {
    await connection?.close();
    throw storeErrorOf(error);
  }
}

async function explore(
  connection: Connection,
  { schema, key, trust = 'branch' }: StoreSettings,
): Promise<Access> {
  const statements = statementsFor(schema);
  const [own] = await connection.query<{
    session: number;
    isReadOnly: boolean;
    isStandby: boolean;
  }>(statements.rights);
  const tables = await openTables(connection, schema);
  const [may] = await connection.query<{ reads: boolean; writes: boolean }>(statements.privileges);
  if (may?.reads !== true) throw new StoreError('this user is not allowed to read its texts');
  const mayWrite = may.writes && own?.isReadOnly !== true;
  const sealing = key === undefined ? UNSEALED : await sealWith(key, tables.salt);
  const keyId =
    tables.keyId ?? (mayWrite ? await claimKey(connection, statements, sealing) : undefined);
  requireKey(keyId, sealing);
  return {
    connection,
    version: tables.version,
    statements,
    sealing,
    trust,
    trusts: trust === 'main' ? ['main'] : ['main', 'branch'],
    mayWrite,
    isStandby: own?.isStandby === true,
    isSession: own?.session !== undefined && own.session === connection.session,
  };
}

/** Binds a store without a key to this one. Returns the id of the key that it is bound to. */
async function claimKey(
  connection: Connection,
  { setKey, keyId }: Statements,
  { id }: Sealing,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  await connection.query(setKey, [id]);
  return (await connection.query<{ value: string }>(keyId))[0]?.value;
}

/**
 * All runs must use the same key: texts encrypted with another one would keep replacing each other.
 */
function requireKey(keyId: string | undefined, { id }: Sealing): void {
  if (keyId === undefined) return;
  if (id === undefined)
    throw new StoreError('its texts are encrypted, and LOCALE_SYNC_STORE_KEY is not set');
  if (!isSameKey(keyId, id))
    throw new StoreError('its texts are encrypted with another LOCALE_SYNC_STORE_KEY');
}
