import { keyId } from '../../model/index.js';
import type { Key } from '../../model/index.js';

/** How a key was defined: TOML allows no second definition. */
type Kind = 'table' | 'implied' | 'dotted' | 'list' | 'value';

/** The kinds of all keys of a file so far. */
export class Definitions {
  readonly #kinds = new Map<string, Kind>();
  readonly #lengths = new Map<string, number>();

  /** The path of a table by its header; undefined if its key is taken. */
  table(names: Key): Key | undefined {
    const path = this.#parents(names);
    if (path === undefined) return undefined;
    const id = keyId(path);
    const kind = this.#kinds.get(id);
    if (kind !== undefined && kind !== 'implied') return undefined;
    this.#kinds.set(id, 'table');
    return path;
  }

  /** The path of a new element of an array of tables; undefined if its key is taken. */
  element(names: Key): Key | undefined {
    const list = this.#parents(names);
    if (list === undefined) return undefined;
    const id = keyId(list);
    const kind = this.#kinds.get(id);
    if (kind !== undefined && kind !== 'list') return undefined;
    this.#kinds.set(id, 'list');
    const index = this.#lengths.get(id) ?? 0;
    this.#lengths.set(id, index + 1);
    return [...list, String(index)];
  }

  /** The path of a value in a table; undefined if its key is taken. */
  value(table: Key, names: Key): Key | undefined {
    for (let length = 1; length < names.length; length += 1) {
      const id = keyId([...table, ...names.slice(0, length)]);
      const kind = this.#kinds.get(id);
      if (kind !== undefined && kind !== 'dotted') return undefined;
      this.#kinds.set(id, 'dotted');
    }
    const path = [...table, ...names];
    const id = keyId(path);
    if (this.#kinds.has(id)) return undefined;
    this.#kinds.set(id, 'value');
    return path;
  }

  /** Number of elements in an array of tables; undefined for anything else. */
  lengthOf(key: Key): number | undefined {
    return this.#lengths.get(keyId(key));
  }

  isDotted(key: Key): boolean {
    return this.#kinds.get(keyId(key)) === 'dotted';
  }

  /** The path of a header, through the last elements of arrays of tables. */
  #parents(names: Key): Key | undefined {
    const path: string[] = [];
    for (const [i, name] of names.entries()) {
      path.push(name);
      if (i === names.length - 1) break;
      const id = keyId(path);
      const kind = this.#kinds.get(id);
      if (kind === 'value') return undefined;
      if (kind === undefined) this.#kinds.set(id, 'implied');
      if (kind === 'list') path.push(String((this.#lengths.get(id) ?? 1) - 1));
    }
    return path;
  }
}
