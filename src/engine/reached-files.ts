import type { Problem } from '../model/index.js';
import type { FileChanges } from './changes/types.js';
import type { Written } from './changes/results.js';
import type { LocaleComparison } from './units/types.js';

/** The target files that a run's report covers. */
export interface ReachedFiles {
  readonly files: readonly FileChanges[];
  /** Whether files are missing because the run was interrupted. */
  readonly isCut: boolean;
  readonly problems: readonly Problem[];
}

interface Run {
  readonly locales: readonly LocaleComparison[];
  readonly written: Pick<Written, 'replaced'>;
}

/**
 * All target files. If the run was interrupted while planning, only those that it wrote: the others
 * have not changed, and counting a great many of them would delay the exit.
 */
export function reachedFiles(
  planned: readonly FileChanges[],
  { locales, written }: Run,
): ReachedFiles {
  const compared = locales.reduce((sum, { files }) => sum + files.length, 0);
  if (planned.length >= compared) return { files: planned, isCut: false, problems: [] };
  const files = planned.filter(({ file }) => written.replaced.has(file));
  const left = compared - files.length;
  const message = `The run was interrupted before it reached ${left} target files; their texts are not counted.`;
  return {
    files,
    isCut: true,
    problems: [{ code: 'service-failed', severity: 'error', message }],
  };
}
