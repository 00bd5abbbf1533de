import { ServiceError, toTranslatorError } from '../../client/index.js';
import { LocaleSyncError } from '../../model/index.js';
import type { SettingSources } from '../../client/index.js';
import { exitCodeOfError } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import type { Io } from '../io.js';
import { describeError, printError } from '../print.js';

/** A wrong combination of flags. */
export class CallError extends LocaleSyncError {
  override readonly name = 'CallError';
  readonly code = 'usage';
}

/** Where the settings came from; default: the usual variables. */
const DEFAULT_SOURCES: SettingSources = { keyVariable: 'SERVICE_AUTH_KEY', url: 'service.url' };

/** Prints why a command that calls the service failed, and returns its exit code. */
export function printServiceFailure(
  io: Io,
  error: unknown,
  {
    flags,
    sources = DEFAULT_SOURCES,
  }: { readonly flags: CommonFlags; readonly sources?: SettingSources | undefined },
): number {
  const known = toTranslatorError(error, sources);
  const isRunning = !io.signal.aborted && io.uncaught() === undefined;
  const described =
    isRunning && error instanceof ServiceError && error.code === 'file'
      ? { code: 'file', message: error.message }
      : describeError(io, flags, known instanceof LocaleSyncError ? known : error);
  printError(io, flags, described);
  return exitCodeOfError(described.code);
}
