import { hash, randomBytes, randomUUID } from 'node:crypto';
import { limits } from '../../facts/index.js';
import { badRequest, notFound, ServiceError } from '../errors.js';
import type { NotifyLimit } from '../options.js';
import type { Collection, Store } from '../store/store.js';

/** A stored developer key: the hash of its secret, never the secret (docs/interface.md 2.8). */
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

const defaultLabel = 'Service API Key';

export const hashOf = (secret: string) => hash('sha256', secret);
export const newSecret = () => randomBytes(20).toString('hex');

interface Secrets {
  readonly developer: readonly string[];
  readonly admin: readonly string[];
}

/**
 * The organization's keys: those given at start-up and those created through the admin endpoints.
 */
export class Keys {
  readonly #records: Collection<KeyRecord>;
  readonly #clock: () => Date;
  readonly #admins: ReadonlySet<string>;
  readonly #byHash: Map<string, string>;

  constructor(store: Store, clock: () => Date, { developer, admin }: Secrets) {
    this.#records = store.collection('keys');
    this.#clock = clock;
    this.#admins = new Set(admin.map(hashOf));
    this.#byHash = new Map(this.list().map((record) => [record.hash, record.key_id]));
    for (const secret of developer) if (!this.#byHash.has(hashOf(secret))) this.#add(secret);
  }

  /** The organization's admin, or a developer key; undefined if it is unknown or deactivated. */
  callerOf(secret: string) {
    const hashed = hashOf(secret);
    if (this.#admins.has(hashed)) return { kind: 'admin' } as const;
    const id = this.#byHash.get(hashed);
    if (id === undefined || this.get(id)?.deactivated_time !== undefined) return undefined;
    return { kind: 'developer', id } as const;
  }

  get(keyId: string): KeyRecord | undefined {
    return this.#records.get(keyId);
  }

  list(): readonly KeyRecord[] {
    return [...this.#records.values()];
  }

  /** @throws ServiceError 400 if 25 keys are active */
  create(label?: string): { readonly record: KeyRecord; readonly secret: string } {
    const active = this.list().filter((key) => key.deactivated_time === undefined);
    if (active.length >= limits.admin.activeKeys) {
      throw badRequest(`No more than ${limits.admin.activeKeys} developer keys may be active`);
    }
    const secret = newSecret();
    return { record: this.#add(secret, label), secret };
  }

  /** @throws ServiceError 404 */
  change(keyId: string, changes: Partial<KeyRecord>): KeyRecord {
    const record = this.get(keyId);
    if (record === undefined) throw notFound("No developer key with this 'key_id'");
    return this.#put({ ...record, ...changes });
  }

  deactivate(keyId: string): KeyRecord {
    const { deactivated_time = this.#clock().toISOString() } = this.get(keyId) ?? {};
    return this.change(keyId, { deactivated_time });
  }

  #add(secret: string, label = defaultLabel): KeyRecord {
    return this.#put({
      key_id: `${randomUUID()}:${randomUUID()}`,
      hash: hashOf(secret),
      mask: secret.length < 12 ? '****' : `${secret.slice(0, 4)}****${secret.slice(-4)}`,
      label,
      creation_time: this.#clock().toISOString(),
      characters: null,
      speech_to_text_milliseconds: null,
    });
  }

  #put(record: KeyRecord): KeyRecord {
    this.#records.set(record.key_id, record);
    this.#byHash.set(record.hash, record.key_id);
    return record;
  }
}

export interface Amounts {
  /** Characters. */
  readonly text: number;
  readonly document: number;
  readonly write: number;
  /** Milliseconds. */
  readonly speech: number;
}

/** Usage of one key on one day. */
export interface DayUsage extends Amounts {
  readonly keyId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
}

/** The booking for a piece of work. Plain data, so that it survives a restart. */
export interface Booking {
  readonly keyId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly amounts: Partial<Amounts>;
}

export const nothing: Amounts = { text: 0, document: 0, write: 0, speech: 0 };

/** @param times -1 subtracts `b` */
export function addAmounts(a: Amounts, b: Partial<Amounts>, times: 1 | -1 = 1): Amounts {
  const { text, document, write, speech } = { ...nothing, ...b };
  return {
    text: a.text + text * times,
    document: a.document + document * times,
    write: a.write + write * times,
    speech: a.speech + speech * times,
  };
}

export const charactersOf = ({ text, document, write }: Amounts) => text + document + write;

/** What keys have used, by day. */
export class Usage {
  readonly #days: Collection<DayUsage>;
  /** Notices that were given. */
  readonly #notices: Collection<true>;
  /** By key and month; the key '' is for all keys together. */
  readonly #months = new Map<string, Amounts>();
  readonly #keys: Keys;
  readonly #clock: () => Date;
  readonly #notify: NotifyLimit | undefined;

