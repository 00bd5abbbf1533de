import { setFlagsFromString } from 'node:v8';
import type { EngineEvent } from '../model/index.js';

/** Bytes of catalogs, targets included, from which on a run is large. Below, V8's own pace is quicker. */
const LARGE = 5_000_000;
/** Later versions of Node may not know the flags, and would say so on stderr. */
const NEWEST_TESTED = 24;

/**
 * In large runs V8 collects garbage sooner: at its own pace it lets garbage pile up to three times
 * what is in use. A first sync of 20,000 keys in 5 locales peaks at 185 MiB instead of 400, for half
 * as much processor time again; what it waits for is the service (docs/benchmarks.md).
 */
export function heapPace(): (event: EngineEvent) => void {
  let bytes = 0;
  let isSet = Number.parseInt(process.versions.node) > NEWEST_TESTED;
  return (event) => {
    if (isSet || event.type !== 'reading') return;
    bytes += event.bytes * (1 + event.targets);
    if (bytes < LARGE) return;
    isSet = true;
    setFlagsFromString('--heap-growing-percent=40');
    setFlagsFromString('--semi-space-growth-factor=1');
  };
}
