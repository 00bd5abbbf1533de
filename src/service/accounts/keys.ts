import { hash, randomBytes, randomUUID } from 'node:crypto';
import { limits } from '../../api/index.js';
import { badRequest, notFound } from '../errors.js';
import type { Collection, Store } from '../store/store.js';
import { rememberLast } from '../tools/remember-last.js';

/** A stored developer key: the hash of its secret, never the secret (interface.md 2.8). */
export interface KeyRecord {
  readonly key_id: string;
  readonly hash: string;
  /** First and last characters of the secret: `dc88****3a2c`. */
  readonly mask: string;
  readonly label: string;
  readonly creation_time: string;
  readonly deactivated_time?: string;
  /** Limits per month; null: no limit. */
  readonly characters: number | null;
  readonly speech_to_text_milliseconds: number | null;
}

/** The caller: the organization's admin, or a developer key. */
export type Caller =
  { readonly kind: 'admin' } | { readonly kind: 'developer'; readonly id: string };

export interface Keys {
  /** The owner of a secret; undefined if it is unknown or deactivated. */
  callerOf(secret: string): Caller | undefined;
  get(keyId: string): KeyRecord | undefined;
  list(): readonly KeyRecord[];
  /** @throws ServiceError 400 if 25 keys are active */
  create(label: string | undefined): { readonly record: KeyRecord; readonly secret: string };
  /** @throws ServiceError 404 */
  change(keyId: string, changes: Partial<KeyRecord>): KeyRecord;
  deactivate(keyId: string): KeyRecord;
}

const defaultLabel = 'Service API Key';

export function hashOf(secret: string): string {
  return hash('sha256', secret);
}

function maskOf(secret: string): string {
  return secret.length < 12 ? '****' : `${secret.slice(0, 4)}****${secret.slice(-4)}`;
}

export function newSecret(): string {
  return randomBytes(20).toString('hex');
}

export interface KeysOptions {
  readonly store: Store;
  readonly clock: () => Date;
  readonly developer: readonly string[];
  readonly admin: readonly string[];
}

/**
 * The organization's keys: those given at start-up and those created through the admin endpoints.
 */
export function createKeys({ store, clock, developer, admin }: KeysOptions): Keys {
  const records: Collection<KeyRecord> = store.collection('keys');
  const hashOfCaller = rememberLast(hashOf);
  const adminHashes = new Set(admin.map(hashOf));
  const byHash = new Map([...records.values()].map((record) => [record.hash, record.key_id]));

  function put(record: KeyRecord): KeyRecord {
    records.set(record.key_id, record);
    byHash.set(record.hash, record.key_id);
    return record;
  }

  function add(secret: string, label: string): KeyRecord {
    return put({
      key_id: `${randomUUID()}:${randomUUID()}`,
      hash: hashOf(secret),
      mask: maskOf(secret),
      label,
      creation_time: clock().toISOString(),
      characters: null,
      speech_to_text_milliseconds: null,
    });
  }

  function change(keyId: string, changes: Partial<KeyRecord>): KeyRecord {
    const record = records.get(keyId);
    if (record === undefined) throw notFound("No developer key with this 'key_id'");
    return put({ ...record, ...changes });
  }

  for (const secret of developer) if (!byHash.has(hashOf(secret))) add(secret, defaultLabel);

  return {
    callerOf: (secret) => {
      const hashed = hashOfCaller(secret);
      if (adminHashes.has(hashed)) return { kind: 'admin' };
      const id = byHash.get(hashed);
      if (id === undefined || records.get(id)?.deactivated_time !== undefined) return undefined;
      return { kind: 'developer', id };
    },
    get: (keyId) => records.get(keyId),
    list: () => [...records.values()],
    create: (label) => {
      const active = [...records.values()].filter((key) => key.deactivated_time === undefined);
      if (active.length >= limits.admin.activeKeys) {
        throw badRequest(`No more than ${limits.admin.activeKeys} developer keys may be active`);
      }
      const secret = newSecret();
      return { record: add(secret, label ?? defaultLabel), secret };
    },
    change,
    deactivate: (keyId) =>
      change(keyId, {
        deactivated_time: records.get(keyId)?.deactivated_time ?? clock().toISOString(),
      }),
  };
}
