import { errno, systemFailure } from '../disk/index.js';
import { EMPTY_REPORT } from '../model/index.js';
import type { Report, ReportError } from '../model/index.js';

/** What `--json` prints if a command ended before it compared anything. */
export function emptyReport(error: ReportError): Report {
  return { ...EMPTY_REPORT, ok: false, error };
}

/** Describes an unexpected error. @param verbose includes the stack */
export function internalError(error: unknown, verbose: boolean): ReportError {
  const detail = error instanceof Error ? (verbose ? error.stack : error.message) : undefined;
  // A full disk or a missing permission is no bug.
  if (OF_THE_SYSTEM.has(errno(error))) {
    const { why, advice } = systemFailure(error);
    return { code: 'internal', message: `${why}: ${detail ?? ''}`, hint: `${advice}.` };
  }
  return {
    code: 'internal',
    message: `Something went wrong inside locale-sync: ${detail ?? String(error)}`,
    hint: 'Please report this; --verbose shows where it happened.',
  };
}

const OF_THE_SYSTEM: ReadonlySet<string> = new Set(
  'ENOSPC EDQUOT EFBIG EACCES EPERM EROFS EMFILE ENFILE'.split(' '),
);
