import { proposalsOf } from '../model/index.js';
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
  'store-unavailable',
]);

export function exitCodeOfError(code: string): number {
  if (code === 'interrupted') return EXIT.interrupted;
  return SERVICE_ERRORS.has(code) || code.startsWith('host-') || code === 'moved'
    ? EXIT.service
    : EXIT.usage;
}

/** @param gate 'gate': open units fail the command (`sync`, `check`); 'news': they do not */
export function exitCodeOf(report: Report, gate: 'gate' | 'news'): number {
  if (report.error !== null) return exitCodeOfError(report.error.code);
  // A dry run only reports, and closing a proposal is an answer.
  const proposals = proposalsOf(report);
  const isAnswered = proposals.every(({ dryRun, state }) => dryRun || state === 'declined');
  if (proposals.length > 0 && isAnswered) return EXIT.ok;
  return gate === 'gate' && !report.ok ? EXIT.open : EXIT.ok;
}
