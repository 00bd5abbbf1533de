import type { RunContext } from '../session/index.js';
import type { FileNews, Known } from './known.js';
import type { Shelves } from './shelves.js';

/** An action on glossary and style files. */
export type ResourceAction =
  /** Reports how they differ from the service's copies. */
  | { readonly do: 'show' }
  /** Updates the service's copies from the files. */
  | { readonly do: 'push' }
  /** Updates the files with changes made only on the service. */
  | { readonly do: 'pull' }
  /** Creates a file (relative to the root, with `/`) from a glossary or style of the service. */
  | { readonly do: 'import'; readonly name: string; readonly file: string };

/** The result of an action. */
export interface ResourceOutcome {
  readonly changes: readonly FileNews[];
  /** The lock's new lines. */
  readonly lines: string;
  /** Number of files written. */
  readonly written: number;
}

export interface Acting {
  readonly run: RunContext;
  readonly shelves: Shelves;
  readonly known: readonly Known[];
  /** The lock's lines plus what a killed run pushed. */
  readonly lines: string;
  /** The lock's lines on disk. */
  readonly before: string;
}
