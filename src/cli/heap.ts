import { setFlagsFromString } from 'node:v8';
import type { EngineEvent } from '../model/index.js';

/**
 * Bytes of catalogs, targets included, from which on a run is large. Below, V8's own pace is
 * quicker.
 */
const LARGE = 5_000_000;
/** What a file takes beside its texts is as much as for so many bytes of them. */
const PER_FILE = 1_000;
/** Later versions of Node may not know the flags, and would say so on stderr. */
const NEWEST_TESTED = 24;

/**
 * In large runs V8 collects garbage sooner: at its own pace it lets garbage pile up to three times
 * what is in use. A first sync of 20,000 keys in 5 locales peaks at 200 MiB instead of 400, for
 * a third as much processor time again; what it waits for is the service (docs/benchmarks.md).
 *
 * How large a run is shows when its files are read, and how long V8 waits is settled at the
 * collection before. So files are searched at the quicker pace, too: small runs collect nothing
 * then.
 */
export class HeapPace {
  #bytes = 0;
  #isEager = false;
  #isDecided = Number.parseInt(process.versions.node) > NEWEST_TESTED;

  onEvent(event: EngineEvent): void {
    if (this.#isDecided) return;
    if (event.type === 'phase' && event.name === 'load') this.#hurry();
    if (event.type === 'read') this.restore();
    if (event.type !== 'reading') return;
    this.#bytes += (event.bytes + PER_FILE) * (1 + event.targets);
    if (this.#bytes < LARGE) return;
    this.#isDecided = true;
    this.#hurry();
  }

  #hurry(): void {
    this.#isEager = true;
    setFlagsFromString('--heap-growing-percent=60');
    setFlagsFromString('--semi-space-growth-factor=1');
  }

  /**
   * Back to V8's own pace. Compiled code that is kept under other flags would be of no use later.
   */
  restore(): void {
    if (!this.#isEager) return;
    this.#isEager = false;
    setFlagsFromString('--heap-growing-percent=0');
    setFlagsFromString('--semi-space-growth-factor=2');
  }
}
