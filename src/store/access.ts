import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import type { Trust } from '../model/index.js';
import { Connection } from './connection.js';
import type { ConnectionOptions } from './connection.js';
import { StoreError, isRefusedWrite, storeErrorOf } from './errors.js';

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

/** Version of the tables. */
const VERSION = 4;
/** The oldest version that can use the tables of this one. */
const COMPATIBLE = 3;
const TOOL = 'locale-sync';
const SALT_BYTES = 16;

/** The tables' metadata. */
interface Tables {
  readonly version: number;
  readonly salt: Buffer;
  /** Id of the encryption key; undefined: none. */
  readonly keyId: string | undefined;
}

/** A schema's name in SQL, quoted because it may be a keyword. */
function inSql(schema: string): string {
  return `"${schema}"`;
}

/** Creates the tables, or migrates those of any version. Can be repeated. */
function steps(schema: string): readonly string[] {
  return [
    `CREATE TABLE IF NOT EXISTS ${schema}.entries (
       key bytea NOT NULL,
       trust text NOT NULL,
       target text NOT NULL,
       value bytea NOT NULL,
       stored timestamptz NOT NULL DEFAULT now(),
       used timestamptz NOT NULL DEFAULT now(),
       PRIMARY KEY (key, trust)
     )`,
    // What runs request right now. Unlogged, because after a crash of the database no request is
    // valid.
    `CREATE UNLOGGED TABLE IF NOT EXISTS ${schema}.claims (
       key bytea NOT NULL,
       trust text NOT NULL,
       runner bigint NOT NULL,
       PRIMARY KEY (key, trust)
     )`,
    `ALTER TABLE ${schema}.claims
       ADD COLUMN IF NOT EXISTS until timestamptz NOT NULL DEFAULT now()`,
    `CREATE INDEX IF NOT EXISTS claims_runner ON ${schema}.claims (runner)`,
    // Until version 2, the life of a claim was that of its runner.
    `DROP TABLE IF EXISTS ${schema}.runners`,
    // Since version 4: what was sent. Older versions, which keep using the tables, leave it empty.
    `ALTER TABLE ${schema}.entries ADD COLUMN IF NOT EXISTS sent bytea`,
  ];
}

/**
 * Finds, creates or migrates the tables.
 * @throws StoreError if they cannot be used
 */
async function openTables(connection: Connection, schema: string): Promise<Tables> {
  const { hasSchema, names } = await look(connection, schema);
  if (!names.includes('meta') && names.length > 0) throw foreign(schema);
  const tables = names.includes('meta') ? await readMeta(connection, schema) : undefined;
  const isWhole = names.includes('entries') && names.includes('claims');
  if (tables !== undefined && tables.version >= VERSION && isWhole) return tables;
  try {
    await migrate(connection, schema, hasSchema);
    return await readMeta(connection, schema);
  } catch (error) {
    const failure = storeErrorOf(error);
    if (!isRefusedWrite(failure)) throw failure;
    // A user that cannot change tables may still read texts.
    if (tables !== undefined && names.includes('entries')) return tables;
    const what = tables === undefined ? 'create its tables' : 'bring its tables up to date';
    throw new StoreError(`this user cannot ${what}: ${failure.reason}`, {
      outlook: failure.outlook,
    });
  }
}

/** Whether the schema exists, and the names of its tables, views and the like. */
async function look(
  connection: Connection,
  schema: string,
): Promise<{ readonly hasSchema: boolean; readonly names: readonly string[] }> {
  const [found] = await connection.query<{ hasSchema: boolean; names: readonly string[] }>(
    `SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = $1) AS "hasSchema",
       ARRAY(
         SELECT c.relname::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = $1 AND c.relkind IN ('r', 'v', 'm', 'p', 'f')
       ) AS names`,
    [schema],
  );
  return found ?? { hasSchema: false, names: [] };
}

/** @throws StoreError for tables of another tool, or of a version that this one does not know */
async function readMeta(connection: Connection, schema: string): Promise<Tables> {
  const rows = await connection
    .query<{ name: string; value: string }>(`SELECT name, value FROM ${inSql(schema)}.meta`)
    .catch((error: unknown) => {
      // A table of this name with other columns.
      const failure = storeErrorOf(error);
      throw failure.reason.includes('tables') ? foreign(schema) : failure;
    });
  const meta = new Map(rows.map(({ name, value }) => [name, value]));
  if (meta.get('tool') !== TOOL) throw foreign(schema);
  const version = Number(meta.get('version'));
  const compatible = Number(meta.get('compatible') ?? version);
  if (compatible > VERSION) {
    throw new StoreError(
      `its tables were made by a newer version of locale-sync (${version}; this version supports ${VERSION})`,
    );
  }
  const salt = Buffer.from(meta.get('salt') ?? '', 'base64url');
  if (!Number.isInteger(version + compatible) || salt.length !== SALT_BYTES) {
    throw new StoreError(`its tables in schema ${schema} are damaged`);
  }
  return { version, salt, keyId: meta.get('key') };
}

