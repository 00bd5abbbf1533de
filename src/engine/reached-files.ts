import type { Problem } from '../model/index.js';
import type { FileChanges } from './changes/types.js';
import type { Written } from './changes/results.js';
import type { LocaleComparison } from './units/types.js';

/** The target files that the end of a run speaks of. */
export interface ReachedFiles {
  readonly files: readonly FileChanges[];
  /** It says nothing of the others. */
  readonly isCut: boolean;
  readonly problems: readonly Problem[];
}

interface Run {
  readonly locales: readonly LocaleComparison[];
  readonly written: Pick<Written, 'replaced'>;
}

/**
 * All target files; of a run that was interrupted while it planned, only those that it has written.
 * Nothing changed in the others, and whoever pressed Ctrl-C should not wait while very many are
 * counted.
 */
export function reachedFiles(
  planned: readonly FileChanges[],
  { locales, written }: Run,
): ReachedFiles {
  const compared = locales.reduce((sum, { files }) => sum + files.length, 0);
  if (planned.length >= compared) return { files: planned, isCut: false, problems: [] };
  const files = planned.filter(({ file }) => written.replaced.has(file));
  const left = compared - files.length;
  const message = `The run was interrupted before it came to ${left} target files; their texts are not counted.`;
  return {
    files,
    isCut: true,
    problems: [{ code: 'service-failed', severity: 'error', message }],
  };
}
