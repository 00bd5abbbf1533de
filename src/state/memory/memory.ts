import { join } from 'node:path';
import { errno, systemFailure } from '../../disk/index.js';
import type { SystemFailure } from '../../disk/index.js';
import type { Problem, StoredText, TextPage } from '../../model/index.js';
import { ensureStateDirectory } from '../files/directory.js';
import { hasRoom } from '../files/room.js';
import { withSpareHandle } from '../files/spare-handle.js';
import { chooseFile, readLines, appendBatch, stateOf, touch } from './journal-file.js';
import { formatBatch, HEADER, idOf, KEY_LENGTH, textOf, visitRecords } from './record.js';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { pathInState } from '../files/temporary.js';

/** The memory of one target: a file that only grows. Keeps only requested texts in RAM. */
export class Journal {
  readonly path: string;
  /** Number of damaged lines seen. */
  damaged = 0;
  /** The id of every requested key, with its text if it has one. */
  readonly #asked = new Map<string, string | undefined>();
  /** How far the file has been read for these keys, and which file it was. */
  #offset = 0;
  #inode = 0;

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
      const text = this.#asked.get(idOf(key));
      if (text !== undefined) found.set(key, text);
    }
    return found;
  }

  /**
   * Appends the result of `formatBatch`. After this call it survives the end of the process.
   * @throws Error of the file system
   */
  append(batch: string): void {
    appendBatch(this.path, batch);
  }

  /**
   * Creates the file if it does not exist, which tests that it can be written.
   * @throws Error of the file system
   */
  touch(): void {
    touch(this.path);
  }

  /**
   * The last text of every key, and the number of damaged lines.
   * @throws Error of the file system
   */
  readAll(): { readonly texts: ReadonlyMap<string, string>; readonly damaged: number } {
    const texts = new Map<string, string>();
    let damaged = 0;
    if (this.isEmpty) return { texts, damaged };
    readLines(this.path, 0, (lines) => {
      const others = visitRecords(lines, (_, start, end) => {
        const text = textOf(lines.slice(start, end));
        if (text === undefined) damaged += 1;
        else texts.set(lines.slice(start, start + KEY_LENGTH), text);
      });
      damaged += others;
    });
    return { texts, damaged };
  }

  /** Frees the texts read so far. */
  release(): void {
    this.#asked.clear();
    this.#offset = 0;
  }

  /** Call it after the file was repaired. */
  forget(): void {
    this.damaged = 0;
    this.#offset = 0;
  }

  /** Returns true if a key is requested for the first time: then the whole file has to be read. */
  #ask(keys: ReadonlySet<string>): boolean {
    const known = this.#asked.size;
    for (const id of Array.from(keys, idOf)) {
      if (!this.#asked.has(id)) this.#asked.set(id, undefined);
    }
    return this.#asked.size > known;
  }

  #startAnew(): void {
    this.#offset = 0;
    this.damaged = 0;
    for (const id of this.#asked.keys()) this.#asked.set(id, undefined);
  }

  #take(lines: string): void {
    const asked = this.#asked;
    const take = (id: string, start: number, end: number): void => {
      if (!asked.has(id)) return;
      const text = textOf(lines.slice(start, end));
      if (text === undefined) this.damaged += 1;
      else asked.set(id, text);
    };
    const others = visitRecords(lines, take);
    this.damaged += others;
  }
}

/**
 * Rewrites a damaged journal with the last sound record of each key. The damaged file is kept beside
 * it as `….log.damaged`.
 * @param state the local state folder
 * @throws Error of the file system; then the journal is unchanged
 */
function repairJournal({ path }: Journal, state: string): void {
  keepDamaged(path, pathInState(state));
  const lines = new Map<string, string>();
  readLines(path, 0, (chunk) => {
    visitRecords(chunk, (id, start, end) => {
      const line = chunk.slice(start, end);
      if (textOf(line) !== undefined) lines.set(id, line);
    });
  });
  replace(path, pathInState(state), [HEADER, ...lines.values(), ''].join('\n'));
}

/** Copies to a temporary file first: the damaged file's name may already be a link. */
function keepDamaged(path: string, temporary: string): void {
  copyFileSync(path, temporary, constants.COPYFILE_EXCL);
  renameSync(temporary, `${path}.damaged`);
}

