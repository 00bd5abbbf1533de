import type { TargetFact } from '../../state/index.js';
import type { WrittenTexts } from '../changes/results.js';
import type { Change } from '../changes/types.js';
import type { FileComparison } from '../units/types.js';

/** The new facts of the texts written to one file. */
export class WrittenFacts {
  readonly #changes: Change[] = [];
  /** By `at` of their change. */
  readonly #facts: (TargetFact | undefined)[] = [];

  add(change: Change, fact: TargetFact): void {
    this.#changes.push(change);
    this.#facts[change.at] = fact;
  }

  get size(): number {
    return this.#changes.length;
  }

  get(change: Change): TargetFact | undefined {
    return this.#facts[change.at];
  }

  keys(): IterableIterator<Change> {
    return this.#changes.values();
  }

  *[Symbol.iterator](): Generator<readonly [Change, TargetFact]> {
    for (const change of this.#changes) {
      const fact = this.get(change);
      if (fact !== undefined) yield [change, fact];
    }
  }
}

/** The new facts of all files. */
export class FactsByFile implements WrittenTexts {
  readonly #files = new Map<FileComparison, WrittenFacts>();

  add(file: FileComparison, written: WrittenFacts): void {
    this.#files.set(file, written);
  }

  get(change: Change): TargetFact | undefined {
    return this.#files.get(change.file)?.get(change);
  }

  has(change: Change): boolean {
    return this.get(change) !== undefined;
  }

  *keys(): MapIterator<Change> {
    for (const written of this.#files.values()) yield* written.keys();
  }
}
