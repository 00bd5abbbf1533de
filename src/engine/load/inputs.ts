import { dirname, join } from 'node:path';
import { readStamped, restampFolder, settle, stampFolder, Stamps } from '../../state/index.js';
import type { Stamp } from '../../state/index.js';

/** File times may lag behind the process's clock by this much (ms). */
export const CLOCK_TICK = 10;

/** Stamps of everything on disk that a run's answer depends on, as it was when the run looked. */
export class Inputs {
  readonly #root: string;
  /** What an earlier answer rests on. */
  readonly #before: Stamps;
  /** What this run has seen since. */
  readonly #stamps = new Map<string, Stamp>();
  /** Names that this run itself added, by folder in which it wrote. */
  readonly #added = new Map<string, string[]>();
  #doubtful = false;
  #final = true;

  /** @param before of all that an earlier answer rests on. Default: nothing */
  constructor(root: string, before = Stamps.of([])) {
    this.#root = root;
    this.#before = before;
  }

  /**
   * Reads a file (path relative to the root, or absolute); undefined where there is none.
   * @throws of the file system
   */
  read(path: string): Buffer | undefined {
    const { stamp, content } = readStamped(this.#absolute(path));
    this.#stamps.set(stamp.path, stamp);
    return content;
  }

  /** A file that is not read: it has not changed since it had this stamp. */
  remembered(stamp: Stamp): void {
    this.#stamps.set(stamp.path, stamp);
  }

  /**
   * Reads a file that is remembered. Its stamp stays, so that a change since then still shows.
   * @throws of the file system
   */
  reread(path: string): Buffer | undefined {
    return readStamped(this.#absolute(path)).content;
  }

  /** How a file looked when it was read or written last; undefined: it was neither. */
  stampOf(path: string): Stamp | undefined {
    return this.#stampOf(this.#absolute(path));
  }

  /** Folders that were searched. @param since when the search began (`Date.now()`) */
  searched(folders: readonly string[], since: number): void {
    for (const folder of folders) {
      const stamp = stampFolder(this.#absolute(folder));
      this.#stamps.set(stamp.path, stamp);
      // What came or went during the search may have been seen or not.
      if (stamp.mtime >= since - CLOCK_TICK) this.#doubtful = true;
    }
  }

  /** Something came or went about when it was searched for, so what was found is not certain. */
  get isDoubtful(): boolean {
    return this.#doubtful;
  }

  /** A file that this run wrote, as it is known now. */
  written(stamp: Stamp): void {
    const { path } = stamp;
    if (this.#stampOf(path)?.kind !== 'file') this.#note(path);
    // Replacing a file changes the times of its folder, and none of the names in it.
    else this.#noteIn(dirname(path));
    this.#stamps.set(path, stamp);
  }

  /**
   * Files that were young when they were read or written are known by their times from now on, as
   * far as these can be trusted by then. @param now of the file system's own clock
   */
  trustTimes(now: number): void {
    const before = this.#before.hashed().filter(({ path }) => !this.#stamps.has(path));
    for (const stamp of [...before, ...this.#stamps.values()]) {
      const isYoung = stamp.kind === 'file' && stamp.hash !== undefined;
      if (isYoung) this.#stamps.set(stamp.path, settle(stamp, now));
    }
  }

  /**
   * The answer is not what another run would say: it names lines of files that the run then wrote.
   */
  setPassing(): void {
    this.#final = false;
  }

  get isFinal(): boolean {
    return this.#final;
  }

  /**
   * Stamps of all inputs as they are now, the run's own changes included; none where they are not
   * certain.
   */
  settled(): Stamps {
    if (this.#doubtful) return Stamps.of([]);
    for (const [folder, names] of this.#added) {
      const stamp = this.#stampOf(folder);
      if (stamp !== undefined) this.#stamps.set(folder, restampFolder(stamp, names));
    }
    return this.#before.with([...this.#stamps.values()]);
  }

  /** @param path absolute */
  #stampOf(path: string): Stamp | undefined {
    return this.#stamps.get(path) ?? this.#before.find(path);
  }

  /** The file is new in its folder, and the folder may be new in its own. */
  #note(path: string): void {
    let suffix = '';
    for (let at = path; at.length > this.#root.length;) {
      const slash = Math.max(at.lastIndexOf('/'), at.lastIndexOf('\\'));
      if (slash < 0) return;
      const folder = at.slice(0, slash);
      this.#noteIn(folder, at.slice(slash + 1) + suffix);
      at = folder;
      suffix = '/';
    }
  }

  #noteIn(folder: string, name?: string): void {
    const names = this.#added.get(folder) ?? [];
    if (name !== undefined) names.push(name);
    this.#added.set(folder, names);
  }

  #absolute(path: string): string {
    return path.startsWith(this.#root) ? path : join(this.#root, path);
  }
}
