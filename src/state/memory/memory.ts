import { join } from 'node:path';
import type { Problem } from '../../model/index.js';
import { ensureStateDirectory, reason } from '../files/index.js';
import { compactJournal } from './compaction.js';
import { Journal } from './journal.js';
import { chooseFile } from './journal-file.js';
import { formatBatch } from './record.js';
import type { MemoryEntry } from './record.js';

export type { MemoryEntry } from './record.js';

/**
 * Translations that were paid for, on this machine: the crash journal. Nothing here throws for what
 * is on the disk: what cannot be read or written is a problem, and the run goes on without it.
 */
export interface Memory {
  /** True where nothing is known of a target, so that there are no keys to ask for. */
  isEmpty(target: string): boolean;
  /**
   * Texts of the keys (`memoryKey`) that have one, whether this process or another one put them.
   * New keys take one pass over the target's file, so ask for many at once; keys asked for before
   * take only what was added since.
   */
  recall(target: string, keys: ReadonlySet<string>): ReadonlyMap<string, string>;
  /**
   * Adds entries. Of a key the last text counts. Returns true if they survive the end of the
   * process.
   * @throws RangeError for a key that `memoryKey` did not make
   */
  put(target: string, entries: readonly MemoryEntry[]): boolean;
  /**
   * Why nothing could be kept of a target, in a sentence; undefined if it can. Makes the target's
   * file.
   */
  refusal(target: string): string | undefined;
  /** Rewrites files that are mostly repetitions or are damaged. Only under the run lock. */
  compact(): void;
  /**
   * `memory-unreadable` for what could not be read, `write-failed` for what could not be kept; each
   * once.
   */
  readonly problems: readonly Problem[];
}

/**
 * Opens the memory in the local state folder. Touches no file until it is asked.
 * @param folder the local state folder, absolute
 */
export function openMemory(folder: string): Memory {
  return new LocalMemory(folder);
}

interface TargetMemory {
  /** Undefined if no file could be chosen. */
  readonly journal: Journal | undefined;
  /** What could not be written: this process still knows it. */
  readonly unsaved: Map<string, string>;
}

class LocalMemory implements Memory {
  readonly #folder: string;
  readonly #targets = new Map<string, TargetMemory>();
  /** By what each is about. */
  readonly #problems = new Map<string, Problem>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }

  isEmpty(target: string): boolean {
    const { journal, unsaved } = this.#open(target);
    try {
      return unsaved.size === 0 && (journal === undefined || journal.isEmpty);
    } catch {
      // Reading it says what is wrong.
      return false;
    }
  }

  recall(target: string, keys: ReadonlySet<string>): ReadonlyMap<string, string> {
    const { journal, unsaved } = this.#open(target);
    const found = new Map(journal === undefined ? [] : this.#read(target, journal, keys));
    for (const [key, text] of unsaved) if (keys.has(key)) found.set(key, text);
    return found;
  }

  put(target: string, entries: readonly MemoryEntry[]): boolean {
    if (entries.length === 0) return true;
    const batch = formatBatch(entries);
    const { journal, unsaved } = this.#open(target);
    try {
      if (journal !== undefined) {
        ensureStateDirectory(this.#folder, 'memory');
        journal.append(batch);
        for (const [key] of entries) unsaved.delete(key);
        return true;
      }
    } catch (error) {
      this.#writeFailed(error);
    }
    for (const [key, text] of entries) unsaved.set(key, text);
    return false;
  }

  refusal(target: string): string | undefined {
    const { journal } = this.#open(target);
    if (journal === undefined) return this.#problems.get(`open ${target}`)?.message;
    try {
      ensureStateDirectory(this.#folder, 'memory');
      journal.touch();
      return undefined;
    } catch (error) {
      return `The memory in ${this.#folder} cannot be written (${reason(error)}).`;
    }
  }

  compact(): void {
    for (const { journal } of this.#targets.values()) {
      if (journal?.mayBeCompacted !== true) continue;
      try {
        compactJournal(journal, this.#folder);
        journal.forget();
      } catch (error) {
        this.#writeFailed(error);
      }
    }
  }

  #open(target: string): TargetMemory {
    let opened = this.#targets.get(target);
    if (opened === undefined) {
      opened = { journal: this.#choose(target), unsaved: new Map() };
      this.#targets.set(target, opened);
    }
    return opened;
  }

  #choose(target: string): Journal | undefined {
    try {
      const { path, skipped } = chooseFile(join(this.#folder, 'memory'), target);
      for (const other of skipped) {
        const message = `${other.path} is of another version (${other.version}) and is left alone; ${path} is used.`;
        this.#report('memory-unreadable', `version ${other.path}`, message);
      }
      return new Journal(path);
    } catch (error) {
      const message = `The memory in ${this.#folder} cannot be opened (${reason(error)}).`;
      this.#report('memory-unreadable', `open ${target}`, message);
      return undefined;
    }
  }

  #read(target: string, journal: Journal, keys: ReadonlySet<string>): ReadonlyMap<string, string> {
    try {
      journal.read(keys);
    } catch (error) {
      const message = `The memory of ${target} cannot be read (${reason(error)}); its texts may be paid for again.`;
      this.#report('memory-unreadable', `read ${journal.path}`, message);
    }
    const { damaged, path } = journal;
    if (damaged > 0) {
      const lines = damaged === 1 ? 'line' : 'lines';
      const message = `${path} holds ${damaged} damaged ${lines}; the other records are used.`;
      this.#report('memory-unreadable', `damaged ${path}`, message);
    }
    return journal.textsOf(keys);
  }

  #writeFailed(error: unknown): void {
    const message = `The memory cannot be written (${reason(error)}); if this run is interrupted, its texts may be paid for again. Free space in ${this.#folder} or make it writable.`;
    this.#report('write-failed', 'write', message);
  }

  /** @param about what is reported once */
  #report(code: Problem['code'], about: string, message: string): void {
    if (!this.#problems.has(about))
      this.#problems.set(about, { code, severity: 'warning', message });
  }
}
