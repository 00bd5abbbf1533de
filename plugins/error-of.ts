import type { ReportError } from '../src/index.js';
import { WORDS } from './core/hints.js';

/** What was thrown, as a report says it; a mistake of ours with its stack. */
export async function errorOf(thrown: unknown): Promise<ReportError> {
  const { explain, LocaleSyncError } = await import('../src/index.js');
  if (thrown instanceof LocaleSyncError) return explain(thrown, WORDS);
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return { code: 'internal', message: `Something went wrong inside locale-sync: ${detail}` };
}
