import type { Alarm, DevNotice } from './dev-notice.js';

export interface Saying {
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

/** What the terminal of a dev session has been told already: nothing is said twice in a row. */
export class DevLog {
  #last: DevNotice | undefined;
  /** Codes of lasting errors that were said, such as of a key that the service refuses. */
  readonly #lasting = new Set<string>();

  /** What there is to say of a notice, after those before it. */
  news(notice: DevNotice): readonly Saying[] {
    const { alarm, line } = notice;
    if (alarm === undefined && line === undefined) this.#lasting.clear();
    const sayings: Saying[] = [];
    if (alarm !== undefined && this.#isNews(alarm)) sayings.push(alarm);
    if (line !== undefined && line !== this.#last?.line)
      sayings.push({ severity: 'warning', text: line });
    this.#last = notice;
    return sayings;
  }

  #isNews({ identity, lasting }: Alarm): boolean {
    if (lasting === undefined) return identity !== this.#last?.alarm?.identity;
    if (this.#lasting.has(lasting)) return false;
    this.#lasting.add(lasting);
    return true;
  }
}
