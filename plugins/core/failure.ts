import { explain, LocaleSyncError } from '../../src/index.js';
import type { ReportError } from '../../src/index.js';
import { WORDS } from './hints.js';

/** What was thrown, as a report has it; a mistake of ours with its stack. */
export function failureOf(thrown: unknown): ReportError {
  if (thrown instanceof LocaleSyncError) return explain(thrown, WORDS);
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return { code: 'internal', message: `Something went wrong inside locale-sync: ${detail}` };
}
