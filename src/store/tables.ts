import { randomBytes } from 'node:crypto';
import type { Connection } from './connection.js';
import { isRefusedWrite, storeErrorOf, StoreError } from './errors.js';

/** Version of the tables. */
export const VERSION = 3;
/** The oldest version that can use the tables of this one. */
const COMPATIBLE = 3;
const TOOL = 'locale-sync';
const SALT_BYTES = 16;

/** The tables' metadata. */
export interface Tables {
  readonly version: number;
  readonly salt: Buffer;
  /** Id of the encryption key; undefined: none. */
  readonly keyId: string | undefined;
}

/** A schema's name in SQL, quoted because it may be a keyword. */
export function inSql(schema: string): string {
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
  ];
}

/**
 * Finds, creates or migrates the tables.
 * @throws StoreError if they cannot be used
 */
export async function openTables(connection: Connection, schema: string): Promise<Tables> {
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
