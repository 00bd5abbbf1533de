import { EditError, FormatError, formatKey } from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import { ARCHIVE_FILE } from '../../lock/index.js';
import { WriteError } from '../../state/index.js';
import { EngineError } from '../errors.js';
import type { FileComparison } from '../units/row.js';

function isOfArchive({ path }: WriteError): boolean {
  return path.endsWith(ARCHIVE_FILE);
}

export function changedProblem({ target }: FileComparison, count: number): Problem {
  const { path: file, locale } = target;
  const message = `The file changed during the run; ${count} ${count === 1 ? 'unit' : 'units'} edited in the meantime ${count === 1 ? 'was' : 'were'} not touched. Run sync again.`;
  return { code: 'changed-on-disk', severity: 'warning', file, locale, message };
}

/**
 * A warning about units that could not be removed: everything that should be in the file is there.
 */
export function keptProblem({ target }: FileComparison, { key, message }: EditError): Problem {
  return {
    code: 'write-failed',
    severity: 'warning',
    file: target.path,
    locale: target.locale,
    key: formatKey(key),
    message: `Units that are no longer in the source could not be removed. ${message}`,
  };
}

export function writeProblem(file: string, locale: string, error: unknown): Problem {
  const base = { severity: 'error', file, locale } as const;
  if (error instanceof EngineError || (error instanceof WriteError && isOfArchive(error))) {
    const message = `It was not changed: human translations would be removed from it, and ${ARCHIVE_FILE} cannot take them. ${error instanceof WriteError ? error.explanation : error.message}`;
    return { ...base, code: 'write-failed', message };
  }
  if (error instanceof WriteError) {
    const code = error.code === 'changed-on-disk' ? 'changed-on-disk' : 'write-failed';
    return { ...base, code, message: error.explanation };
  }
  if (error instanceof EditError) {
    return { ...base, code: 'write-failed', key: formatKey(error.key), message: error.message };
  }
  if (error instanceof FormatError) {
    const { line, column, detail } = error;
    const message = `The file was not changed, because the new version would be invalid: ${detail}`;
    return { ...base, code: 'invalid-file', line, column, message };
  }
  throw error;
}
