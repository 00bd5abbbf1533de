import type { Problem } from '../../model/index.js';

interface Lines {
  first: number;
  count: number;
}

/** Lines of a lock that hold no facts. The first of each kind is named, the others are counted. */
export class LockProblems {
  readonly #conflicts: Lines = { first: 0, count: 0 };
  readonly #unreadable: Lines = { first: 0, count: 0 };

  conflict(line: number): void {
    note(this.#conflicts, line);
  }

  unreadable(line: number): void {
    note(this.#unreadable, line);
  }

  get list(): readonly Problem[] {
    return [
      ...problemOf(
        this.#conflicts,
        'is a merge conflict marker; the facts of both sides are used.',
      ),
      ...problemOf(
        this.#unreadable,
        'is not a fact and is skipped; translations found in the files are kept.',
      ),
    ];
  }
}

function note(lines: Lines, line: number): void {
  if (lines.count === 0) lines.first = line;
  lines.count += 1;
}

function problemOf({ first, count }: Lines, what: string): readonly Problem[] {
  if (count === 0) return [];
  const more = count > 1 ? ` (and ${count - 1} more like it)` : '';
  const message = `Line ${first} of the lock${more} ${what}`;
  return [{ code: 'lock-unreadable', severity: 'warning', message, line: first }];
}

export function newerLock(line: number): Problem {
  const message =
    'The lock was written by a newer version of locale-sync and is left as it is; translations found in the files are kept. Update locale-sync to use it.';
  return { code: 'lock-newer', severity: 'warning', message, line };
}
