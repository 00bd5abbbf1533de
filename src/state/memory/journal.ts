import { appendBatch, readLines, stateOf, touch } from './journal-file.js';
import { textOf, visitRecords } from './record.js';

/** After so many bytes were appended, repeated lines may be worth removing. */
const GROWTH = 1 << 16;

/** The memory of one target: a file that only grows. Holds just the texts that were asked for. */
export class Journal {
  readonly path: string;
  /** Damaged lines that were seen. */
  damaged = 0;
  /** Every key that was asked for, with its text if there is one. */
  readonly #asked = new Map<string, string | undefined>();
  /** Up to where the file was read for these keys, and which file that was. */
  #offset = 0;
  #inode = 0;
  #isGrown = false;

  constructor(path: string) {
    this.path = path;
  }

  /** True where there is no file, or nothing in it. @throws Error of the file system */
  get isEmpty(): boolean {
    return (stateOf(this.path)?.size ?? 0) === 0;
  }

  /**
   * Makes the texts of these keys known, as they are in the file now.
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

  /** Texts of the keys that have one, as last read. */
  textsOf(keys: ReadonlySet<string>): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const key of keys) {
      const text = this.#asked.get(key);
      if (text !== undefined) found.set(key, text);
    }
    return found;
  }

  /**
   * Appends what `formatBatch` gives. At return it survives the end of the process.
   * @throws Error of the file system
   */
  append(batch: string): void {
    const { before, after } = appendBatch(this.path, batch);
    if (Math.floor(before / GROWTH) < Math.floor(after / GROWTH)) this.#isGrown = true;
  }

  /**
   * Makes the file if there is none, and shows that it can be written.
   * @throws Error of the file system
   */
  touch(): void {
    touch(this.path);
  }

  /**
   * True if enough was appended, or damage was seen, to make a look at the whole file worth its
   * time.
   */
  get mayBeCompacted(): boolean {
    return this.#isGrown || this.damaged > 0;
  }

  /** After a compaction: the file is another one, or needs none for a while. */
  forget(): void {
    this.#isGrown = false;
    this.damaged = 0;
    this.#offset = 0;
  }

  /** Returns true if one of the keys was never asked for: then the whole file has to be read. */
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
    const others = visitRecords(lines, (key, start, end) => {
      if (!asked.has(key)) return;
      const text = textOf(lines.slice(start, end));
      if (text === undefined) this.damaged += 1;
      else asked.set(key, text);
    });
    this.damaged += others;
  }
}
