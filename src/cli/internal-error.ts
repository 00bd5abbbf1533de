import type { ReportError } from '../model/report.js';

/** Describes an unexpected error. @param verbose includes the stack */
export function internalError(error: unknown, verbose: boolean): ReportError {
  const detail = error instanceof Error ? (verbose ? error.stack : error.message) : undefined;
  return {
    code: 'internal',
    message: `Something went wrong inside locale-sync: ${detail ?? String(error)}`,
    hint: 'Please report this; --verbose shows where it happened.',
  };
}
