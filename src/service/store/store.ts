/** Values of one kind by id. A change is durable once the store has been flushed. */
export interface Collection<T> {
  readonly size: number;
  get(id: string): T | undefined;
  /** In the order of their first `set`. */
  values(): IterableIterator<T>;
  entries(): IterableIterator<[id: string, value: T]>;
  set(id: string, value: T): void;
  delete(id: string): boolean;
}

/**
 * Storage for data that must survive: keys, usage, glossaries, style rules. Values are plain JSON.
 */
export interface Store {
  /**
   * The same collection for the same name; the caller is responsible for the type of its values.
   */
  collection<T>(name: string): Collection<T>;
  /** Makes the changes inside atomic, even if storing is interrupted. */
  together(changes: () => void): void;
  /** Resolves when every change so far is durable; rejects if that failed. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export type Change =
  | readonly ['set', name: string, id: string, value: unknown]
  | readonly ['delete', name: string, id: string]
  | readonly ['together', changes: readonly Change[]];

type Recorder = (change: Change) => void;

export class Collections {
  readonly #maps = new Map<string, Map<string, unknown>>();

  apply(change: Change): void {
    if (change[0] === 'together') {
      for (const each of change[1]) this.apply(each);
      return;
    }
    const [operation, name, id, value] = change;
    const map = this.#mapOf(name);
    if (operation === 'set') map.set(id, value);
    else map.delete(id);
  }

  /** Every live value, as the change that sets it. */
  *changes(): Generator<Change> {
    for (const [name, map] of this.#maps) {
      for (const [id, value] of map) yield ['set', name, id, value];
    }
  }

  view<T>(name: string, record: Recorder): Collection<T> {
    const map = this.#mapOf(name) as Map<string, T>;
    return {
      get size() {
        return map.size;
      },
      get: (id) => map.get(id),
      values: () => map.values(),
      entries: () => map.entries(),
      set: (id, value) => {
        map.set(id, value);
        record(['set', name, id, value]);
      },
      delete: (id) => {
        const deleted = map.delete(id);
        if (deleted) record(['delete', name, id]);
        return deleted;
      },
    };
  }

  #mapOf(name: string): Map<string, unknown> {
    let map = this.#maps.get(name);
    if (map === undefined) {
      map = new Map();
      this.#maps.set(name, map);
    }
    return map;
  }
}

/** Keeps everything in memory until the process ends. */
export function createMemoryStore(): Store {
  const collections = new Collections();
  return {
    collection: (name) => collections.view(name, () => undefined),
    together: (changes) => {
      changes();
    },
    flush: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
