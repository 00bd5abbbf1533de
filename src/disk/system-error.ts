// What failed system calls mean, in words that are true for their code. No heavy module here: the
// fast path to "nothing to do" loads this file.

/** Code of a failed system call, such as `ENOSPC`; '' for any other error. */
export function errno(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** True if there is no space left, so that trying another folder of the disk does not help. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(errno(error));
}

/** Why a file or folder cannot be used, as the rest of a sentence, and the next step. */
export interface SystemFailure {
  readonly why: string;
  /** An imperative without a full stop. */
  readonly advice: string;
}

/** @param place what cannot be used, as the advice names it */
export function systemFailure(
  error: unknown,
  place = 'the file and its folder',
  use: 'write' | 'read' = 'write',
): SystemFailure {
  switch (errno(error)) {
    case 'ENOSPC':
      return { why: 'the disk is full', advice: 'Free up space' };
    case 'EDQUOT':
      return { why: 'the disk quota is used up', advice: 'Free up space, or raise the quota' };
    case 'EFBIG':
      return { why: 'files may not become that large', advice: 'Raise the limit for file sizes' };
    case 'EACCES':
    case 'EPERM':
      return use === 'read'
        ? { why: 'this user may not read it', advice: `Make ${place} readable for this user` }
        : { why: 'this user may not write there', advice: `Make ${place} writable for this user` };
    case 'EROFS':
      return { why: 'its disk is read-only', advice: 'Use a disk that can be written' };
    case 'EMFILE':
    case 'ENFILE':
      return { why: 'too many files are open', advice: 'Raise the limit for open files' };
    case 'EBUSY':
    case 'ETXTBSY':
      return { why: 'another program is using it', advice: 'Close that program' };
    case 'EISDIR':
      return { why: 'it is a folder', advice: 'Move the folder away' };
    case 'ENOENT':
      return use === 'read'
        ? { why: 'it does not exist', advice: 'Check the path' }
        : { why: 'its folder does not exist', advice: 'Create the folder' };
    case 'ENOTDIR':
      return { why: 'a part of its path is not a folder', advice: 'Check the path' };
    case 'ELOOP':
      return { why: 'its symbolic links form a loop', advice: 'Fix the links' };
    case 'ENAMETOOLONG':
      return { why: 'its name is too long', advice: 'Use a shorter name' };
    case 'EXDEV':
      return { why: 'it is on another disk', advice: 'Use a folder on the same disk' };
    default: {
      const why = error instanceof Error ? error.message : String(error);
      return { why, advice: `Check ${place}` };
    }
  }
}
