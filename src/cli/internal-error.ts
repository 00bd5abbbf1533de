import type { ReportError } from '../model/report.js';

/** An error that nobody expected. @param verbose also where it happened */
export function internalError(error: unknown, verbose: boolean): ReportError {
  const detail = error instanceof Error ? (verbose ? error.stack : error.message) : undefined;
  return {
    code: 'internal',
    message: `Something went wrong inside locale-sync: ${detail ?? String(error)}`,
    hint: 'Please report it; --verbose prints where it happened.',
  };
}
