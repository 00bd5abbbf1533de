import type { Trust } from '../model/index.js';
import { openAccess, bytesOf, isKey } from './access.js';
import type { Access, StoreSettings } from './access.js';
import { StoreError } from './errors.js';

/** Milliseconds for a statement that reads all texts. */
const LONG = 600_000;
/** Texts per statement. */
const CHUNK = 2_000;
const FORMAT = 'locale-sync store';
const FORMAT_VERSION = 1;

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

/** Called now and then with the number of processed texts. */
export type OnTexts = (texts: number) => void;

export interface Exported {
  readonly texts: number;
  /** Texts that cannot be read with this key. */
  readonly skipped: number;
}

export interface Imported {
  readonly added: number;
  /** Texts whose key already exists in the store, which stays. */
  readonly known: number;
}

const NOBODY: OnTexts = () => undefined;

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
    this.#requireWrite();
    const { connection, schema } = this.#access;
    const [pruned] = await connection.query<{ texts: number }>(
      `WITH gone AS (
         DELETE FROM ${schema}.entries WHERE used < now() - $1 * interval '1 day' RETURNING 1
       )
       SELECT count(*)::int AS texts FROM gone`,
      [days],
    );
    return pruned?.texts ?? 0;
  }

  /** Writes every text as a line of JSON, after a line with format and version. */
  async exportTexts(write: (line: string) => void, onTexts: OnTexts = NOBODY): Promise<Exported> {
    write(JSON.stringify({ format: FORMAT, version: FORMAT_VERSION }));
    let texts = 0;
    let skipped = 0;
    let last: { readonly key: Buffer; readonly trust: string } | undefined;
    for (;;) {
      const rows = await this.#page(last);
      for (const { key, trust, target, value } of rows) {
        const name = key.toString('base64url');
        const text = this.#access.sealing.open({ name, trust, target }, value);
        if (text === undefined) skipped += 1;
        else {
          texts += 1;
          write(JSON.stringify({ key: name, trust, target, text }));
        }
      }
      onTexts(texts + skipped);
      last = rows.at(-1);
      if (last === undefined) return { texts, skipped };
    }
  }

  /**
   * Adds texts written by `exportTexts`. Existing texts stay, so an interrupted import can be
   * repeated.
   */
  async importTexts(lines: Iterable<string>, onTexts: OnTexts = NOBODY): Promise<Imported> {
    this.#requireWrite();
    let added = 0;
    let known = 0;
    let batch: Line[] = [];
    const send = async (): Promise<void> => {
      const count = await this.#insert(batch);
      added += count;
      known += batch.length - count;
      batch = [];
      onTexts(added + known);
    };
    let number = 0;
    for (const line of lines) {
      number += 1;
      if (number === 1) requireHeader(line);
      else if (line !== '') batch.push(parseLine(line, number));
      if (batch.length === CHUNK) await send();
    }
    if (number === 0) requireHeader('');
    if (batch.length > 0) await send();
    return { added, known };
  }

  close(): Promise<void> {
    return this.#access.connection.close();
  }

  #page(
    last: { readonly key: Buffer; readonly trust: string } | undefined,
  ): Promise<readonly EntryRow[]> {
    const { connection, schema } = this.#access;
    const after = last === undefined ? '' : 'WHERE (key, trust) > ($1, $2)';
    return connection.query<EntryRow>(
      `SELECT key, trust, target, value FROM ${schema}.entries ${after}
       ORDER BY key, trust LIMIT ${CHUNK}`,
      last === undefined ? [] : [last.key, last.trust],
    );
  }

  async #insert(lines: readonly Line[]): Promise<number> {
    const { connection, schema, sealing } = this.#access;
    const rows = await connection.query(
      `INSERT INTO ${schema}.entries (key, trust, target, value)
       SELECT * FROM unnest($1::bytea[], $2::text[], $3::text[], $4::bytea[])
       ON CONFLICT DO NOTHING RETURNING 1`,
      [
        lines.map(({ key }) => bytesOf(key)),
        lines.map(({ trust }) => trust),
        lines.map(({ target }) => target),
        lines.map(({ key, trust, target, text }) =>
          sealing.seal({ name: key, trust, target }, text),
        ),
      ],
    );
    return rows.length;
  }

  #requireWrite(): void {
    if (!this.#access.mayWrite) throw new StoreError('this user only has read access');
  }
}

interface EntryRow extends Record<string, unknown> {
  readonly key: Buffer;
  readonly trust: string;
  readonly target: string;
  readonly value: Buffer;
}

interface Line {
  readonly key: string;
  readonly trust: Trust;
  readonly target: string;
  readonly text: string;
}

/** @param signal ends everything at once: a statement may take minutes @throws StoreError */
export async function openUpkeep(settings: StoreSettings, signal?: AbortSignal): Promise<Upkeep> {
  const access = await openAccess(settings, { limit: LONG, signal });
  return new Upkeep(access, settings.schema);
}

function requireHeader(line: string): void {
  const { format, version } = fieldsOf(line);
  if (format !== FORMAT) throw invalid('The file is not an export of a store.');
  if (version !== FORMAT_VERSION) {
    throw invalid('The file was exported by another version of locale-sync.');
  }
}

function parseLine(line: string, number: number): Line {
  const { key, trust, target, text } = fieldsOf(line);
  const isSound =
    typeof key === 'string' &&
    isKey(key) &&
    (trust === 'main' || trust === 'branch') &&
    typeof target === 'string' &&
    typeof text === 'string';
  if (!isSound) {
    throw invalid(
      `Line ${number} of the file is not a store entry with key, trust, target and text.`,
    );
  }
  return { key, trust, target, text };
}

function fieldsOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function invalid(message: string): StoreError {
  return new StoreError(message, { code: 'store-file' });
}
