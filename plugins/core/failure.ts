import { explain, LocaleSyncError } from '../../src/index.js';
import type { ReportError } from '../../src/index.js';
import { WORDS } from './hints.js';

/** A thrown error in the form of a report; an internal error with its stack. */
export function failureOf(thrown: unknown): ReportError {
  if (thrown instanceof LocaleSyncError) return explain(thrown, WORDS);
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return { code: 'internal', message: `Something went wrong inside locale-sync: ${detail}` };
}