function replace(path: string, temporary: string, lines: string): void {
  const file = openSync(temporary, 'wx', 0o644);
  try {
    writeFileSync(file, lines, 'latin1');
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

/**
 * Translations paid for on this machine. Nothing here throws because of the disk: a failure to read
 * or write is a problem, and the run continues without the memory.
 */
export interface Memory {
  /** Whether nothing is known of a target, so that no lookup is needed. */
  isEmpty(target: string): boolean;
  /**
   * Texts of the keys (`memoryKey`) that have one, from any process. New keys need a pass over the
   * target's whole file, so look up many at once. For keys looked up before, only what was added
   * since is read.
   */
  recall(target: string, keys: ReadonlySet<string>): ReadonlyMap<string, string>;
  /**
   * Adds entries. The last text of a key counts. Returns true if their texts survive the end of the
   * process.
   * @throws RangeError for a key that `memoryKey` did not create
   */
  put(target: string, entries: readonly StoredText[]): boolean;
  /**
   * Why texts of a target cannot be stored, as a sentence, and the next step; undefined if they can.
   * Creates the target's file.
   */
  refusal(target: string): SystemFailure | undefined;
  /**
   * Tries again to store what could not be written: there may be room by now. Call it when the
   * targets are written.
   */
  save(): void;
  /** Frees texts: what was looked up so far is then only in the files. */
  release(): void;
  /** All translations, one target after the other. @throws Error of the file system */
  pages(): Iterable<TextPage>;
  /** False if the disk is nearly full. */
  hasRoom(): boolean;
  /**
   * Whether writing failed for lack of space although the disk has some: a quota, or a limit of the
   * process. Then any file may fail.
   */
  readonly isLimited: boolean;
  /** Why the last entries could not be written, as a sentence; undefined if they were. */
  readonly failure: string | undefined;
  /** Rewrites files that are damaged. Call it only under the run lock. */
  repair(): void;
  /**
   * `memory-unreadable` for what could not be read, `write-failed` for what could not be stored.
   * Each is reported once.
   */
  readonly problems: readonly Problem[];
}

/** Before the target in the name of the file that has the source texts of its entries. */
const SOURCE = 'source-';
/** Files of other texts than translations. */
const OTHERS = /^(?:source|write)-/;

/**
 * Opens the memory in the local state folder. Accesses no file before it is used.
 * @param folder absolute path of the local state folder
 */
export function openMemory(folder: string): Memory {
  return new LocalMemory(folder);
}

interface TargetMemory {
  /** Undefined if no file could be chosen, because of the error `refusal`. */
  readonly journal: Journal | undefined;
  readonly refusal?: unknown;
  /** Texts that could not be written. This process still has them. */
  readonly unsaved: Map<string, string>;
}

/** Found before a write would fail. */
const NO_ROOM = Object.assign(new Error('no room'), { code: 'ENOSPC' });
/** Codes of writes that found no space; '' for one that was cut short. */
const NO_SPACE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '']);

