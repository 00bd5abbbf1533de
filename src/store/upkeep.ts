import type { ExchangedText, TextPage, Trust } from '../model/index.js';
import { openAccess, bytesOf, nameOf, openSent, sealed } from './access.js';
import type { Access, StoreSettings } from './access.js';
import { StoreError } from './errors.js';

/** Milliseconds for a statement that reads all texts. */
const LONG = 600_000;
/** Texts per statement that reads them. */
const CHUNK = 2_000;

export interface StoreStatus {
  readonly schema: string;
  /** Version of the tables. */
  readonly version: number;
  readonly encrypted: boolean;
  readonly access: 'read-write' | 'read-only';
  /** How a run waits for others: it asks again and again. */
  readonly waiting: 'poll';
  /** Trust level of runs from here. */
  readonly trust: Trust;
  readonly texts: Readonly<Record<Trust, number>>;
  /** Number of texts by service language. */
  readonly languages: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** The day on which the longest-unused text was last used; null: there are no texts. */
  readonly oldestUse: string | null;
  /** Runs with claims, and texts that they have claimed. */
  readonly runs: number;
  readonly claims: number;
}

/** Operations on a store outside of runs. Every method throws StoreError. */
export class Upkeep {
  readonly #access: Access;
  readonly #name: string;

  /** @param name the schema's */
  constructor(access: Access, name: string) {
    this.#access = access;
    this.#name = name;
  }

  async status(): Promise<StoreStatus> {
    const { connection, schema, version, mayWrite, sealing, trust } = this.#access;
    const counts = await connection.query<{
      trust: string;
      target: string;
      texts: number;
      used: string;
    }>(
      `SELECT trust, target, count(*)::int AS texts, to_char(min(used), 'YYYY-MM-DD') AS used
       FROM ${schema}.entries GROUP BY trust, target ORDER BY target`,
    );
    const [size] = await connection.query<{ bytes: string }>(
      `SELECT pg_total_relation_size('${schema}.entries')::text AS bytes`,
    );
    const [living] = mayWrite
      ? await connection.query<{ runs: number; claims: number }>(
          `SELECT count(DISTINCT runner)::int AS runs, count(*)::int AS claims
           FROM ${schema}.claims WHERE until > clock_timestamp()`,
        )
      : [];
    const sum = (of: (row: (typeof counts)[number]) => boolean): number =>
      counts.filter(of).reduce((total, { texts }) => total + texts, 0);
    const languages = [...new Set(counts.map(({ target }) => target))];
    return {
      schema: this.#name,
      version,
      encrypted: sealing.id !== undefined,
      access: mayWrite ? 'read-write' : 'read-only',
      waiting: 'poll',
      trust,
      texts: {
        main: sum((row) => row.trust === 'main'),
        branch: sum((row) => row.trust === 'branch'),
      },
      languages: Object.fromEntries(
        languages.map((target) => [target, sum((row) => row.target === target)]),
      ),
      bytes: Number(size?.bytes ?? 0),
      oldestUse: counts.map(({ used }) => used).sort()[0] ?? null,
      runs: living?.runs ?? 0,
      claims: living?.claims ?? 0,
    };
  }

  /** Removes texts that no run has used for this many days. Returns their number. */
  async prune(days: number): Promise<number> {
    const { connection, schema, mayWrite } = this.#access;
    if (!mayWrite) throw readOnly();
    const [pruned] = await connection.query<{ texts: number }>(
      `WITH gone AS (
         DELETE FROM ${schema}.entries WHERE used < now() - $1 * interval '1 day' RETURNING 1
       )
       SELECT count(*)::int AS texts FROM gone`,
      [days],
    );
    return pruned?.texts ?? 0;
  }

  /** Every text, in pages. */
  async *pages(): AsyncGenerator<TextPage> {
    const { connection, schema, sealing, version } = this.#access;
    let last: EntryRow | undefined;
    do {
      const rows: readonly EntryRow[] = await connection.query<EntryRow>(
        `SELECT key, trust, target, value, ${version < 4 ? 'NULL AS sent' : 'sent'}
         FROM ${schema}.entries ${last === undefined ? '' : 'WHERE (key, trust) > ($1, $2)'}
         ORDER BY key, trust LIMIT ${CHUNK}`,
        last === undefined ? [] : [last.key, last.trust],
      );
      const texts = rows.flatMap(({ key, trust, target, value, sent }) => {
        const place = { name: key.toString('base64url'), trust, target };
        const text = sealing.open(place, value);
        if (text === undefined) return [];
        return [{ key: place.name, trust, target, text, sent: openSent(sealing, place, sent) }];
      });
      yield { texts, unreadable: rows.length - texts.length };
      last = rows.at(-1);
    } while (last !== undefined);
  }

  /** Adds texts; existing ones stay, so this can be repeated. Returns the number of new ones. */
  async add(texts: readonly ExchangedText[]): Promise<number> {
    const { connection, schema, sealing, mayWrite, trust: own } = this.#access;
    if (!mayWrite) throw readOnly();
    const rows = texts.map(({ key, trust = own, target, text, sent }) => {
      const place = { name: nameOf(key), trust, target };
      return { ...place, ...sealed(sealing, place, [text, sent]) };
    });
    const added = await connection.query(
      `INSERT INTO ${schema}.entries (key, trust, target, value, sent)
       SELECT * FROM unnest($1::bytea[], $2::text[], $3::text[], $4::bytea[], $5::bytea[])
       ON CONFLICT DO NOTHING RETURNING 1`,
      [
        rows.map(({ name }) => bytesOf(name)),
        rows.map(({ trust }) => trust),
        rows.map(({ target }) => target),
        rows.map(({ value }) => value),
        rows.map(({ sent }) => sent),
      ],
    );
    return added.length;
  }

  close(): Promise<void> {
    return this.#access.connection.close();
  }
}

interface EntryRow extends Record<string, unknown> {
  readonly key: Buffer;
  readonly trust: Trust;
  readonly target: string;
  readonly value: Buffer;
  readonly sent: Buffer | null;
}

function readOnly(): StoreError {
  return new StoreError('this user only has read access');
}

/** @param signal ends everything at once: a statement may take minutes @throws StoreError */
export async function openUpkeep(settings: StoreSettings, signal?: AbortSignal): Promise<Upkeep> {
  const access = await openAccess(settings, { limit: LONG, signal });
  return new Upkeep(access, settings.schema);
}
