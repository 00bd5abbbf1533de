import { appendBatch, readLines, stateOf, touch } from './journal-file.js';
import { textOf, visitRecords } from './record.js';

/** After this many appended bytes, removing repeated lines may be worthwhile. */
const GROWTH = 1 << 16;

/**
 * Up to this number of keys, many lines are searched for them at once, before the lines are split.
 */
const FEW_KEYS = 8;

/** The memory of one target: a file that only grows. Keeps only requested texts in RAM. */
export class Journal {
  readonly path: string;
  /** Number of damaged lines seen. */
  damaged = 0;
  /** Every requested key, with its text if it has one. */
  readonly #asked = new Map<string, string | undefined>();
  /** How far the file has been read for these keys, and which file it was. */
  #offset = 0;
  #inode = 0;
  #isGrown = false;
  /** Whether this process created the file, which then hardly repeats a key. */
  #isNew = false;

  constructor(path: string) {
    this.path = path;
  }

  /** True if there is no file or it is empty. @throws Error of the file system */
  get isEmpty(): boolean {
    return (stateOf(this.path)?.size ?? 0) === 0;
  }

  /**
   * Reads the texts of these keys from the current file.
   * @throws Error of the file system
   */
  read(keys: ReadonlySet<string>): void {
    const isNew = this.#ask(keys);
    const state = stateOf(this.path);
    if (state === undefined) return;
    if (isNew || state.inode !== this.#inode || state.size < this.#offset) this.#startAnew();
    this.#inode = state.inode;
    if (state.size === this.#offset) return;
    this.#offset = readLines(this.path, this.#offset, (lines) => {
      this.#take(lines);
    });
  }

  /** Texts of the keys that have one, as of the last `read`. */
  textsOf(keys: ReadonlySet<string>): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const key of keys) {
      const text = this.#asked.get(key);
      if (text !== undefined) found.set(key, text);
    }
    return found;
  }

  /**
   * Appends the result of `formatBatch`. After this call it survives the end of the process.
   * @throws Error of the file system
   */
  append(batch: string): void {
    const { before, after } = appendBatch(this.path, batch);
    if (before === 0) this.#isNew = true;
    if (Math.floor(before / GROWTH) < Math.floor(after / GROWTH)) this.#isGrown = true;
  }

  /**
   * Creates the file if it does not exist, which tests that it can be written.
   * @throws Error of the file system
   */
  touch(): void {
    touch(this.path);
  }

  /** Whether enough was appended, or damage was seen, to make reading the whole file worthwhile. */
  get mayBeCompacted(): boolean {
    return (this.#isGrown && !this.#isNew) || this.damaged > 0;
  }

  /** Frees the texts read so far. */
  release(): void {
    this.#asked.clear();
    this.#offset = 0;
  }

  /** Call it after a compaction, whether or not that replaced the file. */
  forget(): void {
    this.#isGrown = false;
    this.#isNew = false;
    this.damaged = 0;
    this.#offset = 0;
  }

  /** Returns true if a key is requested for the first time: then the whole file has to be read. */
  #ask(keys: ReadonlySet<string>): boolean {
    const known = this.#asked.size;
    for (const key of keys) if (!this.#asked.has(key)) this.#asked.set(key, undefined);
    return this.#asked.size > known;
  }

  #startAnew(): void {
    this.#offset = 0;
    this.damaged = 0;
    for (const key of this.#asked.keys()) this.#asked.set(key, undefined);
  }

  #take(lines: string): void {
    const asked = this.#asked;
    const take = (key: string, start: number, end: number): void => {
      if (!asked.has(key)) return;
      const text = textOf(lines.slice(start, end));
      if (text === undefined) this.damaged += 1;
      else asked.set(key, text);
    };
    const others = visitRecords(lines, this.#mayHoldAsked(lines) ? take : undefined);
    this.damaged += others;
  }

  #mayHoldAsked(lines: string): boolean {
    if (this.#asked.size > FEW_KEYS) return true;
    for (const key of this.#asked.keys()) if (lines.includes(key)) return true;
    return false;
  }
}
