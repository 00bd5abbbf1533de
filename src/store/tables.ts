import { randomBytes } from 'node:crypto';
import type { Connection } from './connection.js';
import { isRefusedWrite, outlookOf, reasonOf, StoreError } from './errors.js';
import { inSql } from './statements.js';

/** Version of the tables. */
const VERSION = 2;
/** The oldest version that can use the tables of this one. */
const COMPATIBLE = 1;
const TOOL = 'locale-sync';
const SALT_BYTES = 16;
/** Milliseconds that a migration may take: other runs wait for it. */
const MIGRATION = 10_000;

/** The tables' metadata. */
export interface Tables {
  readonly version: number;
  readonly salt: Buffer;
  /** Id of the encryption key; undefined: none. */
  readonly keyId: string | undefined;
}

/** The user's rights, and what exists. */
interface Found {
  readonly hasSchema: boolean;
  readonly hasMeta: boolean;
  /** Number of tables and the like in the schema. */
  readonly relations: number;
  /** Number of columns of version `VERSION` that exist. */
  readonly columns: number;
}

/**
 * Each step migrates the tables to the next version. A step can be repeated, even after it was done
 * in part.
 */
function steps(name: string): readonly string[] {
  const schema = inSql(name);
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
    `CREATE UNLOGGED TABLE IF NOT EXISTS ${schema}.runners (
       id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       until timestamptz NOT NULL,
       lock bigint
     );
     CREATE UNLOGGED TABLE IF NOT EXISTS ${schema}.claims (
       key bytea NOT NULL,
       trust text NOT NULL,
       runner bigint NOT NULL,
       PRIMARY KEY (key, trust)
     );
     CREATE INDEX IF NOT EXISTS claims_runner ON ${schema}.claims (runner)`,
  ];
}

/** Every column that is read or written. */
const COLUMNS = [
  ...['key', 'trust', 'target', 'value', 'stored', 'used'].map((name) => `entries.${name}`),
  ...['id', 'until', 'lock'].map((name) => `runners.${name}`),
  ...['key', 'trust', 'runner'].map((name) => `claims.${name}`),
];
/** Number of columns for texts. */
const ENTRY_COLUMNS = 6;

/**
 * Finds, creates or migrates the tables.
 * @throws StoreError if they cannot be used
 */
export async function openTables(connection: Connection, schema: string): Promise<Tables> {
  const found = await look(connection, schema);
  if (!found.hasMeta && found.relations > 0) throw foreign(schema);
  const tables = found.hasMeta ? await readMeta(connection, schema) : undefined;
  const isWhole = found.columns === COLUMNS.length && tables?.salt.length === SALT_BYTES;
  if (tables !== undefined && tables.version >= VERSION && isWhole) return tables;
  try {
    return await migrate(connection, schema, found);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    if (!isRefusedWrite(error)) throw error;
    // A user that cannot change tables may still read texts.
    if (tables !== undefined && found.columns >= ENTRY_COLUMNS) return tables;
    const what = tables === undefined ? 'create its tables' : 'bring its tables up to date';
    throw new StoreError(`this user cannot ${what}: ${reasonOf(error)}`, {
      outlook: outlookOf(error),
    });
  }
}

async function look(connection: Connection, schema: string): Promise<Found> {
  const [found] = await connection.query<{
    schemas: number;
    meta: number;
    relations: number;
    columns: number;
  }>(
    `SELECT (SELECT count(*)::int FROM pg_namespace WHERE nspname = $1) AS schemas,
       count(*) FILTER (WHERE c.relname = 'meta' AND c.relkind = 'r')::int AS meta,
       count(*) FILTER (WHERE c.relkind IN ('r', 'v', 'm', 'p', 'f'))::int AS relations,
       (SELECT count(*)::int FROM pg_attribute a
          JOIN pg_class t ON t.oid = a.attrelid AND t.relkind = 'r'
          JOIN pg_namespace s ON s.oid = t.relnamespace AND s.nspname = $1
          WHERE NOT a.attisdropped AND t.relname || '.' || a.attname = ANY($2)) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1`,
    [schema, COLUMNS],
  );
  return {
    hasSchema: (found?.schemas ?? 0) > 0,
    hasMeta: (found?.meta ?? 0) > 0,
    relations: found?.relations ?? 0,
    columns: found?.columns ?? 0,
  };
}

/** @throws StoreError for tables of another tool, or of a version that this one does not know */
async function readMeta(connection: Connection, schema: string): Promise<Tables> {
  const rows = await connection
    .query<{ name: string; value: string }>(`SELECT name, value FROM ${inSql(schema)}.meta`)
    .catch((error: unknown) => {
      // A table of this name with other columns.
      if (reasonOf(error).includes('tables')) throw foreign(schema);
      throw error;
    });
  const meta = new Map(rows.map(({ name, value }) => [name, value]));
  if (meta.get('tool') !== TOOL) throw foreign(schema);
  const version = Number(meta.get('version'));
  const compatible = Number(meta.get('compatible') ?? version);
  if (!Number.isInteger(version + compatible)) throw damaged(schema);
  if (compatible > VERSION) {
    throw new StoreError(
      `its tables were made by a newer version of locale-sync (${version}; this version supports ${VERSION})`,
    );
  }
  const salt = Buffer.from(meta.get('salt') ?? '', 'base64url');
  return { version, salt, keyId: meta.get('key') };
}

/** Atomic, and only one run at a time. */
async function migrate(
  connection: Connection,
  schema: string,
  { hasSchema }: Found,
): Promise<Tables> {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  const create = hasSchema ? [] : [`CREATE SCHEMA IF NOT EXISTS ${inSql(schema)}`];
  const meta = `${inSql(schema)}.meta`;
  await connection.run(
    [
      `SELECT pg_advisory_xact_lock(hashtextextended('${TOOL} ${schema}', 0))`,
      ...create,
      `CREATE TABLE IF NOT EXISTS ${meta} (name text PRIMARY KEY, value text NOT NULL)`,
      // Including those of this version: part of it may be missing.
      ...steps(schema),
      `INSERT INTO ${meta} (name, value)
       VALUES ('tool', '${TOOL}'), ('version', '${VERSION}'), ('compatible', '${COMPATIBLE}'),
         ('salt', '${salt}')
       ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value
       WHERE meta.name IN ('version', 'compatible')
         AND (SELECT m.value::int FROM ${meta} m WHERE m.name = 'version') < ${VERSION}`,
    ],
    MIGRATION,
  );
  if ((await look(connection, schema)).columns < COLUMNS.length) {
    throw damaged(schema);
  }
  return readMeta(connection, schema);
}

function damaged(schema: string): StoreError {
  return new StoreError(`its tables in schema ${schema} are damaged`);
}

function foreign(schema: string): StoreError {
  return new StoreError(`schema ${schema} belongs to another tool; it was not touched`);
}
