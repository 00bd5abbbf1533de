import type { Trust } from '../model/index.js';
import { Connection } from './connection.js';
import type { ConnectionOptions } from './connection.js';
import { StoreError } from './errors.js';
import { isSameKey, sealWith, UNSEALED } from './sealing.js';
import type { Sealing } from './sealing.js';
import { inSql, openTables, VERSION } from './tables.js';

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

/** A connection with its rights and the store's properties. */
export interface Access {
  readonly connection: Connection;
  /** The schema's name in SQL. */
  readonly schema: string;
  /** Version of the tables. */
  readonly version: number;
  readonly sealing: Sealing;
  readonly trust: Trust;
  /** Trust levels whose texts this run gets. */
  readonly trusts: readonly Trust[];
  readonly mayWrite: boolean;
  /** Whether the whole database is read-only, because it copies another one. */
  readonly isStandby: boolean;
}

/** Connects and prepares the tables. @throws StoreError */
export async function openAccess(
  settings: StoreSettings,
  options: Omit<ConnectionOptions, 'root'> = {},
): Promise<Access> {
  const { url, root, schema: name, key, trust = 'branch' } = settings;
  const connection = await Connection.open(url, { ...options, root });
  try {
    const { version, salt, keyId: bound } = await openTables(connection, name);
    const schema = inSql(name);
    const [rights] = await connection.query<Rights>(rightsIn(schema));
    if (rights?.reads !== true) throw new StoreError('this user is not allowed to read its texts');
    const mayWrite = rights.writes && version >= VERSION;
    const sealing = key === undefined ? UNSEALED : await sealWith(key, salt);
    let keyId = bound;
    if (keyId === undefined && sealing.id !== undefined && mayWrite) {
      // The first key binds the store to itself.
      const set = `INSERT INTO ${schema}.meta (name, value) VALUES ('key', $1)`;
      await connection.query(`${set} ON CONFLICT DO NOTHING`, [sealing.id]);
      const get = `SELECT value FROM ${schema}.meta WHERE name = 'key'`;
      keyId = (await connection.query<{ value: string }>(get))[0]?.value;
    }
    requireKey(keyId, sealing);
    const trusts = trust === 'main' ? (['main'] as const) : (['main', 'branch'] as const);
    const { isStandby } = rights;
    return { connection, schema, version, sealing, trust, trusts, mayWrite, isStandby };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

interface Rights {
  readonly reads: boolean;
  readonly writes: boolean;
  readonly isStandby: boolean;
}

/** The user's rights on the tables: to read texts, and to do everything that runs do. */
function rightsIn(schema: string): string {
  const may = (table: string, ...rights: readonly string[]): string =>
    rights
      .map((right) => `has_table_privilege(to_regclass('${schema}.${table}'), '${right}')`)
      .join(' AND ');
  return `SELECT ${may('entries', 'SELECT')} AS reads,
    current_setting('transaction_read_only') = 'off'
      AND ${may('entries', 'INSERT', 'UPDATE')}
      AND to_regclass('${schema}.claims') IS NOT NULL
      AND ${may('claims', 'SELECT', 'INSERT', 'UPDATE', 'DELETE')} AS writes,
    pg_is_in_recovery() AS "isStandby"`;
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
