import { setImmediate as nextTurn } from 'node:timers/promises';
import { LocaleSyncError } from '../../model/index.js';
import type { Problem, Unit } from '../../model/index.js';
import type { TextToArchive } from '../../lock/index.js';
import { decidedRows, isForFile, newTextOf } from '../units/decided.js';
import type { DecidedRow, FileComparison, NewText } from '../units/row.js';
import { movedBy, removalsOf, toArchive } from '../units/removals.js';
import type { LostText } from '../units/removals.js';
import { ArchiveWrite } from './archive.js';
import { SharedFile } from './shared-file.js';
import { TargetFileWrite } from './target-file.js';
import type { WriteContext } from './target-file.js';
import type { Written } from '../units/reporting.js';

/** A target file to write. */
interface Target {
  readonly file: FileComparison;
  readonly write: TargetFileWrite;
  /** Number of rows that still wait for answers. */
  open: number;
  isBegun: boolean;
}

/**
 * All target files of a run. Each new file is prepared when the last of its answers has arrived,
 * while others are still waiting. All are put in place together, right before the lock.
 */
export class TargetFiles {
  readonly #targets = new Map<FileComparison, Target>();
  readonly #context: WriteContext;
  readonly #archive: ArchiveWrite;
  readonly #shared = new Map<string, SharedFile>();
  #preparing: Promise<void> = Promise.resolve();

  constructor(context: WriteContext) {
    this.#archive = new ArchiveWrite(context);
    this.#context = context;
  }

  /** Adds files, before any of their rows is settled. */
  add(files: readonly FileComparison[]): void {
    for (const file of files) {
      const rows = decidedRows(file);
      if (rows.length === 0 && file.obsolete.length === 0) continue;
      const open = rows.filter(({ decision }) => decision.attempt !== undefined).length;
      const write = new TargetFileWrite(file, this.#context, this.#archive, this.#sharedBy(file));
      this.#targets.set(file, { file, write, open, isBegun: false });
    }
  }

  /** The shared file that a locale is part of; undefined for a file with one locale. */
  #sharedBy({ pair, target: { path } }: FileComparison): SharedFile | undefined {
    if (path !== pair.source.path) return undefined;
    const shared = this.#shared.get(path) ?? new SharedFile();
    this.#shared.set(path, shared);
    return shared;
  }

  /** Called when a waiting row has its text or has finally failed. */
  settled({ decision }: DecidedRow): void {
    const target = this.#targets.get(decision.file);
    if (target === undefined) return;
    target.open -= 1;
    if (target.open === 0) this.#prepare(target);
  }

  /** Whether answers for a file are still missing. */
  isOpen(file: FileComparison): boolean {
    return (this.#targets.get(file)?.open ?? 0) > 0;
  }

  /** Writes some of the files; one with missing answers is written without their texts. */
  async write(files: readonly FileComparison[]): Promise<Written> {
    const targets = new Map<FileComparison, Target>();
    for (const file of files) {
      const target = this.#targets.get(file);
      this.#targets.delete(file);
      if (target === undefined) continue;
      const isIdle = textsOf(file).length === 0 && file.obsolete.length === 0;
      if (isIdle && !target.isBegun) continue;
      this.#prepare(target);
      targets.set(file, target);
    }
    await this.#preparing;
    this.#archivePeople(targets);
    const lost: LostText[] = [];
    const replaced = new Set<FileComparison>();
    const kept = new Set<FileComparison>();
    const problems: Problem[] = [];
    for (const [file, { write }] of targets) {
      const result = await write.write();
      if (result.outcome === 'written') replaced.add(file);
      if (result.keepsObsolete) kept.add(file);
      if (result.outcome === 'written') lost.push(...result.lost);
      problems.push(...result.problems);
    }
    const rows = [...targets.keys()].flatMap(decidedRows).filter(isWritten);
    this.#takeOut(lost, rows);
    problems.push(...this.#archive.problems);
    const written = new Set([...replaced].map(({ target }) => target.path)).size;
    const paths = new Set(files.map(({ target }) => target.path));
    const removals = removalsOf(lost, rows);
    const counts = { written, unchanged: paths.size - written };
    return { files: counts, replaced, kept, problems, removals };
  }

  /** Archives human texts before any file loses them. */
  #archivePeople(targets: ReadonlyMap<FileComparison, Target>): void {
    const losing = [...targets.values()].filter(({ write }) =>
      write.lost.some(({ people }) => people.length > 0),
    );
    try {
      this.#archive.add(losing.flatMap(({ write }) => write.lost.flatMap(toArchive)));
    } catch (error) {
      if (!(error instanceof LocaleSyncError)) throw error;
      for (const { write } of losing) write.refuse(error);
    }
  }

  /**
   * Removes from the archive what is in a file again: texts taken from it, or moved between files.
   */
  #takeOut(lost: readonly LostText[], rows: readonly DecidedRow[]): void {
    const used: TextToArchive[] = [];
    const moved = new Set<Unit | undefined>();
    for (const row of rows) {
      const archived = row.decision.known?.archived;
      if (archived !== undefined) used.push(archived);
      if (lost.length > 0) moved.add(movedBy(row));
    }
    for (const one of lost) if (moved.has(one.unit)) used.push(...toArchive(one));
    this.#archive.remove(used);
  }

  /** Prepares files one after the other; failures are kept for `write`. */
  #prepare(target: Target): void {
    if (target.isBegun) return;
    target.isBegun = true;
    this.#preparing = this.#preparing.then(async () => {
      await target.write.prepare(textsOf(target.file));
      await nextTurn();
    });
    // Errors are reported where this is awaited.
    this.#preparing.catch(() => undefined);
  }
}

/** The texts of a file that are known by now, in the rows' order. */
function textsOf(file: FileComparison): readonly NewText[] {
  return decidedRows(file).flatMap((row) => {
    const known = isForFile(row) ? newTextOf(row) : undefined;
    return known === undefined ? [] : { row, known };
  });
}

function isWritten({ written }: DecidedRow): boolean {
  return written !== undefined;
}
