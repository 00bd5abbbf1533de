import { dirname } from 'node:path';
import type { CatalogFile, Report, ReportError, Stamp } from '../../src/index.js';
import type { KeysFound } from './code-keys.js';
import type { DevNotice } from './dev-notice.js';
import type { Notice } from './notice.js';

/**
 * What one run found, in the terms of a bundler. Paths are absolute, except in `report` and
 * `catalogs`.
 */
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
   * Files whose change makes this outcome old: the config, sources, targets (missing ones
   * included), the lock.
   */
  readonly files: readonly string[];
  /** Folders in which a new file may be a new catalog. */
  readonly folders: readonly string[];
  readonly catalogs: readonly CatalogFile[];
  /** Everything it rests on, as it was. Empty: not certain. */
  readonly inputs: readonly Stamp[];
  /** Result of the last search for keys in code. */
  readonly extraction?: KeysFound | undefined;
}

/** Whether nothing that an outcome rests on has changed; false where that is not certain. */
export async function isCurrent({ inputs, report }: Outcome): Promise<boolean> {
  if (inputs.length === 0 || report === undefined) return false;
  const { isUnchanged } = await import('../../src/state/snapshot/index.js');
  return inputs.every(isUnchanged);
}

/** A failure does not tell what it rests on: what the outcome before it rested on is followed on. */
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

/** Whether a changed file may make an outcome old. */
export function isConcernedBy(outcome: Outcome | undefined, path: string): boolean {
  // Nothing is known of a project without a report; whatever may be a catalog or a config may
  // repair it.
  if (outcome?.report === undefined) return CATALOG_OR_CONFIG.test(path);
  return outcome.files.includes(path) || outcome.folders.includes(dirname(path));
}
