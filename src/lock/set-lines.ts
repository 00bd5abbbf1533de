import type { Problem, ProblemCode } from '../model/index.js';

// The lock and the archive are sets of lines, so that git can merge them by keeping both sides.

export const CONFLICT_LINE = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/;
export const EMPTY_LINE = /^(?:#|$)/;

/** Words for problems of a file that is a set of lines. */
export interface LineWords {
  readonly code: ProblemCode;
  /** `the lock` */
  readonly file: string;
  /** Continues `Line 3 of the lock`. */
  readonly conflict: string;
  readonly unreadable: string;
}

interface Lines {
  first: number;
  count: number;
}

/** Lines that do not belong to the set. The first of each kind is named, the others are counted. */
export class LineProblems {
  readonly #words: LineWords;
  readonly #conflicts: Lines = { first: 0, count: 0 };
  readonly #unreadable: Lines = { first: 0, count: 0 };

  constructor(words: LineWords) {
    this.#words = words;
  }

  conflict(line: number): void {
    note(this.#conflicts, line);
  }

  unreadable(line: number): void {
    note(this.#unreadable, line);
  }

  get list(): readonly Problem[] {
    const { conflict, unreadable } = this.#words;
    return [
      ...this.#problemOf(this.#conflicts, conflict),
      ...this.#problemOf(this.#unreadable, unreadable),
    ];
  }

  #problemOf({ first, count }: Lines, what: string): readonly Problem[] {
    if (count === 0) return [];
    const { code, file } = this.#words;
    const more = count > 1 ? ` (and ${count - 1} more like it)` : '';
    const message = `Line ${first} of ${file}${more} ${what}`;
    return [{ code, severity: 'warning', message, line: first }];
  }
}

function note(lines: Lines, line: number): void {
  if (lines.count === 0) lines.first = line;
  lines.count += 1;
}
