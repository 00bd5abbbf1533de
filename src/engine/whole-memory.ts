import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openMemory } from '../state/index.js';
import type { Memory, MemoryEntry } from '../state/index.js';
import { chooseFile, readLines } from '../state/memory/journal-file.js';
import { visitRecords } from '../state/memory/record.js';

/** The memory for an engine that asks text by text: of each target everything is recalled at the first question. */
export class WholeMemory {
  readonly #folder: string;
  readonly #memory: Memory;
  readonly #texts = new Map<string, Map<string, string>>();

  /** @param folder the local state folder */
  constructor(folder: string) {
    this.#folder = folder;
    this.#memory = openMemory(folder);
  }

  get problems(): Memory['problems'] {
    return this.#memory.problems;
  }

  get(target: string, key: string): string | undefined {
    return this.#textsOf(target).get(key);
  }

  size(target: string): number {
    return this.#textsOf(target).size;
  }

  /** True if what is put of a target is found again. */
  remembers(target: string): boolean {
    return this.#texts.has(target);
  }

  put(target: string, entries: readonly MemoryEntry[]): boolean {
    const texts = this.#textsOf(target);
    for (const [key, text] of entries) texts.set(key, text);
    return this.#memory.put(target, entries);
  }

  refusal(target: string): string | undefined {
    return this.#memory.refusal(target);
  }

  compact(): void {
    this.#memory.compact();
  }

  /** Takes in what other processes put since. */
  refresh(): void {
    this.#texts.clear();
  }

  #textsOf(target: string): Map<string, string> {
    let texts = this.#texts.get(target);
    if (texts === undefined) {
      texts = new Map(this.#memory.recall(target, this.#keysOf(target)));
      this.#texts.set(target, texts);
    }
    return texts;
  }

  #keysOf(target: string): ReadonlySet<string> {
    const keys = new Set<string>();
    try {
      const { path } = chooseFile(join(this.#folder, 'memory'), target);
      if (existsSync(path)) {
        readLines(path, 0, (lines) => visitRecords(lines, (key) => void keys.add(key)));
      }
    } catch {
      // `recall` says what the matter is.
    }
    return keys;
  }
}
