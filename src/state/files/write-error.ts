import { LocaleSyncError } from '../../model/index.js';
import { errno, reason } from './directory.js';
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
    hint: 'It was not changed. Run the command again; texts in the memory cost nothing.',
  });
}

export function readOnly(path: string, cause?: unknown): WriteError {
  return new WriteError('read-only', 'cannot be written: it or its folder is read-only', {
    path,
    hint: 'Make it writable and run the command again; texts in the memory cost nothing.',
    cause,
  });
}

/** True if the disk is full, so that trying another folder does not help. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(errno(error));
}

function explain(error: unknown, path: string): WriteError {
  if (isFull(error)) {
    const hint = 'Free up space and run the command again; texts in the memory cost nothing.';
    return new WriteError('disk-full', 'cannot be written: the disk is full', {
      path,
      hint,
      cause: error,
    });
  }
  switch (errno(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return readOnly(path, error);
    default: {
      const hint = 'Check the file and its folder, and run the command again.';
      return new WriteError('failed', `cannot be written (${reason(error)})`, {
        path,
        hint,
        cause: error,
      });
    }
  }
}