  constructor(store: Store, keys: Keys, clock: () => Date, notify: NotifyLimit | undefined) {
    this.#days = store.collection('usage');
    this.#notices = store.collection('notices');
    this.#keys = keys;
    this.#clock = clock;
    this.#notify = notify;
    for (const usage of this.#days.values()) this.#addToMonths(usage, usage, 1);
  }

  /**
   * Books characters, or milliseconds of speech, before the work is done, so that concurrent
   * requests cannot exceed a limit together.
   * @throws ServiceError 456 if the key's monthly limit would be exceeded
   */
  book(keyId: string, kind: keyof Amounts, amount: number): Booking {
    const key = this.#keys.get(keyId);
    const month = this.month(keyId);
    const isSpeech = kind === 'speech';
    const limit = (isSpeech ? key?.speech_to_text_milliseconds : key?.characters) ?? null;
    const used = isSpeech ? month.speech : charactersOf(month);
    const isFull = limit !== null && (used >= limit || used + amount > limit);
    if (key !== undefined && !isSpeech) this.#check(key, isFull ? used : used + amount, isFull);
    if (isFull) {
      const what = isSpeech
        ? `${used} of ${limit} milliseconds of speech are used`
        : `${used} of ${limit} characters are used, ${amount} were asked for`;
      throw new ServiceError(456, `Quota for this key has been exceeded: ${what}`);
    }
    const booking = { keyId, day: this.#today(), amounts: { [kind]: amount } };
    this.#add(booking, 1);
    return booking;
  }

  /** Cancels a booking, on the day it was made. The caller ensures that this happens only once. */
  giveBack(booking: Booking): void {
    this.#add(booking, -1);
  }

  /** Reverts `giveBack`. */
  bookAgain(booking: Booking): void {
    this.#add(booking, 1);
  }

  /** Books characters for work that ends with its request; if it fails, they are given back. */
  async charge<T>(
    keyId: string,
    kind: keyof Amounts,
    characters: number,
    work: () => Promise<T>,
  ): Promise<T> {
    const booking = this.book(keyId, kind, characters);
    try {
      return await work();
    } catch (error) {
      this.giveBack(booking);
      throw error;
    }
  }

  /** Usage this month, of one key or of all. */
  month(keyId = ''): Amounts {
    return this.#months.get(`${keyId} ${this.#today().slice(0, 7)}`) ?? nothing;
  }

  days(): readonly DayUsage[] {
    return [...this.#days.values()];
  }

  #today(): string {
    return this.#clock().toISOString().slice(0, 10);
  }

  #add({ keyId, day, amounts }: Booking, times: 1 | -1): void {
    const id = `${keyId} ${day}`;
    const before = this.#days.get(id) ?? nothing;
    this.#days.set(id, { keyId, day, ...addAmounts(before, amounts, times) });
    this.#addToMonths({ keyId, day }, amounts, times);
  }

  #addToMonths(
    { keyId, day }: { readonly keyId: string; readonly day: string },
    amounts: Partial<Amounts>,
    times: 1 | -1,
  ): void {
    for (const id of [keyId, ''].map((each) => `${each} ${day.slice(0, 7)}`)) {
      this.#months.set(id, addAmounts(this.#months.get(id) ?? nothing, amounts, times));
    }
  }

  /** Notifies once per month and limit that a key has used 80 % or all of its characters. */
  #check({ key_id, label, characters: limit }: KeyRecord, used: number, isFull: boolean): void {
    if (limit === null) return;
    const time = this.#clock().toISOString();
    for (const percent of [80, 100] as const) {
      const id = `${key_id} ${time.slice(0, 7)} ${limit} ${percent}`;
      const isReached = used * 100 >= limit * percent || isFull;
      if (!isReached || this.#notices.get(id) === true) continue;
      this.#notices.set(id, true);
      this.#notify?.({ time, keyLabel: label, percent, used, limit });
    }
  }
}
