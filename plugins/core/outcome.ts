import { dirname } from 'node:path';
import type { CatalogFile, Report, ReportError, Stamp } from '../../src/index.js';
import type { KeysFound } from './code-keys.js';
import type { DevNotice } from './dev-notice.js';
import type { Notice } from './notice.js';

/** The result of one run, for bundlers. Paths are absolute, except in `report` and `catalogs`. */
export interface Outcome {
  readonly report: Report | undefined;
  /** Why there is no report, or what ended the run. */
  readonly error: ReportError | undefined;
  /** Folder of the config; undefined if there is none. */
  readonly root: string | undefined;
  /** What a build shows; undefined: nothing. */
  readonly notice: Notice | undefined;
  /** What a dev server shows. */
  readonly dev: DevNotice;
  /**
   * Files that make this outcome outdated if they change: the config, sources, targets (including
   * missing ones), the lock.
   */
  readonly files: readonly string[];
  /** Folders in which a new file may be a new catalog. */
  readonly folders: readonly string[];
  /** Folders with code, if keys from code are added in this dev session. */
  readonly code?: readonly string[] | undefined;
  readonly catalogs: readonly CatalogFile[];
  /** Stamps of everything that it depends on. Empty: uncertain. */
  readonly inputs: readonly Stamp[];
  /** Result of the last search for keys in code. */
  readonly extraction?: KeysFound | undefined;
}

/** Whether nothing that an outcome depends on has changed; false if uncertain. */
export async function isCurrent({ inputs, report }: Outcome): Promise<boolean> {
  if (inputs.length === 0 || report === undefined) return false;
  const { isUnchanged } = await import('../../src/state/index.js');
  return inputs.every(isUnchanged);
}

/**
 * After a failure, whose inputs are unknown, keeps following the inputs of the previous outcome.
 */
export function followedOn(outcome: Outcome, last: Outcome | undefined): Outcome {
  const { report, root, files, folders } = outcome;
  if (report !== undefined || root === undefined || root !== last?.root) return outcome;
  return {
    ...outcome,
    files: [...new Set([...files, ...last.files])],
    folders: [...new Set([...folders, ...last.folders])],
  };
}

const CATALOG_OR_CONFIG = /\.(?:jsonc?|arb|ya?ml|xlf2?|xliff|srt)$|[\\/]service\.config\.\w+$/i;

/** Whether a changed file may make an outcome outdated. */
export function isConcernedBy(outcome: Outcome | undefined, path: string): boolean {
  // Without a report, any catalog or config may repair the project.
  if (outcome?.report === undefined) return CATALOG_OR_CONFIG.test(path);
  return outcome.files.includes(path) || outcome.folders.includes(dirname(path));
}
