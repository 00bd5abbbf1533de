import { openJournal, type Change, type Journal } from './journal.js';

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
 * Data that must survive: keys, usage, glossaries, style rules. Values are plain JSON. Without a
 * folder, they are kept until the process ends.
 */
export class Store {
  readonly #maps = new Map<string, Map<string, unknown>>();
  #journal: Journal | undefined;
  #group: Change[] | undefined;

  /** A store in a folder. @throws StoreError */
  static async open(folder: string): Promise<Store> {
    const store = new Store();
    store.#journal = await openJournal(folder, {
      apply: (change) => store.#apply(change),
      live: () => store.#live(),
    });
    return store;
  }

  /**
   * The same collection for the same name; the caller is responsible for the type of its values.
   */
  collection<T>(name: string): Collection<T> {
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
        this.#record(['set', name, id, value]);
      },
      delete: (id) => {
        const deleted = map.delete(id);
        if (deleted) this.#record(['delete', name, id]);
        return deleted;
      },
    };
  }

  /** Makes the changes inside atomic, even if storing is interrupted. */
  together(changes: () => void): void {
    if (this.#group !== undefined) {
      changes();
      return;
    }
    const group: Change[] = [];
    this.#group = group;
    try {
      changes();
    } finally {
      this.#group = undefined;
      if (group.length > 0) this.#record(['together', group]);
    }
  }

  /** Resolves when every change so far is durable; rejects if that failed. */
  async flush(): Promise<void> {
    await this.#journal?.flush();
  }

  async close(): Promise<void> {
    await this.#journal?.close();
  }

  #record(change: Change): void {
    if (this.#group === undefined) this.#journal?.add(change);
    else this.#group.push(change);
  }

  #apply(change: Change): void {
    if (change[0] === 'together') {
      for (const each of change[1]) this.#apply(each);
      return;
    }
    const [operation, name, id, value] = change;
    const map = this.#mapOf(name);
    if (operation === 'set') map.set(id, value);
    else map.delete(id);
  }

  /** Every live value, as the change that sets it. */
  *#live(): Generator<Change> {
    for (const [name, map] of this.#maps) {
      for (const [id, value] of map) yield ['set', name, id, value];
    }
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
