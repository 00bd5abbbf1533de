/** A schema's name in SQL, quoted because it may be a keyword. */
export function inSql(schema: string): string {
  return `"${schema}"`;
}

/** Class of the advisory locks that runners hold. */
export const LOCK_CLASS = 27_763;

/** Seconds within which a run whose connection was cut reconnects, unless it was killed. */
export const RETURN_SECONDS = 3;

/** Locks that runners' sessions hold. */
const HELD = `SELECT l.objid::bigint FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.classid = ${LOCK_CLASS} AND l.objsubid = 2
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** Runners whose lease is valid and, if they have their own session, whose session exists. */
function live(schema: string): string {
  return `SELECT r.id FROM ${schema}.runners r
    WHERE r.until > clock_timestamp() AND (r.lock IS NULL OR r.lock IN (${HELD}))`;
}

/**
 * The user's rights on each table in one query: for everything that runs do, or only for reading.
 */
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
 * The SQL statements. All times are the database's: runners' clocks may be wrong. Each statement is
 * a separate transaction, because PgBouncer may give the next one another session.
 */
export function statementsFor(name: string) {
  const schema = inSql(name);
  const alive = live(schema);
  return {
    channel: `locale_sync:${name}`,

    /**
     * keys, trusts. Looks up key by key regardless of the statistics, which lag behind a growing
     * table.
     */
    lookUp: `SELECT asked.key, e.trust, e.value
      FROM unnest($1::bytea[]) AS asked(key) CROSS JOIN LATERAL (
        SELECT own.trust, own.value FROM ${schema}.entries own
        WHERE own.key = asked.key AND own.trust = ANY($2::text[]) OFFSET 0
      ) AS e`,

    /**
     * lock, lease in seconds, runner: also for a runner that reconnects. Removes what runners left
     * long ago.
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

    /** A runner without its session may only have been cut off: it gets a moment to reconnect. */
    suspend: `UPDATE ${schema}.runners
      SET lock = NULL, until = clock_timestamp() + interval '${RETURN_SECONDS} seconds'
      WHERE id IN (
        SELECT r.id FROM ${schema}.runners r
        WHERE r.until > clock_timestamp() AND r.lock IS NOT NULL AND r.lock NOT IN (${HELD})
        ORDER BY r.id FOR UPDATE
      ) AND lock IS NOT NULL`,

    /** keys, trusts: removes claims of runners that are gone */
    sweep: `WITH live AS MATERIALIZED (${alive}), dead AS (
        SELECT c.key, c.trust FROM ${schema}.claims c
        WHERE c.key = ANY($1::bytea[]) AND c.trust = ANY($2::text[])
          AND NOT EXISTS (SELECT FROM live WHERE live.id = c.runner)
        FOR UPDATE OF c SKIP LOCKED
      )
      DELETE FROM ${schema}.claims c USING dead WHERE c.key = dead.key AND c.trust = dead.trust`,

    /**
     * keys, trust, runner. In the same order for all runs, to avoid deadlocks. A branch also waits
     * for claims of the main branch.
     */
    claim: `INSERT INTO ${schema}.claims (key, trust, runner)
      SELECT asked.key, $2, $3 FROM unnest($1::bytea[]) AS asked(key)
      WHERE NOT EXISTS (
        SELECT FROM ${schema}.claims c
        WHERE c.key = asked.key AND c.trust = 'main' AND $2 <> 'main'
      )
      ORDER BY asked.key
      ON CONFLICT (key, trust) DO NOTHING RETURNING key`,

    /** keys, targets, values, trust, runner, channel, names: atomic */
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

    /** runner, channel. Notifies others only if it held claims. */
    leave: `WITH freed AS (DELETE FROM ${schema}.claims WHERE runner = $1 RETURNING key),
        gone AS (DELETE FROM ${schema}.runners WHERE id = $1)
      SELECT pg_notify($2, '') WHERE EXISTS (SELECT FROM freed)`,

    /** keys, trusts: those that have a text or are not claimed */
    changed: `WITH live AS MATERIALIZED (${alive})
      SELECT asked.key FROM unnest($1::bytea[]) AS asked(key)
      WHERE EXISTS (
        SELECT FROM ${schema}.entries e WHERE e.key = asked.key AND e.trust = ANY($2::text[])
      ) OR NOT EXISTS (
        SELECT FROM ${schema}.claims c JOIN live ON live.id = c.runner
        WHERE c.key = asked.key AND c.trust = ANY($2::text[])
      )`,

    /** keys. At most once a day, to save writes. */
    touch: `UPDATE ${schema}.entries e SET used = now()
      FROM (
        SELECT key, trust FROM ${schema}.entries
        WHERE key = ANY($1::bytea[]) AND used < now() - interval '1 day'
        FOR UPDATE SKIP LOCKED
      ) AS old
      WHERE e.key = old.key AND e.trust = old.trust`,

    /** id of the encryption key; the first one stays */
    setKey: `INSERT INTO ${schema}.meta (name, value) VALUES ('key', $1) ON CONFLICT DO NOTHING`,
    keyId: `SELECT value FROM ${schema}.meta WHERE name = 'key'`,

    rights: `SELECT pg_backend_pid() AS session,
      current_setting('transaction_read_only') = 'on' AS "isReadOnly",
      pg_is_in_recovery() AS "isStandby"`,

    privileges: privileges(schema),
  } as const;
}

export type Statements = ReturnType<typeof statementsFor>;
