import type { Trust } from '../model/index.js';
import { findOptional } from '../disk/optional-package.js';
import { Connection } from './connection.js';
import type { Driver, Listener } from './connection.js';
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
  /** Folder of the project: the package `pg` may be there. Default: the current one. */
  readonly root?: string | undefined;
  /** What texts are encrypted with. Default: nothing. */
  readonly key?: string | undefined;
  /** What this run vouches for. Default: branch. */
  readonly trust?: Trust | undefined;
}

const QUIET: Listener = {
  lost: () => undefined,
  notice: () => undefined,
  signal: new AbortController().signal,
};

/** What a connection may do, and what it found. */
export interface Access {
  readonly connection: Connection;
  /** Of the tables. */
  readonly version: number;
  readonly statements: Statements;
  readonly sealing: Sealing;
  readonly trust: Trust;
  /** Whose texts are served to this run. */
  readonly trusts: readonly Trust[];
  readonly mayWrite: boolean;
  /** The whole database is read-only. */
  readonly isStandby: boolean;
  /** The connection is a session of its own, no pooler's: it hears what other runs do. */
  readonly isSession: boolean;
}

/** What connections to a store are made with. */
export interface Means {
  readonly driver: Driver;
  /** How many times as long as usual everything may take. */
  readonly factor: number;
}

/** @throws StoreError */
export async function meansFor({ url, root }: StoreSettings): Promise<Means> {
  if (!/^postgres(?:ql)?:\/\//.test(url)) {
    throw new StoreError('its address does not begin with postgres://');
  }
  const { result: driver, factor } = await underPressure(() => loadDriver(root));
  return { driver, factor };
}

/** Connects, and makes the tables ready. @throws StoreError */
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

/** @throws StoreError where it is not installed */
async function loadDriver(root: string | undefined): Promise<Driver> {
  const found = findOptional('pg', root);
  if (found === undefined) {
    throw new StoreError('it needs the package pg, which is not installed', {
      hint: 'Install it: npm install --save-dev pg',
    });
  }
  // A script of the CommonJS kind: bundlers and Node differ in where its exports are.
  const loaded = (await import(found)) as Driver & { readonly default?: Driver };
  return loaded.default ?? loaded;
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
  if (may?.reads !== true) throw new StoreError('this user may not read its texts');
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

/** Binds a store without a key to this one. Gives the id of the key that it is bound to. */
async function claimKey(
  connection: Connection,
  { setKey, keyId }: Statements,
  { id }: Sealing,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  await connection.query(setKey, [id]);
  return (await connection.query<{ value: string }>(keyId))[0]?.value;
}

/** One key for all: texts under another one would take turns in the same places. */
function requireKey(keyId: string | undefined, { id }: Sealing): void {
  if (keyId === undefined) return;
  if (id === undefined)
    throw new StoreError('its texts are encrypted, and LOCALE_SYNC_STORE_KEY is not set');
  if (!isSameKey(keyId, id))
    throw new StoreError('its texts are encrypted with another LOCALE_SYNC_STORE_KEY');
}
