import { setImmediate as nextTurn } from 'node:timers/promises';
import { LocaleSyncError } from '../../model/index.js';
import type { Problem, Unit } from '../../model/index.js';
import type { TextToArchive } from '../../state/index.js';
import type { FileComparison } from '../units/types.js';
import type { Change, Failure, FileChanges, NewText, Outcome } from '../changes/types.js';
import { movedBy, removalsOf, toArchive } from '../changes/removals.js';
import type { LostText } from '../changes/removals.js';
import { ArchiveWrite } from './archive.js';
import { FactsByFile } from './written-facts.js';
import { SharedFile } from './shared-file.js';
import { TargetFileWrite } from './target-file.js';
import type { WriteContext } from './target-file.js';
import type { Written, WrittenTexts } from '../changes/results.js';

/** A target file to write, with its texts so far. */
interface Target {
  readonly write: TargetFileWrite;
  /** By `at` of their change. */
  texts: (NewText | undefined)[];
  /** Changes that still wait for answers. */
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

  constructor(context: Omit<WriteContext, 'archive'>) {
    this.#archive = new ArchiveWrite(context);
    this.#context = { ...context, archive: this.#archive };
  }

  /** Adds files, before any of their changes is settled. */
  add(files: readonly FileChanges[]): void {
    for (const { file, changes } of files) {
      if (changes.length === 0 && file.obsolete.length === 0) continue;
      const texts: (NewText | undefined)[] = [];
      let open = 0;
      for (const change of changes) {
        const { known } = change;
        const isKnown = !change.isAsked && known !== undefined && isWritten(change);
        texts.push(isKnown ? { change, known } : undefined);
        if (change.isAsked) open += 1;
      }
      const write = new TargetFileWrite(file, this.#context, this.#sharedBy(file));
      this.#targets.set(file, { write, texts, open, isBegun: false });
    }
  }

  /** The shared file that a locale is part of; undefined for a file with one locale. */
  #sharedBy({ pair, target: { path } }: FileComparison): SharedFile | undefined {
    if (path !== pair.source.path) return undefined;
    const shared = this.#shared.get(path) ?? new SharedFile();
    this.#shared.set(path, shared);
    return shared;
  }

  /** Called when a waiting change has its text or has finally failed. */
  settled(change: Change, outcome: Outcome): void {
    const target = this.#targets.get(change.file);
    if (target === undefined) return;
    if (outcome.state === 'translated' && isWritten(change))
      target.texts[change.at] = { change, known: outcome };
    target.open -= 1;
    if (target.open === 0) this.#prepare(target);
  }

  /** Whether answers for a file are still missing. */
  isOpen(file: FileComparison): boolean {
    return (this.#targets.get(file)?.open ?? 0) > 0;
  }

  /** Writes some of the files; one with missing answers is written without their texts. */
  async write(files: readonly FileChanges[]): Promise<Written> {
    const targets = new Map<FileComparison, Target>();
    for (const { file } of files) {
      const target = this.#targets.get(file);
      this.#targets.delete(file);
      if (target === undefined) continue;
      const isIdle = target.texts.every((one) => one === undefined) && file.obsolete.length === 0;
      if (isIdle && !target.isBegun) continue;
      this.#prepare(target);
      targets.set(file, target);
    }
    await this.#preparing;
    this.#archivePeople(targets);
    const lost: LostText[] = [];
    const texts = new FactsByFile();
    const failures = new Map<Change, Failure>();
    const replaced = new Set<FileComparison>();
    const kept = new Set<FileComparison>();
    const problems: Problem[] = [];
    for (const [file, { write }] of targets) {
      const result = await write.write();
      texts.add(file, result.written);
      for (const [change, failure] of result.failures) failures.set(change, failure);
      if (result.outcome === 'written') replaced.add(file);
      if (result.keepsObsolete) kept.add(file);
      if (result.outcome === 'written') lost.push(...result.lost);
      problems.push(...result.problems);
    }
    this.#takeOut(lost, texts);
    problems.push(...this.#archive.problems);
    const written = new Set([...replaced].map(({ target }) => target.path)).size;
    const paths = new Set(files.map(({ file }) => file.target.path));
    const removals = removalsOf(lost, texts.keys());
    const counts = { written, unchanged: paths.size - written };
    return { files: counts, texts, failures, replaced, kept, problems, removals };
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
  #takeOut(lost: readonly LostText[], texts: WrittenTexts): void {
    const used: TextToArchive[] = [];
    const moved = new Set<Unit | undefined>();
    for (const change of texts.keys()) {
      const archived = change.known?.archived;
      if (archived !== undefined) used.push(archived);
      if (lost.length > 0) moved.add(movedBy(change));
    }
    for (const one of lost) if (moved.has(one.unit)) used.push(...toArchive(one));
    this.#archive.remove(used);
  }

  /** Prepares files one after the other; failures are kept for `write`. */
  #prepare(target: Target): void {
    if (target.isBegun) return;
    target.isBegun = true;
    this.#preparing = this.#preparing.then(async () => {
      const texts = target.texts.filter((one) => one !== undefined);
      target.texts = [];
      await target.write.prepare(texts);
      await nextTurn();
    });
    // Errors are reported where this is awaited.
    this.#preparing.catch(() => undefined);
  }
}

/** Proposals are shown but never written. */
function isWritten({ action }: Change): boolean {
  return action !== 'propose';
}
