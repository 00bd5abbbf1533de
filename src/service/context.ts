import type { Keys } from './accounts/keys.js';
import type { Usage } from './accounts/usage.js';
import type { Backends } from './backends/select.js';
import type { CounterBook } from './counters.js';
import type { Store } from './store/store.js';
import type { Scratch } from './tools/scratch.js';

/** What the routes of all areas share. */
export interface ServiceContext {
  readonly plan: 'pro' | 'free';
  readonly clock: () => Date;
  readonly store: Store;
  readonly scratch: Scratch;
  readonly keys: Keys;
  readonly usage: Usage;
  readonly backends: Backends;
  readonly counters: CounterBook;
}
