import { ServiceError } from '../errors.js';
import type { Collection, Store } from '../store/store.js';
import type { Keys } from './keys.js';
import { createNotices, type NotifyLimit } from './notices.js';

export type UsageKind = 'text' | 'document' | 'write';

/** What one key consumed on one day. */
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

export interface Usage {
  /**
   * Books characters before the work is done, so that requests at the same time cannot pass a limit together.
   * @returns Takes the booking back.
   * @throws ServiceError 456 when the key's limit for the month does not allow it
   */
  charge(keyId: string, kind: UsageKind, characters: number): () => void;
  /** The same for speech in milliseconds. */
  chargeSpeech(keyId: string, milliseconds: number): () => void;
  /** This month, of one key or of all. */
  month(keyId?: string): Amounts;
  days(): IterableIterator<DayUsage>;
  /** First instant of this usage period and of the next, ISO 8601. */
  period(): { readonly start: string; readonly end: string };
}

const dayMilliseconds = 86_400_000;

/** `YYYY-MM-DD` of a time, made once a day. */
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
  const months = new Map<string, Amounts>();
  const dayOf = createCalendar();

  const inMonth = (id: string, month: string) => months.get(`${id} ${month}`) ?? nothing;
  function addToMonths({ keyId, day }: DayUsage, amounts: Amounts): void {
    for (const id of [keyId, '']) {
      months.set(`${id} ${monthOf(day)}`, addAmounts(inMonth(id, monthOf(day)), amounts));
    }
  }
  for (const usage of days.values()) addToMonths(usage, usage);

  function book(keyId: string, day: string, amounts: Amounts): void {
    const before = days.get(`${keyId} ${day}`) ?? { keyId, day, ...nothing };
    days.set(`${keyId} ${day}`, { ...before, ...addAmounts(before, amounts) });
    addToMonths(before, amounts);
  }

  function bookRevocably(keyId: string, amounts: Partial<Amounts>): () => void {
    const day = dayOf(clock());
    const whole = { ...nothing, ...amounts };
    book(keyId, day, whole);
    return () => {
      const { text, document, write, speech } = whole;
      book(keyId, day, { text: -text, document: -document, write: -write, speech: -speech });
    };
  }

  const now = (keyId: string) => inMonth(keyId, monthOf(dayOf(clock())));
  return {
    charge: (keyId, kind, characters) => {
      const key = keys.get(keyId);
      const limit = key?.characters ?? null;
      const used = charactersOf(now(keyId));
      if (key === undefined || limit === null) return bookRevocably(keyId, { [kind]: characters });
      if (used >= limit || used + characters > limit) {
        notices.check(key, used, { full: true });
        throw quotaExceeded(
          `${used} of ${limit} characters are used, ${characters} were asked for`,
        );
      }
      const takeBack = bookRevocably(keyId, { [kind]: characters });
      notices.check(key, used + characters);
      return takeBack;
    },
    chargeSpeech: (keyId, milliseconds) => {
      const limit = keys.get(keyId)?.speech_to_text_milliseconds ?? null;
      const used = now(keyId).speech;
      if (limit !== null && (used >= limit || used + milliseconds > limit)) {
        throw quotaExceeded(`${used} of ${limit} milliseconds of speech are used`);
      }
      return bookRevocably(keyId, { speech: milliseconds });
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
