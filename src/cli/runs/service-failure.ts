import { ServiceError, toTranslatorError } from '../../client/index.js';
import { explain, LocaleSyncError, jsonText } from '../../model/index.js';
import type { ReportError } from '../../model/index.js';
import { makeStyle } from '../../people/index.js';
import type { SettingSources } from '../../client/index.js';
import { EXIT, exitCodeOfError } from '../exit-code.js';
import { WORDS } from '../hints.js';
import { internalError } from '../failure.js';
import type { Io } from '../io.js';
import { errorText } from '../print.js';

/** A wrong combination of flags. */
export class CallError extends LocaleSyncError {
  override readonly name = 'CallError';
  readonly code = 'usage';
}

interface FailureFlags {
  readonly json?: true;
  readonly verbose?: true;
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
  }: { readonly flags: FailureFlags; readonly sources?: SettingSources | undefined },
): number {
  const described = describe(error, { io, flags, sources });
  if (flags.json === true) io.stdout(`${jsonText({ ok: false, error: described })}\n`);
  else io.stderr(errorText(described, makeStyle(io.terminal)));
  if (io.signal.aborted && io.uncaught() === undefined) return EXIT.interrupted;
  return exitCodeOfError(described.code);
}

function describe(
  error: unknown,
  {
    io,
    flags,
    sources,
  }: { readonly io: Io; readonly flags: FailureFlags; readonly sources: SettingSources },
): ReportError {
  const uncaught = io.uncaught();
  if (uncaught !== undefined) return uncaught;
  if (io.signal.aborted) return { code: 'interrupted', message: 'Interrupted.' };
  if (error instanceof ServiceError && error.code === 'file') {
    return { code: 'file', message: error.message };
  }
  const known = toTranslatorError(error, sources);
  if (known instanceof LocaleSyncError) return explain(known, WORDS);
  return internalError(error, flags.verbose === true);
}