/** Atomic, and only one run at a time. */
async function migrate(connection: Connection, name: string, hasSchema: boolean): Promise<void> {
  const schema = inSql(name);
  const meta = `${schema}.meta`;
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  await connection.query(
    [
      `SELECT pg_advisory_xact_lock(hashtextextended('${TOOL} ${name}', 0))`,
      ...(hasSchema ? [] : [`CREATE SCHEMA IF NOT EXISTS ${schema}`]),
      `CREATE TABLE IF NOT EXISTS ${meta} (name text PRIMARY KEY, value text NOT NULL)`,
      ...steps(schema),
      `INSERT INTO ${meta} (name, value)
       VALUES ('tool', '${TOOL}'), ('version', '${VERSION}'), ('compatible', '${COMPATIBLE}'),
         ('salt', '${salt}')
       ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value
       WHERE meta.name IN ('version', 'compatible')
         AND (SELECT m.value::int FROM ${meta} m WHERE m.name = 'version') < ${VERSION}`,
    ].join(';\n'),
  );
}

function foreign(schema: string): StoreError {
  return new StoreError(`schema ${schema} belongs to another tool; it was not touched`);
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

/** A key of the memory has 22 characters of base64url, 132 bits; the store uses 128 of them. */
const CHARACTERS = 22;

/** Bytes of a key, for the database. */
export function bytesOf(key: string): Buffer {
  return Buffer.from(key.slice(0, CHARACTERS), 'base64url');
}

/** A key as text, without the bits that the database does not store. */
export function nameOf(key: string): string {
  return bytesOf(key).toString('base64url');
}

/** First byte of a value: how the text is stored. */
const PLAIN = 1;
const SEALED = 2;
const CHECK_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Where a text is stored. A value that was moved to another place cannot be opened there. */
interface StoredPlace {
  /** As returned by `nameOf`. */
  readonly name: string;
  readonly trust: string;
  /** Service language. */
  readonly target: string;
}

/** Converts texts to values in the database, and back. */
interface Sealing {
  /** Identifies the key; undefined: texts are not encrypted. */
  readonly id: string | undefined;
  seal(place: StoredPlace, text: string): Buffer;
  /** Undefined if a value is damaged, or belongs to another place or key. */
  open(place: StoredPlace, value: Buffer): string | undefined;
}

/** Plain texts with a checksum: bytes may be damaged, and rows may be mixed up. */
const UNSEALED: Sealing = {
  id: undefined,
  seal(place, text) {
    const bytes = Buffer.from(text);
    return Buffer.concat([Buffer.of(PLAIN), checkOf(place, bytes), bytes]);
  },
  open(place, value) {
    if (value[0] !== PLAIN || value.length < 1 + CHECK_BYTES) return undefined;
    const bytes = value.subarray(1 + CHECK_BYTES);
    const check = value.subarray(1, 1 + CHECK_BYTES);
    return check.equals(checkOf(place, bytes)) ? bytes.toString() : undefined;
  },
};

/** The columns of a text: what was sent is sealed as another place, so it cannot pass for the text. */
export function sealed(
  sealing: Sealing,
  place: StoredPlace,
  [text, sent]: readonly [text: string, sent: string | undefined],
): { readonly value: Buffer; readonly sent: Buffer | null } {
  return {
    value: sealing.seal(place, text),
    sent: sent === undefined ? null : sealing.seal(placeOfSent(place), sent),
  };
}

/** What was sent for a text; undefined if it is not known or damaged. */
export function openSent(
  sealing: Sealing,
  place: StoredPlace,
  sent: Buffer | null,
): string | undefined {
  return sent === null ? undefined : sealing.open(placeOfSent(place), sent);
}

function placeOfSent(place: StoredPlace): StoredPlace {
  return { ...place, target: `${place.target} sent` };
}

/**
 * AES-256-GCM with a key derived from any secret. Also opens unencrypted values.
 * @param salt the store's: the same secret gives another key elsewhere
 */
async function sealWith(secret: string, salt: Buffer): Promise<Sealing> {
  const key = await new Promise<Buffer>((done, fail) => {
    scrypt(secret, salt, KEY_BYTES, (error, made) => (error === null ? done(made) : fail(error)));
  });
  return {
    id: createHmac('sha256', key).update('locale-sync key id').digest('base64url').slice(0, 16),
    seal(place, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(placeBytes(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(SEALED), iv, cipher.getAuthTag(), sealed]);
    },
    open(place, value) {
      if (value[0] === PLAIN) return UNSEALED.open(place, value);
      return value[0] === SEALED ? unseal(key, place, value) : undefined;
    },
  };
}

/** Whether two ids belong to the same key. */
function isSameKey(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function unseal(key: Buffer, place: StoredPlace, value: Buffer): string | undefined {
  const body = 1 + IV_BYTES + TAG_BYTES;
  if (value.length < body) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, value.subarray(1, 1 + IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(placeBytes(place)).setAuthTag(value.subarray(1 + IV_BYTES, body));
    return Buffer.concat([decipher.update(value.subarray(body)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

function checkOf(place: StoredPlace, bytes: Buffer): Buffer {
  const hash = createHash('sha256').update(placeBytes(place)).update(bytes);
  return hash.digest().subarray(0, CHECK_BYTES);
}

function placeBytes({ name, trust, target }: StoredPlace): Buffer {
  return Buffer.from(`${name} ${trust} ${target}\n`);
}
