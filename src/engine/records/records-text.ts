import { dirname } from 'node:path';
import { RecordReader } from './record-rows.js';
import type { PairRow } from './record-rows.js';
import { pairId } from './records.js';
import type { PairRecord, Records } from './records.js';

// The first line of the file says what the records rest on. Behind it are blocks. Each other line
// of a block is a `PairRow`. Its last one is a string: the hash of the lock that all records so far
// are of, and how many of them newer ones have replaced, if any. A block without it was cut off.
// The last record of a pair counts.

const NEWLINE = 0x0a;
const QUOTE = 0x22;

/** Above so many rows, taking all of them apart is as quick. */
const MANY = 1_000;

/** The file of records as it is. It is searched where few of them are wanted. */
export class RecordsText {
  /** `lockHashOf` the lock that the records are of. */
  readonly lock: string;
  /** Records that newer ones have replaced. */
  readonly replaced: number;
  readonly #identity: string;
  /** Complete blocks. */
  readonly #bytes: Buffer;
  /** Of the first row. */
  readonly #start: number;
  readonly #reader: RecordReader;

  /**
   * @param state folder of the local state
   * @throws where the file rests on something else, or has no complete block
   */
  constructor(bytes: Buffer, { identity, state }: { identity: string; state: string }) {
    const header = Buffer.from(headerOf(identity));
    // What is of another config need not be taken apart.
    if (!bytes.subarray(0, header.length).equals(header)) throw new TypeError('other records');
    // No row begins as the end of a block does.
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

  /** Every record, the newest of each pair. */
  all(): Records {
    const pairs = new Map<string, PairRecord>();
    // Row by row, so that the rows of a large project are not in memory beside its records.
    for (const at of this.#rows()) this.#add(pairs, at);
    const { lock, replaced } = this;
    const records = { identity: this.#identity, lock, pairs: [...pairs.values()] };
    return replaced === 0 ? records : { ...records, replaced };
  }

  /** True if there are so many records, with those that newer ones have replaced. */
  holds(least: number): boolean {
    const rows = this.#rows();
    // Finding every row of a large project takes longer than few changes need.
    for (let found = 0; found < least; found += 1) if (rows.next().done === true) return false;
    return true;
  }

  /** Records of the pairs that one of these files is in, and of those that every run looks at. */
  about(paths: readonly string[]): readonly PairRecord[] | undefined {
    const found = new Map<string, PairRecord>();
    const open = this.#rowsWith('\n[0,');
    const named = new Map(paths.map((path) => [path, this.#rowsNaming(path)]));
    const rows = [...open, ...[...named.values()].flat()];
    if (rows.length > MANY) return undefined;
    for (const at of rows) this.#add(found, at);
    const newest = new Map<string, PairRecord>();
    const sources = new Set([...found.values()].map(({ source }) => source));
    for (const source of sources) {
      for (const at of named.get(source) ?? this.#rowsNaming(source)) this.#add(newest, at);
    }
    const wanted = new Set(paths);
    return [...newest.values()].filter(
      ({ source, targets, isSettled }) =>
        !isSettled || wanted.has(source) || targets.some(({ path }) => wanted.has(path)),
    );
  }

  /** False: no file of a record has a source text (`sourceHash`). */
  mayHold(sourceHash: string): boolean {
    return this.#bytes.includes(sourceHash);
  }

  #add(pairs: Map<string, PairRecord>, at: number): void {
    const end = this.#bytes.indexOf(NEWLINE, at);
    const row = JSON.parse(this.#bytes.toString('utf8', at, end)) as PairRow;
    const pair = this.#reader.pair(row);
    pairs.set(pairId(pair), pair);
  }

  /** Where each row begins. */
  *#rows(): Generator<number> {
    const bytes = this.#bytes;
    for (let at = this.#start; at < bytes.length; at = bytes.indexOf(NEWLINE, at) + 1) {
      if (bytes[at] !== QUOTE) yield at;
    }
  }

  /** Where each row begins that has this path, in the order of the file. */
  #rowsNaming(path: string): readonly number[] {
    return this.#rowsWith(JSON.stringify(path));
  }

  /** Where each row begins that has this text, in the order of the file. */
  #rowsWith(text: string): readonly number[] {
    const bytes = this.#bytes;
    const rows: number[] = [];
    // The line before the first row ends with a newline, too.
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
