/** A schema in statements. Quoted, since its name may be a word of SQL. */
export function inSql(schema: string): string {
  return `"${schema}"`;
}

/** Of the advisory locks that runners hold. */
export const LOCK_CLASS = 27_763;

/** Seconds in which a run whose connection was cut comes back, unless it was killed. */
export const RETURN_SECONDS = 3;

/** Locks that sessions of runners hold. */
const HELD = `SELECT l.objid::bigint FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.classid = ${LOCK_CLASS} AND l.objsubid = 2
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Runners whose lease holds and, where they have a session of their own, whose session is there. */
function live(schema: string): string {
  return `SELECT r.id FROM ${schema}.runners r
    WHERE r.until > clock_timestamp() AND (r.lock IS NULL OR r.lock IN (${HELD}))`;
}

/** What the user may do with each table, in one answer: all that runs do, or only reading. */
function privileges(schema: string): string {
  const may = (table: string, ...rights: readonly string[]): string =>
    rights
      .map((right) => `has_table_privilege(to_regclass('${schema}.${table}'), '${right}')`)
      .join(' AND ');
  return `SELECT ${may('entries', 'SELECT')} AS reads,
    ${may('entries', 'INSERT', 'UPDATE')}
      AND to_regclass('${schema}.claims') IS NOT NULL
      AND ${may('claims', 'SELECT', 'INSERT', 'UPDATE', 'DELETE')}
      AND ${may('runners', 'SELECT', 'INSERT', 'UPDATE', 'DELETE')} AS writes`;
}

/**
 * What is asked of the database. Times are always the database's: clocks of runners may be wrong.
 * Each statement is a transaction of its own, as PgBouncer may give the next one another session.
 */
export function statementsFor(name: string) {
  const schema = inSql(name);
  const alive = live(schema);
  return {
    channel: `locale_sync:${name}`,

    /** keys, trusts. Key by key, whatever the statistics say: they lag behind a table that grows. */
    lookUp: `SELECT asked.key, e.trust, e.value
      FROM unnest($1::bytea[]) AS asked(key) CROSS JOIN LATERAL (
        SELECT own.trust, own.value FROM ${schema}.entries own
        WHERE own.key = asked.key AND own.trust = ANY($2::text[]) OFFSET 0
      ) AS e`,

    /**
     * lock, lease in seconds, runner: also one that comes back over another connection. Clears away
     * what runners of long ago left.
     */
    register: `WITH gone AS (
        DELETE FROM ${schema}.runners WHERE until < clock_timestamp() - interval '1 hour' RETURNING id
      ), left_over AS (DELETE FROM ${schema}.claims c USING gone WHERE c.runner = gone.id)
      INSERT INTO ${schema}.runners (until, lock, id) OVERRIDING SYSTEM VALUE
      VALUES (clock_timestamp() + $2 * interval '1 second', $1, $3)
      ON CONFLICT (id) DO UPDATE SET until = EXCLUDED.until, lock = EXCLUDED.lock`,

    /** runner, lease in seconds */
    renew: `UPDATE ${schema}.runners SET until = clock_timestamp() + $2 * interval '1 second'
      WHERE id = $1`,

    alive: `SELECT id::text FROM (${alive}) AS live`,

    /** A runner without its session may only have been cut: it has a moment to come back. */
    suspend: `UPDATE ${schema}.runners
      SET lock = NULL, until = clock_timestamp() + interval '${RETURN_SECONDS} seconds'
      WHERE id IN (
        SELECT r.id FROM ${schema}.runners r
        WHERE r.until > clock_timestamp() AND r.lock IS NOT NULL AND r.lock NOT IN (${HELD})
        ORDER BY r.id FOR UPDATE
      ) AND lock IS NOT NULL`,

    /** keys, trusts: claims of runners that are gone */
    sweep: `WITH live AS MATERIALIZED (${alive}), dead AS (
        SELECT c.key, c.trust FROM ${schema}.claims c
        WHERE c.key = ANY($1::bytea[]) AND c.trust = ANY($2::text[])
          AND NOT EXISTS (SELECT FROM live WHERE live.id = c.runner)
        FOR UPDATE OF c SKIP LOCKED
      )
      DELETE FROM ${schema}.claims c USING dead WHERE c.key = dead.key AND c.trust = dead.trust`,

    /**
     * keys, trust, runner. In one order for all runs, so that none waits for another in a circle. A
     * branch also waits for what the main branch asks for.
     */
    claim: `INSERT INTO ${schema}.claims (key, trust, runner)
      SELECT asked.key, $2, $3 FROM unnest($1::bytea[]) AS asked(key)
      WHERE NOT EXISTS (
        SELECT FROM ${schema}.claims c
        WHERE c.key = asked.key AND c.trust = 'main' AND $2 <> 'main'
      )
      ORDER BY asked.key
      ON CONFLICT (key, trust) DO NOTHING RETURNING key`,

    /** keys, targets, values, trust, runner, channel, names: all of it or nothing */
    answer: `WITH given AS (
        SELECT * FROM unnest($1::bytea[], $2::text[], $3::bytea[]) AS g(key, target, value)
      ), kept AS (
        INSERT INTO ${schema}.entries (key, trust, target, value)
        SELECT key, $4, target, value FROM given ORDER BY key
        ON CONFLICT (key, trust) DO UPDATE
        SET value = EXCLUDED.value, target = EXCLUDED.target, stored = now(), used = now()
      ), freed AS (
        DELETE FROM ${schema}.claims c USING given
        WHERE c.key = given.key AND c.trust = $4 AND c.runner = $5
      )
      SELECT pg_notify($6, $7)`,

    /** keys, runner, channel, names */
    release: `WITH freed AS (
        DELETE FROM ${schema}.claims WHERE key = ANY($1::bytea[]) AND runner = $2
      )
      SELECT pg_notify($3, $4)`,

    /** runner, channel. Who held nothing has no news for others. */
    leave: `WITH freed AS (DELETE FROM ${schema}.claims WHERE runner = $1 RETURNING key),
        gone AS (DELETE FROM ${schema}.runners WHERE id = $1)
      SELECT pg_notify($2, '') WHERE EXISTS (SELECT FROM freed)`,

    /** keys, trusts: which of them have a text, or nobody who asks for it */
    changed: `WITH live AS MATERIALIZED (${alive})
      SELECT asked.key FROM unnest($1::bytea[]) AS asked(key)
      WHERE EXISTS (
        SELECT FROM ${schema}.entries e WHERE e.key = asked.key AND e.trust = ANY($2::text[])
      ) OR NOT EXISTS (
        SELECT FROM ${schema}.claims c JOIN live ON live.id = c.runner
        WHERE c.key = asked.key AND c.trust = ANY($2::text[])
      )`,

    /** keys. Once a day is often enough, and saves writing. */
    touch: `UPDATE ${schema}.entries e SET used = now()
      FROM (
        SELECT key, trust FROM ${schema}.entries
        WHERE key = ANY($1::bytea[]) AND used < now() - interval '1 day'
        FOR UPDATE SKIP LOCKED
      ) AS old
      WHERE e.key = old.key AND e.trust = old.trust`,

    /** id of the key that texts are encrypted with; the first one holds */
    setKey: `INSERT INTO ${schema}.meta (name, value) VALUES ('key', $1) ON CONFLICT DO NOTHING`,
    keyId: `SELECT value FROM ${schema}.meta WHERE name = 'key'`,

    rights: `SELECT pg_backend_pid() AS session,
      current_setting('transaction_read_only') = 'on' AS "isReadOnly",
      pg_is_in_recovery() AS "isStandby"`,

    privileges: privileges(schema),
  } as const;
}

export type Statements = ReturnType<typeof statementsFor>;