class LocalMemory implements Memory {
  readonly #folder: string;
  readonly #targets = new Map<string, TargetMemory>();
  /** By subject, so that each is reported once. */
  readonly #problems = new Map<string, Problem>();
  #failure: string | undefined;
  isLimited = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get problems(): readonly Problem[] {
    const unsaved = this.#countUnsaved();
    if (unsaved === 0) return [...this.#problems.values()];
    const texts = unsaved === 1 ? '1 text is' : `${unsaved} texts are`;
    const message = `${texts} not in the memory.${this.#failure === undefined ? '' : ` ${this.#failure}`} Texts that are not in their files either may be billed again.`;
    return [...this.#problems.values(), { code: 'write-failed', severity: 'warning', message }];
  }

  isEmpty(target: string): boolean {
    const { journal, unsaved } = this.#open(target);
    try {
      return unsaved.size === 0 && (journal === undefined || journal.isEmpty);
    } catch {
      // `recall` fails on the same file, and reports why.
      return false;
    }
  }

  recall(target: string, keys: ReadonlySet<string>): ReadonlyMap<string, string> {
    const { journal, unsaved } = this.#open(target);
    const found = new Map(journal === undefined ? [] : this.#read(target, journal, keys));
    for (const [key, text] of unsaved) if (keys.has(key)) found.set(key, text);
    return found;
  }

  put(target: string, entries: readonly StoredText[]): boolean {
    if (entries.length === 0) return true;
    const batch = formatBatch(entries);
    const { journal, unsaved } = this.#open(target);
    try {
      if (journal !== undefined) {
        withSpareHandle(() => {
          ensureStateDirectory(this.#folder, 'memory');
          journal.append(batch);
        });
        for (const [key] of entries) unsaved.delete(key);
        this.#putSources(target, entries);
        return true;
      }
    } catch (error) {
      this.isLimited = NO_SPACE.has(errno(error)) && this.hasRoom();
      const { why, advice } = systemFailure(error, this.#folder);
      this.#failure = `The memory cannot be written: ${why}. ${advice}.`;
    }
    for (const [key, text] of entries) unsaved.set(key, text);
    return false;
  }

  #putSources(target: string, entries: readonly StoredText[]): void {
    const sources = entries.flatMap(([key, , sent]) =>
      sent === undefined ? [] : [[key, sent] as const],
    );
    if (sources.length === 0) return;
    try {
      this.#open(SOURCE + target).journal?.append(formatBatch(sources));
    } catch {
      // Nothing is paid twice without them. An export says that they are missing.
    }
  }

  *pages(): Iterable<TextPage> {
    const folder = join(this.#folder, 'memory');
    const names = existsSync(folder) ? readdirSync(folder).sort() : [];
    const files = new Set(names.map((name) => /^[^.]+(?=.*\.log$)/.exec(name)?.[0] ?? SOURCE));
    for (const file of files) {
      if (OTHERS.test(file)) continue;
      const found = this.#open(file).journal?.readAll();
      const sources = this.#open(SOURCE + file).journal?.readAll().texts;
      // Language codes of the service are upper case; names of files are not.
      const target = file.toUpperCase();
      const texts = Array.from(found?.texts ?? [], ([key, text]) => {
        return { key, target, text, sent: sources?.get(key) };
      });
      yield { texts, unreadable: found?.damaged ?? 0 };
    }
  }

  release(): void {
    for (const { journal } of this.#targets.values()) journal?.release();
  }

  hasRoom(): boolean {
    return hasRoom(this.#folder);
  }

  save(): void {
    for (const [target, { unsaved }] of this.#targets) this.put(target, [...unsaved]);
  }

  get failure(): string | undefined {
    return this.#countUnsaved() === 0 ? undefined : this.#failure;
  }

  #countUnsaved(): number {
    return [...this.#targets.values()].reduce((sum, { unsaved }) => sum + unsaved.size, 0);
  }

  refusal(target: string): SystemFailure | undefined {
    const { journal, refusal } = this.#open(target);
    try {
      withSpareHandle(() => {
        ensureStateDirectory(this.#folder, 'memory');
        journal?.touch();
      });
      if (!this.hasRoom()) return this.#refused(NO_ROOM);
      return refusal === undefined ? undefined : this.#refused(refusal);
    } catch (error) {
      return this.#refused(error);
    }
  }

  #refused(error: unknown): SystemFailure {
    const { why, advice } = systemFailure(error, this.#folder);
    return { why: `The memory in ${this.#folder} cannot be written: ${why}.`, advice };
  }

  repair(): void {
    for (const { journal } of this.#targets.values()) {
      if (journal === undefined || journal.damaged === 0) continue;
      try {
        withSpareHandle(() => repairJournal(journal, this.#folder));
        journal.forget();
      } catch (error) {
        const message = `The memory cannot be repaired (${systemFailure(error).why}).`;
        this.#report('write-failed', 'repair', message);
      }
    }
  }

  #open(target: string): TargetMemory {
    let opened = this.#targets.get(target);
    if (opened === undefined) this.#targets.set(target, (opened = this.#choose(target)));
    return opened;
  }

  #choose(target: string): TargetMemory {
    const unsaved = new Map<string, string>();
    try {
      const { path, skipped } = chooseFile(join(this.#folder, 'memory'), target);
      for (const other of skipped) {
        const message = `${other.path} has another version (${other.version}) and was not touched; ${path} is used instead.`;
        this.#report('memory-unreadable', `version ${other.path}`, message);
      }
      return { journal: new Journal(path), unsaved };
    } catch (refusal) {
      const { why } = systemFailure(refusal, this.#folder, 'read');
      const message = `The memory in ${this.#folder} cannot be opened (${why}).`;
      this.#report('memory-unreadable', `open ${target}`, message);
      return { journal: undefined, refusal, unsaved };
    }
  }

  #read(target: string, journal: Journal, keys: ReadonlySet<string>): ReadonlyMap<string, string> {
    try {
      journal.read(keys);
    } catch (error) {
      const message = `The memory for ${target} cannot be read (${systemFailure(error).why}); its texts may be billed again.`;
      this.#report('memory-unreadable', `read ${journal.path}`, message);
    }
    const { damaged, path } = journal;
    if (damaged > 0) {
      const lines = damaged === 1 ? 'line' : 'lines';
      const message = `${path} contains ${damaged} damaged ${lines}; the other records are used.`;
      this.#report('memory-unreadable', `damaged ${path}`, message);
    }
    return journal.textsOf(keys);
  }

  /** @param about the subject, reported only once */
  #report(code: Problem['code'], about: string, message: string): void {
    if (!this.#problems.has(about))
      this.#problems.set(about, { code, severity: 'warning', message });
  }
}
