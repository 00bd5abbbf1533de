import { dirname } from 'node:path';
import { RecordReader } from './record-rows.js';
import type { PairRow } from './record-rows.js';
import { pairId } from './records.js';
import type { PairRecord, Records } from './records.js';

// The file's first line is the identity of the records. Blocks follow. A block is lines with one
// `PairRow` each, and a last line with a string: the hash of the lock that all records so far
// belong to, and the number of replaced records, if any. A block without that line was cut off. If
// a pair has several records, the last one is valid.

const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** Above this number of rows, parsing all of them is as fast. */
const MANY = 1_000;

/** Up to this number of paths, a search for each is faster than looking at every row. */
const FEW = 16;

const STRING = /"(?:[^"\\]|\\.)*"/g;

/** The records file as bytes, which are searched if only a few records are needed. */
export class RecordsText {
  /** `lockHashOf` the lock that the records belong to. */
  readonly lock: string;
  /** Number of records that newer ones have replaced. */
  readonly replaced: number;
  readonly #identity: string;
  /** Complete blocks. */
  readonly #bytes: Buffer;
  /** Offset of the first row. */
  readonly #start: number;
  readonly #reader: RecordReader;

  /**
   * @param state folder of the local state
   * @throws TypeError if the file has another identity or no complete block
   */
  constructor(bytes: Buffer, { identity, state }: { identity: string; state: string }) {
    const header = Buffer.from(headerOf(identity));
    // Records of another config need not be parsed.
    if (!bytes.subarray(0, header.length).equals(header)) throw new TypeError('other records');
    // No row begins like the last line of a block.
    const last = bytes.lastIndexOf('\n"', bytes.lastIndexOf(NEWLINE) - 1) + 1;
    if (last < header.length) throw new TypeError('no complete block');
    const end = bytes.indexOf(NEWLINE, last);
    const [lock = '', replaced = '0'] = (
      JSON.parse(bytes.toString('utf8', last, end)) as string
    ).split(' ');
    this.lock = lock;
    this.replaced = Number(replaced);
    this.#identity = identity;
    this.#bytes = bytes.subarray(0, end + 1);
    this.#start = header.length;
    this.#reader = new RecordReader(dirname(state));
  }

  /** Every record, the newest per pair. */
  all(): Records {
    const pairs = new Map<string, PairRecord>();
    // Parsed row by row, so that a large project's rows are not in memory together with its
    // records.
    for (const at of this.#rows()) this.#add(pairs, at);
    const { lock, replaced } = this;
    const records = { identity: this.#identity, lock, pairs: [...pairs.values()] };
    return replaced === 0 ? records : { ...records, replaced };
  }

  /** Whether there are at least this many records, including replaced ones. */
  holds(least: number): boolean {
    const rows = this.#rows();
    // Finding every row of a large project takes longer than a few changes need.
    for (let found = 0; found < least; found += 1) if (rows.next().done === true) return false;
    return true;
  }

  /** Records of the pairs that contain one of these files, and of those that every run reads. */
  about(paths: readonly string[]): readonly PairRecord[] | undefined {
    const found = new Map<string, PairRecord>();
    const open = this.#rowsWith('\n[0,');
    const named = this.#rowsNaming(paths);
    const rows = [...open, ...[...named.values()].flat()];
    if (rows.length > MANY) return undefined;
    for (const at of rows) this.#add(found, at);
    const newest = new Map<string, PairRecord>();
    const sources = [...new Set([...found.values()].map(({ source }) => source))];
    const others = this.#rowsNaming(sources.filter((source) => !named.has(source)));
    for (const source of sources) {
      for (const at of named.get(source) ?? others.get(source) ?? []) this.#add(newest, at);
    }
    const wanted = new Set(paths);
    return [...newest.values()].filter(
      ({ source, targets, isSettled }) =>
        !isSettled || wanted.has(source) || targets.some(({ path }) => wanted.has(path)),
    );
  }

  /** Whether a file may have a source text (`sourceHash`); false is certain. */
  mayHold(sourceHash: string): boolean {
    return this.#bytes.includes(sourceHash);
  }

  #add(pairs: Map<string, PairRecord>, at: number): void {
    const end = this.#bytes.indexOf(NEWLINE, at);
    const row = JSON.parse(this.#bytes.toString('utf8', at, end)) as PairRow;
    const pair = this.#reader.pair(row);
    pairs.set(pairId(pair), pair);
  }

  /** Offset of each row. */
  *#rows(): Generator<number> {
    const bytes = this.#bytes;
    for (let at = this.#start; at < bytes.length; at = bytes.indexOf(NEWLINE, at) + 1) {
      if (bytes[at] !== QUOTE) yield at;
    }
  }

  /** Offsets of the rows that contain each path, in file order. */
  #rowsNaming(paths: readonly string[]): ReadonlyMap<string, readonly number[]> {
    if (paths.length <= FEW) {
      return new Map(paths.map((path) => [path, this.#rowsWith(JSON.stringify(path))]));
    }
    const rows = new Map(paths.map((path) => [path, new Set<number>()]));
    const byText = new Map([...rows].map(([path, own]) => [JSON.stringify(path), own]));
    for (const at of this.#rows()) {
      const row = this.#bytes.toString('utf8', at, this.#bytes.indexOf(NEWLINE, at));
      for (const text of row.match(STRING) ?? []) byText.get(text)?.add(at);
    }
    return new Map([...rows].map(([path, own]) => [path, [...own]]));
  }

  /** Offsets of the rows that contain this text, in file order. */
  #rowsWith(text: string): readonly number[] {
    const bytes = this.#bytes;
    const rows: number[] = [];
    // The line before the first row also ends with a newline.
    let at = bytes.indexOf(text, this.#start - 1);
    while (at !== -1 && rows.length <= MANY) {
      const row = text.startsWith('\n') ? at + 1 : bytes.lastIndexOf(NEWLINE, at) + 1;
      rows.push(row);
      at = bytes.indexOf(text, bytes.indexOf(NEWLINE, row));
    }
    return rows;
  }
}

/** The first line of the file. */
export function headerOf(identity: string): string {
  return `${JSON.stringify({ identity })}\n`;
}
