import { ServiceError } from '../errors.js';
import type { Collection, Store } from '../store/store.js';
import type { Keys } from './keys.js';
import { createNotices, type NotifyLimit } from './notices.js';

export type UsageKind = 'text' | 'document' | 'write';

/** Usage of one key on one day. */
export interface DayUsage {
  readonly keyId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  /** Characters. */
  readonly text: number;
  readonly document: number;
  readonly write: number;
  /** Milliseconds. */
  readonly speech: number;
}

export type Amounts = Omit<DayUsage, 'keyId' | 'day'>;

export const nothing: Amounts = { text: 0, document: 0, write: 0, speech: 0 };

export function addAmounts(a: Amounts, b: Amounts): Amounts {
  return {
    text: a.text + b.text,
    document: a.document + b.document,
    write: a.write + b.write,
    speech: a.speech + b.speech,
  };
}

export function charactersOf({ text, document, write }: Amounts): number {
  return text + document + write;
}

/** The booking for a piece of work. Plain data, so that it survives a restart. */
export interface Booking {
  readonly keyId: string;
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly amounts: Partial<Amounts>;
}

export interface Usage {
  /**
   * Books characters before the work is done, so that concurrent requests cannot exceed a limit
   * together.
   * @throws ServiceError 456 if the key's monthly limit would be exceeded
   */
  book(keyId: string, kind: UsageKind, characters: number): Booking;
  /** The same for speech, in milliseconds. */
  bookSpeech(keyId: string, milliseconds: number): Booking;
  /** Cancels a booking, on the day it was made. The caller ensures that this happens only once. */
  giveBack(booking: Booking): void;
  /** Reverts `giveBack`. */
  bookAgain(booking: Booking): void;
  /** Like `book`, for work that ends with its request. @returns cancels the booking */
  charge(keyId: string, kind: UsageKind, characters: number): () => void;
  /** Usage this month, of one key or of all. */
  month(keyId?: string): Amounts;
  days(): IterableIterator<DayUsage>;
  /** Start of this usage period and of the next, ISO 8601. */
  period(): { readonly start: string; readonly end: string };
}

const dayMilliseconds = 86_400_000;

/** Returns the UTC date `YYYY-MM-DD` of a time, cached per day. */
function createCalendar(): (date: Date) => string {
  let number = Number.NaN;
  let day = '';
  return (date) => {
    const current = Math.floor(date.getTime() / dayMilliseconds);
    if (current !== number) [number, day] = [current, date.toISOString().slice(0, 10)];
    return day;
  };
}

const monthOf = (day: string): string => day.slice(0, 7);

function quotaExceeded(what: string): ServiceError {
  return new ServiceError(456, `Quota for this key has been exceeded: ${what}`);
}

export interface UsageOptions {
  readonly store: Store;
  readonly keys: Keys;
  readonly clock: () => Date;
  readonly notify: NotifyLimit | undefined;
}

export function createUsage({ store, keys, clock, notify }: UsageOptions): Usage {
  const notices = createNotices(store, clock, notify);
  const days: Collection<DayUsage> = store.collection('usage');
  /** The key '' is for all keys together. */
  const months = new Map<string, Map<string, Amounts>>();
  const dayOf = createCalendar();

  const inMonth = (id: string, month: string) => months.get(month)?.get(id) ?? nothing;
  function addToMonths({ keyId, day }: DayUsage, amounts: Amounts): void {
    const month = monthOf(day);
    let byKey = months.get(month);
    if (byKey === undefined) months.set(month, (byKey = new Map<string, Amounts>()));
    byKey.set(keyId, addAmounts(inMonth(keyId, month), amounts));
    byKey.set('', addAmounts(inMonth('', month), amounts));
  }
  for (const usage of days.values()) addToMonths(usage, usage);

  function add(keyId: string, day: string, amounts: Amounts): void {
    const id = `${keyId} ${day}`;
    const before = days.get(id) ?? { keyId, day, ...nothing };
    days.set(id, { keyId, day, ...addAmounts(before, amounts) });
    addToMonths(before, amounts);
  }

  function bookNow(keyId: string, amounts: Partial<Amounts>): Booking {
    const day = dayOf(clock());
    add(keyId, day, { ...nothing, ...amounts });
    return { keyId, day, amounts };
  }

  const now = (keyId: string) => inMonth(keyId, monthOf(dayOf(clock())));

  function book(keyId: string, kind: UsageKind, characters: number): Booking {
    const key = keys.get(keyId);
    const limit = key?.characters ?? null;
    if (key === undefined || limit === null) return bookNow(keyId, { [kind]: characters });
    const used = charactersOf(now(keyId));
    if (used >= limit || used + characters > limit) {
      notices.check(key, used, { full: true });
      throw quotaExceeded(`${used} of ${limit} characters are used, ${characters} were asked for`);
    }
    const booking = bookNow(keyId, { [kind]: characters });
    notices.check(key, used + characters);
    return booking;
  }

  function giveBack({ keyId, day, amounts }: Booking): void {
    const { text, document, write, speech } = { ...nothing, ...amounts };
    add(keyId, day, { text: -text, document: -document, write: -write, speech: -speech });
  }

  return {
    book,
    bookSpeech: (keyId, milliseconds) => {
      const limit = keys.get(keyId)?.speech_to_text_milliseconds ?? null;
      const used = now(keyId).speech;
      if (limit !== null && (used >= limit || used + milliseconds > limit)) {
        throw quotaExceeded(`${used} of ${limit} milliseconds of speech are used`);
      }
      return bookNow(keyId, { speech: milliseconds });
    },
    giveBack,
    bookAgain: ({ keyId, day, amounts }) => add(keyId, day, { ...nothing, ...amounts }),
    charge: (keyId, kind, characters) => {
      const booking = book(keyId, kind, characters);
      return () => giveBack(booking);
    },
    month: (keyId = '') => now(keyId),
    days: () => days.values(),
    period: () => {
      const date = clock();
      const first = (offset: number) =>
        new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset)).toISOString();
      return { start: first(0), end: first(1) };
    },
  };
}
