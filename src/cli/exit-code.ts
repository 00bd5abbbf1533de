import type { Report } from '../model/index.js';

/** Exit codes (DESIGN.md 3.2). */
export const EXIT = { ok: 0, open: 1, usage: 2, service: 3, interrupted: 130 } as const;

const SERVICE_ERRORS: ReadonlySet<string> = new Set([
  'no-key',
  'forbidden',
  'quota',
  'rate',
  'too-large',
  'rejected',
  'network',
  'timeout',
  'server',
  'protocol',
  'aborted',
]);

export function exitCodeOfError(code: string): number {
  if (code === 'interrupted') return EXIT.interrupted;
  return SERVICE_ERRORS.has(code) ? EXIT.service : EXIT.usage;
}

/** @param gate 'gate': open units fail the command (`sync`, `check`); 'news': they do not */
export function exitCodeOf(report: Report, gate: 'gate' | 'news'): number {
  if (report.error !== null) return exitCodeOfError(report.error.code);
  return gate === 'gate' && !report.ok ? EXIT.open : EXIT.ok;
}
