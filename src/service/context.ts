import type { Keys, Usage } from './accounts/accounts.js';
import type { Backends } from './backends/select.js';
import type { CounterBook } from './counters.js';
import type { Glossaries } from './glossaries/glossaries.js';
import type { MemoryInput } from './options.js';
import type { Store } from './store/store.js';
import type { Scratch } from './tools/tool.js';

/** What the routes of all areas share. */
export interface ServiceContext {
  readonly plan: 'pro' | 'free';
  readonly clock: () => Date;
  readonly store: Store;
  readonly scratch: Scratch;
  /** A folder for files that survive a restart; undefined: they do not. */
  readonly folder: (name: string) => string | undefined;
  readonly keys: Keys;
  readonly usage: Usage;
  readonly glossaries: Glossaries;
  readonly memories: readonly MemoryInput[];
  readonly backends: Backends;
  readonly counters: CounterBook;
}
