// On the fast path to "nothing to do": load nothing heavier than node:fs here.
import { isUnchanged } from './stamp.js';
import type { Stamp } from './stamp.js';

/** Stamps of files and folders. Each path has one. */
export class Stamps implements Iterable<Stamp> {
  readonly #stamps: ReadonlyMap<string, Stamp>;

  /** If a path has several stamps, the last one counts. */
  constructor(stamps: Iterable<Stamp>) {
    this.#stamps = new Map(Array.from(stamps, (stamp) => [stamp.path, stamp]));
  }

  get length(): number {
    return this.#stamps.size;
  }

  [Symbol.iterator](): Iterator<Stamp> {
    return this.#stamps.values();
  }

  /** Whether no file or folder has changed since. */
  areUnchanged(): boolean {
    return [...this].every(isUnchanged);
  }

  /** Stamps whose times are not reliable. */
  hashed(): readonly Stamp[] {
    return [...this].filter(({ hash }) => hash !== undefined);
  }

  /** Replaces the stamps of the same paths. */
  with(stamps: readonly Stamp[]): Stamps {
    return new Stamps([...this, ...stamps]);
  }
}
