import type { RunContext } from '../session/index.js';
import type { FileNews, Known } from './known.js';
import type { Shelves } from './shelves.js';

/** What is done with glossaries and styles that are files. */
export type ResourceAction =
  /** Says how they differ from the service's. */
  | { readonly do: 'show' }
  /** Brings the service's up to the files. */
  | { readonly do: 'push' }
  /** Takes into the files what changed on the service alone. */
  | { readonly do: 'pull' }
  /** Makes a file (relative to the root, with `/`) of one of the service. */
  | { readonly do: 'import'; readonly name: string; readonly file: string };

/** What came of an action. */
export interface ResourceOutcome {
  readonly changes: readonly FileNews[];
  /** Lines of the lock. */
  readonly lines: string;
  /** How many files were written. */
  readonly written: number;
}

export interface Acting {
  readonly run: RunContext;
  readonly shelves: Shelves;
  readonly known: readonly Known[];
  /** Of the lock, as far as known. */
  readonly lines: string;
  /** Of the lock, as it is. */
  readonly before: string;
}
