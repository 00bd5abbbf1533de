import { errno, systemFailure } from '../disk/index.js';
import type { Report, ReportError } from '../model/index.js';

/** What `--json` prints if a command ended before it compared anything. */
export function emptyReport(error: ReportError): Report {
  return {
    ok: false,
    requests: 0,
    texts: 0,
    characters: 0,
    reused: { repository: 0, memory: 0, duplicates: 0 },
    files: { written: 0, unchanged: 0 },
    removed: 0,
    locales: {},
    settled: 0,
    problems: [],
    error,
  };
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
