import type { Alarm, DevNotice } from './dev-notice.js';

export interface Saying {
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

/** What the terminal of a dev session has already shown: nothing is printed twice in a row. */
export class DevLog {
  #last: DevNotice | undefined;
  /** Codes of persistent errors that were printed, such as a refused key. */
  readonly #lasting = new Set<string>();

  /** What to print of a notice, given the previous ones. */
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
