import type { Problem } from '../model/index.js';
import type { LineWords } from './set-lines.js';

export const LOCK_WORDS: LineWords = {
  code: 'lock-unreadable',
  file: 'the lock',
  conflict: 'is a merge conflict marker; the lines of both sides are used.',
  unreadable: 'is not a valid line and is skipped; translations in the files are kept.',
};

export function newerLock(line: number): Problem {
  const message =
    'The lock was written by a newer version of locale-sync and was not changed; translations in the files are kept. Update locale-sync to use it.';
  return { code: 'lock-newer', severity: 'warning', message, line };
}
