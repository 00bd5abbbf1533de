import { dirname, join } from 'node:path';
import {
  isUnchanged,
  readStamped,
  restampFolder,
  settle,
  stampFolder,
  Stamps,
} from '../../state/index.js';
import type { Stamp } from '../../state/index.js';
import type { ResolvedCatalog } from '../../config/index.js';
import type { Capabilities, Document, MessageSyntax, Unit } from '../../model/index.js';

/** Milliseconds by which file times may lag behind the process's clock. */
export const CLOCK_TICK = 10;

/** Stamps of everything on disk that a run's answer depends on, as the run saw it. */
export class Inputs {
  readonly #root: string;
  readonly #stamps = new Map<string, Stamp>();
  /** Names added by this run, by folder. */
  readonly #added = new Map<string, string[]>();
  /** Remembered files that were saved before they were read again. */
  readonly #late = new Set<string>();
  #doubtful = false;
  #final = true;

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Reads a file (path relative to the root, or absolute); undefined if it does not exist.
   * @throws Error of the file system
   */
  read(path: string): Buffer | undefined {
    const { stamp, content } = readStamped(this.#absolute(path));
    this.#stamps.set(stamp.path, stamp);
    return content;
  }

  /** Adds a file that is not read because it still has this stamp. */
  remembered(stamp: Stamp): void {
    this.#stamps.set(stamp.path, stamp);
  }

  /**
   * Reads a remembered file. Its stamp stays, so that a later change still shows, and a change
   * before this reading even after the run has written the file.
   * @throws Error of the file system
   */
  reread(path: string): Buffer | undefined {
    const { stamp, content } = readStamped(this.#absolute(path));
    const known = this.#stamps.get(stamp.path);
    if (known !== undefined && !isUnchanged(known)) this.#late.add(stamp.path);
    return content;
  }

  /** Stamp of a file when it was last read or written; undefined if it was neither. */
  stampOf(path: string): Stamp | undefined {
    return this.#stamps.get(this.#absolute(path));
  }

  /** Adds folders that were searched. @param since when the search began (`Date.now()`) */
  searched(folders: readonly string[], since: number): void {
    for (const folder of folders) {
      const stamp = stampFolder(this.#absolute(folder));
      this.#stamps.set(stamp.path, stamp);
      // An entry added or removed during the search may have been missed.
      if (stamp.mtime >= since - CLOCK_TICK) this.#doubtful = true;
    }
  }

  /** Whether entries were added or removed during the search, so that its result is uncertain. */
  get isDoubtful(): boolean {
    return this.#doubtful;
  }

  /** Adds a file that this run wrote, with its new stamp. */
  written(stamp: Stamp): void {
    const { path } = stamp;
    if (this.#stamps.get(path)?.kind !== 'file') this.#note(path);
    // Replacing a file changes its folder's times but not the names in it.
    else this.#noteIn(dirname(path));
    if (!this.#late.has(path)) this.#stamps.set(path, stamp);
  }

  /**
   * Replaces content hashes of recently changed files by their times, as far as these are reliable
   * by now. @param now the file system's own clock
   */
  trustTimes(now: number): void {
    for (const stamp of this.#stamps.values()) {
      const isYoung = stamp.kind === 'file' && stamp.hash !== undefined;
      if (isYoung) this.#stamps.set(stamp.path, settle(stamp, now));
    }
  }

  /**
   * Marks the answer as valid only for this run: it names lines of files that the run then changed.
   */
  setPassing(): void {
    this.#final = false;
  }

  get isFinal(): boolean {
    return this.#final;
  }

  /** Current stamps of all inputs, including the run's own changes; empty if they are uncertain. */
  settled(): Stamps {
    if (this.#doubtful) return new Stamps([]);
    for (const [folder, names] of this.#added) {
      const stamp = this.#stamps.get(folder);
      if (stamp !== undefined) this.#stamps.set(folder, restampFolder(stamp, names));
    }
    return new Stamps(this.#stamps.values());
  }

  /** Notes that the file is new in its folder, and perhaps the folder in its parent. */
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

/** A source file with its targets. Paths are relative to the root, with `/`. */
export interface FilePair {
  readonly catalog: ResolvedCatalog;
  readonly source: SourceFile;
  /** In the catalog's order, without those that cannot be read. */
  readonly targets: readonly TargetFile[];
}

/** A source file after reading. */
export interface SourceFile {
  readonly path: string;
  /** Present if the file is itself a translation, of which only the source texts count. */
  readonly isTemplate?: true;
  /** Content hash. */
  readonly hash: string;
  readonly document: Document;
  /** Capabilities of its format, which is also the targets'. */
  readonly capabilities: Capabilities;
  /** Message syntax of its texts, apart from `exceptions`. */
  readonly syntax: MessageSyntax;
  /** Units with another syntax than the file's. */
  readonly exceptions: ReadonlyMap<Unit, MessageSyntax>;
}

/** A target file after reading. */
export interface TargetFile {
  readonly path: string;
  readonly locale: string;
  /** Content hash, or 'absent'. */
  readonly hash: string;
  /** Undefined if the file does not exist yet. */
  readonly document: Document | undefined;
}

/** A target with its format's capabilities. */
export interface ReadTarget {
  readonly file: TargetFile;
  readonly capabilities: Capabilities;
}
