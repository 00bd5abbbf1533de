import { LocaleSyncError } from '../../model/index.js';
import { errno, isFull, systemFailure } from '../../disk/index.js';
import { withSpareHandle } from './spare-handle.js';

export type WriteErrorCode =
  /** Someone else changed the file since it was read. */
  | 'changed-on-disk'
  /** The path, with its links followed, is not below the root. */
  | 'outside-root'
  | 'read-only'
  | 'disk-full'
  | 'not-a-file'
  | 'failed';

/** A file was not written and is unchanged on disk. */
export class WriteError extends LocaleSyncError {
  override readonly name = 'WriteError';
  readonly code: WriteErrorCode;
  /** Path as the caller gave it. */
  readonly path: string;
  readonly #event: string;
  readonly #nextStep: string;

  /** @param event what happened to the file, as the rest of a sentence */
  constructor(
    code: WriteErrorCode,
    event: string,
    details: ErrorOptions & { readonly path: string; readonly hint: string },
  ) {
    super(`${details.path}: ${event}`, details);
    this.#event = event;
    this.#nextStep = details.hint;
    this.code = code;
    this.path = details.path;
  }

  /** What happened and what to do, without the path: for a problem that has the path as a field. */
  get explanation(): string {
    return `The file ${this.#event}. ${this.#nextStep}`;
  }
}

/** Runs something that writes to `path`. @throws WriteError instead of a file system error */
export function explained<T>(path: string, run: () => T): T {
  try {
    return withSpareHandle(run);
  } catch (error) {
    throw error instanceof WriteError ? error : explain(error, path);
  }
}

/** Someone else changed the file while it was being translated. */
export function changed(path: string): WriteError {
  return new WriteError('changed-on-disk', 'was changed while it was being translated', {
    path,
    hint: `It was kept as it is; ${FREE}`,
  });
}

/** For a file whose mode allows nobody to write, which stops everybody but root. */
export function writeProtected(path: string): WriteError {
  const hint = `Make it writable; ${FREE}`;
  return new WriteError('read-only', 'cannot be written: it is write-protected', { path, hint });
}

function explain(error: unknown, path: string): WriteError {
  const { why, advice } = systemFailure(error);
  const isProtected = ['EACCES', 'EPERM', 'EROFS'].includes(errno(error));
  const code = isFull(error) ? 'disk-full' : isProtected ? 'read-only' : 'failed';
  const hint = `${advice}; ${FREE}`;
  return new WriteError(code, `cannot be written: ${why}`, { path, hint, cause: error });
}

/** True in every host: a command, a watching one, a build. */
const FREE = 'the next run tries again, and texts in the memory cost nothing.';
