import { openMemory } from '../state/index.js';
import type { Memory, MemoryEntry } from '../state/index.js';
import { KeyFilter } from './key-filter.js';

/**
 * The memory of a windowed run. A new text is not looked up in a file that contains only what this
 * run put there, and texts of one window are freed before the next.
 */
export class WindowMemory implements Memory {
  readonly #folder: string;
  #inner: Memory;
  /** By target: keys put by this run, if nothing was known before. */
  readonly #put = new Map<string, KeyFilter | undefined>();

  /** @param folder absolute path of the memory */
  constructor(folder: string) {
    this.#folder = folder;
    this.#inner = openMemory(folder);
  }

  /** Frees texts: what was put or looked up so far is then only in the file. */
  nextWindow(): void {
    if (this.#inner.failure === undefined && this.#inner.problems.length === 0) {
      this.#inner = openMemory(this.#folder);
    }
  }

  isEmpty(target: string): boolean {
    const isEmpty = this.#inner.isEmpty(target);
    if (!this.#put.has(target)) this.#put.set(target, isEmpty ? new KeyFilter() : undefined);
    return isEmpty;
  }

  recall(target: string, keys: ReadonlySet<string>): ReadonlyMap<string, string> {
    const put = this.#put.get(target);
    const wanted = put === undefined ? keys : new Set([...keys].filter((key) => put.mayHave(key)));
    return wanted.size === 0 ? new Map() : this.#inner.recall(target, wanted);
  }

  put(target: string, entries: readonly MemoryEntry[]): boolean {
    const put = this.#put.get(target);
    if (put !== undefined) for (const [key] of entries) put.add(key);
    return this.#inner.put(target, entries);
  }

  refusal(target: string): ReturnType<Memory['refusal']> {
    return this.#inner.refusal(target);
  }

  save(): void {
    this.#inner.save();
  }

  hasRoom(): boolean {
    return this.#inner.hasRoom();
  }

  get isLimited(): boolean {
    return this.#inner.isLimited;
  }

  get failure(): string | undefined {
    return this.#inner.failure;
  }

  compact(): void {
    this.#inner.compact();
  }

  get problems(): Memory['problems'] {
    return this.#inner.problems;
  }
}
