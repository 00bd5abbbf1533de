import type { ReportError } from '../src/index.js';

/** What was thrown, as a report says it; a mistake of ours with its stack. */
export function errorOf(thrown: unknown): ReportError {
  if (thrown instanceof Error && 'code' in thrown && 'hint' in thrown) {
    const { message, code, hint } = thrown;
    return {
      code: String(code),
      message,
      ...(typeof hint === 'string' ? { hint } : {}),
    };
  }
  const detail = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return { code: 'internal', message: `Something went wrong inside locale-sync: ${detail}` };
}
