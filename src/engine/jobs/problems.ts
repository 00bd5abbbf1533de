import { LocaleSyncError, TranslatorError } from '../../model/index.js';
import type { Problem, TranslatorErrorCode } from '../../model/index.js';
import type { PlannedOutput } from './types.js';

/** Why there is no result. */
export interface JobFailure {
  readonly code: 'service-rejected' | 'service-failed' | 'changed-on-disk';
  readonly message: string;
}

const FATAL: ReadonlySet<TranslatorErrorCode> = new Set([
  'no-key',
  'forbidden',
  'quota',
  'rate',
  'network',
  'protocol',
]);

/** Whether an error affects the service as a whole, so that nothing more is sent. */
export function isFatal(error: unknown): error is TranslatorError {
  return error instanceof TranslatorError && FATAL.has(error.code);
}

/** The service refused it or gave up. */
export function refusal(what: string, reason: string): JobFailure {
  const message = `The service could not ${what}: ${withoutStop(reason)}. Fix the file, or leave it out with \`exclude\`.`;
  return { code: 'service-rejected', message };
}

/** A result that was paid for but is no longer available. */
export function lost(what: string): JobFailure {
  const message = `The service no longer has the result of ${what}, which was sent earlier: it has already been downloaded or has expired. The next sync sends the file again and is billed for it.`;
  return { code: 'service-failed', message };
}

/** An upload without an answer. */
export function unanswered(error: unknown): JobFailure {
  const message = `The upload got no answer (${messageOf(error)}). It may have been billed; the next sync sends the file again.`;
  return { code: 'service-failed', message };
}

/** An upload of an earlier run that was stopped before the answer came. */
export function warnCutOff({ output }: PlannedOutput): Problem {
  const { source: file, locale, path } = output;
  const message = `${path}: an earlier run was stopped while it uploaded ${file}. The service may have billed that upload; this run sends the file again.`;
  return { code: 'service-failed', severity: 'warning', file, locale, message };
}

/** Any other failure of a request. */
export function failure(what: string, error: unknown): JobFailure {
  if (error instanceof TranslatorError && (error.code === 'rejected' || error.code === 'too-large'))
    return refusal(what, messageOf(error));
  const again = isFatal(error) ? '' : ' The next sync continues with it.';
  return {
    code: 'service-failed',
    message: `The service could not ${what}: ${messageOf(error)}.${again}`,
  };
}

function messageOf(error: unknown): string {
  return withoutStop(error instanceof Error ? error.message : String(error));
}

function withoutStop(text: string): string {
  return text.replace(/[.\s]+$/, '');
}

/** Whether an error says that the service does not have the job (any more). */
export function isGone(error: unknown): boolean {
  return error instanceof TranslatorError && error.status === 404;
}

/** Whether it is an error of the service or of the operating system, not of this program. */
export function isOutside(error: unknown): boolean {
  if (error instanceof LocaleSyncError) return error instanceof TranslatorError;
  return error instanceof Error && 'syscall' in error;
}

/** Reports a failure at the source file, for the locale of the output. */
export function problemOf({ output }: PlannedOutput, { code, message }: JobFailure): Problem {
  const { source: file, locale, path } = output;
  return { code, severity: 'error', file, locale, message: `${path}: ${message}` };
}
