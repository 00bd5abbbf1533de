// On the fast path to "nothing to do": load nothing heavier than node:fs here.
import { isUnchanged, kindOf, statQuietly } from './stamp.js';
import type { Stamp } from './stamp.js';

const KINDS = ['absent', 'file', 'folder'] as const satisfies readonly Stamp['kind'][];

/** Per stamp: end of its path in `paths`, index in `KINDS`, size, mtime, ctime, inode. */
const FIGURES = 6;

const NEWLINE = 0x0a;
const HALF_PAIR = /\p{Cs}/u;

/** Optional properties that few stamps have. */
interface Marks {
  readonly hash?: string;
  readonly names?: string;
}

interface Columns {
  /** Concatenated. Splitting them at once would take longer than reading all the rest. */
  readonly paths: string;
  readonly figures: Float64Array;
  /** By row. */
  readonly marks: ReadonlyMap<number, Marks>;
}

/**
 * Stamps of many files, in columns, sorted by path. Those of a large project would take longer to
 * read as objects than the files take to check. Each path has one.
 */
export class Stamps implements Iterable<Stamp> {
  readonly #columns: Columns;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  /** If a path has several stamps, the last one counts. */
  static of(stamps: Iterable<Stamp>): Stamps {
    const byPath = new Map(Array.from(stamps, (stamp) => [stamp.path, stamp]));
    const sorted = [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
    const columns = {
      paths: sorted.map(({ path }) => path).join(''),
      figures: new Float64Array(sorted.length * FIGURES),
      marks: new Map<number, Marks>(),
    };
    let end = 0;
    for (const [row, stamp] of sorted.entries()) {
      end += stamp.path.length;
      columns.figures[row * FIGURES] = end;
      put(columns, row, stamp);
    }
    return new Stamps(columns);
  }

  get length(): number {
    return this.#columns.figures.length / FIGURES;
  }

  at(row: number): Stamp {
    const { figures, marks } = this.#columns;
    const first = row * FIGURES;
    return {
      path: this.#pathAt(row),
      kind: KINDS[figures[first + 1] ?? 0] ?? 'absent',
      size: figures[first + 2] ?? 0,
      mtime: figures[first + 3] ?? 0,
      ctime: figures[first + 4] ?? 0,
      inode: figures[first + 5] ?? 0,
      ...marks.get(row),
    };
  }

  #pathAt(row: number): string {
    const { paths, figures } = this.#columns;
    const end = row * FIGURES;
    return paths.slice(figures[end - FIGURES] ?? 0, figures[end]);
  }

  *[Symbol.iterator](): Generator<Stamp> {
    for (let row = 0; row < this.length; row += 1) yield this.at(row);
  }

  /** Whether no file or folder has changed since. */
  areUnchanged(): boolean {
    const { length } = this;
    // Comparing the columns first: nearly all files are unchanged and need no object.
    for (let row = 0; row < length; row += 1) {
      if (!this.#hasSameTimes(row) && !isUnchanged(this.at(row))) return false;
    }
    return true;
  }

  /** Whether reliable times show that the file or folder is unchanged. */
  #hasSameTimes(row: number): boolean {
    const { figures, marks } = this.#columns;
    if (marks.get(row)?.hash !== undefined) return false;
    const stats = statQuietly(this.#pathAt(row));
    const first = row * FIGURES;
    return (
      stats !== undefined &&
      stats.ctimeMs === figures[first + 4] &&
      stats.mtimeMs === figures[first + 3] &&
      stats.size === figures[first + 2] &&
      stats.ino === figures[first + 5] &&
      kindOf(stats) === KINDS[figures[first + 1] ?? 0]
    );
  }

  /** The stamp of a path; undefined if it has none. */
  find(path: string): Stamp | undefined {
    const row = this.#rowOf(path);
    return row === undefined ? undefined : this.at(row);
  }

  /** Stamps whose times are not reliable. */
  hashed(): readonly Stamp[] {
    const rows = [...this.#columns.marks].filter(([, { hash }]) => hash !== undefined);
    return rows.map(([row]) => this.at(row));
  }

  /** Replaces the stamps of the same paths. */
  with(stamps: readonly Stamp[]): Stamps {
    if (stamps.length === 0) return this;
    if (stamps.some(({ path }) => this.#rowOf(path) === undefined)) {
      return Stamps.of([...this, ...stamps]);
    }
    const { paths, figures, marks } = this.#columns;
    const columns = { paths, figures: figures.slice(), marks: new Map(marks) };
    for (const stamp of stamps) put(columns, this.#rowOf(stamp.path) ?? 0, stamp);
    return new Stamps(columns);
  }

  #rowOf(path: string): number | undefined {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#pathAt(middle) < path) low = middle + 1;
      else high = middle;
    }
    return low < this.length && this.#pathAt(low) === path ? low : undefined;
  }

  /** As bytes for a file of the local state. @throws TypeError if a path has a lone surrogate */
  toBytes(): readonly Uint8Array[] {
    const { paths, figures, marks } = this.#columns;
    if (HALF_PAIR.test(paths)) throw new TypeError('a path that UTF-8 cannot hold');
    const head = `${JSON.stringify([this.length, [...marks]])}\n`;
    const { buffer, byteOffset, byteLength } = figures;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    return [Buffer.from(head), bytes, Buffer.from(paths)];
  }

  /** @param bytes from `toBytes`; the caller ensures their integrity */
  static fromBytes(bytes: Buffer): Stamps {
    const at = bytes.indexOf(NEWLINE) + 1;
    const [count, marks] = JSON.parse(bytes.toString('utf8', 0, at)) as [number, [number, Marks][]];
    // Copied, because a Float64Array must start at a multiple of its element size.
    const figures = new Float64Array(count * FIGURES);
    const end = at + figures.byteLength;
    new Uint8Array(figures.buffer).set(bytes.subarray(at, end));
    return new Stamps({ paths: bytes.toString('utf8', end), figures, marks: new Map(marks) });
  }
}

function put(
  { figures, marks }: { readonly figures: Float64Array; readonly marks: Map<number, Marks> },
  row: number,
  { kind, size, mtime, ctime, inode, hash, names }: Stamp,
): void {
  figures.set([KINDS.indexOf(kind), size, mtime, ctime, inode], row * FIGURES + 1);
  marks.delete(row);
  if (hash === undefined && names === undefined) return;
  marks.set(row, {
    ...(hash === undefined ? {} : { hash }),
    ...(names === undefined ? {} : { names }),
  });
}
