import type { Collection, Store } from '../store/store.js';
import type { KeyRecord } from './keys.js';

/**
 * Notices about a key that nears its limit, which real services send by e-mail (interface.md 6).
 */
export interface LimitNotice {
  /** ISO 8601. */
  readonly time: string;
  readonly keyLabel: string;
  /** Percentage of the key's monthly limit. */
  readonly percent: 80 | 100;
  /** Characters this month. */
  readonly used: number;
  readonly limit: number;
}

export type NotifyLimit = (notice: LimitNotice) => void;

export interface Notices {
  /**
   * Notifies once per month and limit that a key has used 80 % or all of its characters.
   * @param full whether a request was refused because the rest was not enough
   */
  check(key: KeyRecord, used: number, options?: { readonly full: boolean }): void;
}

export function createNotices(
  store: Store,
  clock: () => Date,
  notify: NotifyLimit | undefined,
): Notices {
  const given: Collection<true> = store.collection('notices');
  return {
    check: ({ key_id, label, characters: limit }, used, options) => {
      if (limit === null) return;
      const time = clock().toISOString();
      for (const percent of [80, 100] as const) {
        const reached = used * 100 >= limit * percent || options?.full === true;
        const id = `${key_id} ${time.slice(0, 7)} ${limit} ${percent}`;
        if (!reached || given.get(id) === true) continue;
        given.set(id, true);
        notify?.({ time, keyLabel: label, percent, used, limit });
      }
    },
  };
}
