import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOf, nameOf, namesOf } from './keys.js';
import type { Runner } from './runner.js';

/** Milliseconds after which a wait ends without news. */
const TICK = 1_000;
/** Milliseconds during which notifications are collected for a single query. */
const TOGETHER = 20;
/** After this many waits without news, everything is queried: a notification may be lost. */
const LOOKS = 15;
/** The most names that are kept for later waits. */
const MOST = 100_000;
/** Milliseconds between two queries without notifications: initially, and at most. */
const FIRST = 100;
const LONGEST = 2_000;
const GROWTH = 1.5;

/** What other runs have answered or released. */
export class News {
  /** Names in notifications. */
  readonly #told = new Set<string>();
  #isAllTold = false;
  #wake: (() => void) | undefined;
  /** Runs that were alive. */
  #known: ReadonlySet<string> = new Set();
  #quiet = 0;
  #delay = FIRST;
  #isHeard = false;

  /**
   * Starts with a new connection.
   * @param isHeard whether the database sends notifications; otherwise they must be queried
   */
  begin(isHeard: boolean): void {
    this.#isHeard = isHeard;
    // A run that has not reconnected yet may still be alive.
    this.#known = new Set();
    this.#quiet = 0;
  }

  /** @param names separated by spaces; empty: any key may have changed */
  tell(names: string): void {
    if (names === '' || this.#told.size > MOST) this.tellAll();
    else for (const name of names.split(' ')) this.#told.add(name);
    this.#wake?.();
  }

  tellAll(): void {
    this.#isAllTold = true;
    this.#told.clear();
    this.#wake?.();
  }

  /** Makes the waiter check whether any run can still send news. */
  wake(): void {
    this.#wake?.();
  }

  /** Called when texts arrived: more may come soon. */
  progressed(): void {
    this.#delay = FIRST;
  }

  /**
   * Those of the keys that may have changed; empty after a while. @throws as `Runner.alive` does
   */
  async wait(keys: ReadonlySet<string>, runner: Runner): Promise<ReadonlySet<string>> {
    if (!this.#isHeard) return this.#look(keys, runner);
    let found = this.#take(keys);
    if (found.size > 0) return found;
    const wasTold = await this.#woken();
    if (wasTold) await sleep(TOGETHER);
    found = this.#take(keys);
    if (found.size > 0) {
      this.#quiet = 0;
      return found;
    }
    if (wasTold) return found;
    this.#quiet += 1;
    const isGone = await this.#isSomebodyGone(runner);
    return isGone || this.#quiet % LOOKS === 0 ? keys : found;
  }

  /** Queries the database, less often the longer nothing happens. */
  async #look(keys: ReadonlySet<string>, runner: Runner): Promise<ReadonlySet<string>> {
    await sleep(this.#delay * (0.5 + Math.random() / 2));
    this.#delay = Math.min(LONGEST, this.#delay * GROWTH);
    if (this.#isAllTold) return this.#take(keys);
    const names = namesOf(keys);
    const changed = await runner.changed([...keys].map(bytesOf));
    return new Set(changed.flatMap((name) => names.get(name) ?? []));
  }

  #take(keys: ReadonlySet<string>): ReadonlySet<string> {
    if (this.#isAllTold) {
      this.#isAllTold = false;
      return keys;
    }
    if (this.#told.size === 0) return new Set();
    const found = new Set([...keys].filter((key) => this.#told.has(nameOf(key))));
    for (const key of found) this.#told.delete(nameOf(key));
    return found;
  }

  /** True if there were news, false after a while. */
  #woken(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), TICK);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = undefined;
        resolve(true);
      };
    });
  }

  async #isSomebodyGone(runner: Runner): Promise<boolean> {
    const alive = await runner.alive();
    const isGone = [...this.#known].some((id) => !alive.has(id));
    this.#known = alive;
    return isGone;
  }
}
