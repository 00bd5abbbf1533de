import { join } from 'node:path';
import type { Problem } from '../../model/index.js';
import { ARCHIVE_BYTES, ARCHIVE_FILE, parseArchive, updateArchive } from '../../lock/index.js';
import { lockHashOf, readStamped, WriteError, writeStamped } from '../../state/index.js';
import type { ArchiveChanges, TextToArchive } from '../../lock/index.js';
import { readArchive } from '../load/index.js';
import type { Inputs } from '../load/index.js';

export interface ArchiveContext {
  readonly root: string;
  /** Absolute path of the local state's folder. */
  readonly state: string;
  readonly inputs: Inputs;
  /** Maximum size in bytes. Default: `ARCHIVE_BYTES`. */
  readonly bytes?: number;
}

/** How often an archive that changes meanwhile is read again. */
const ATTEMPTS = 3;

/** Archives human texts before their files lose them, and removes used ones. */
export class ArchiveWrite {
  readonly #context: ArchiveContext;
  #dropped = 0;
  readonly #problems: Problem[] = [];

  constructor(context: ArchiveContext) {
    this.#context = context;
  }

  /** @throws WriteError, EngineError 'archive-unusable': then no file may lose these texts */
  add(texts: readonly TextToArchive[]): void {
    if (texts.length > 0) this.#insist({ add: texts, remove: [] });
  }

  /** A used text that stays in the archive does no harm. */
  remove(texts: readonly TextToArchive[]): void {
    if (texts.length === 0) return;
    try {
      this.#insist({ add: [], remove: texts });
    } catch (error) {
      if (!(error instanceof WriteError)) throw error;
      const message = `Texts that were restored to their files stay in it. ${error.explanation}`;
      const problem = { code: 'write-failed', severity: 'warning', message } as const;
      this.#problems.push({ ...problem, file: ARCHIVE_FILE });
    }
  }

  get problems(): readonly Problem[] {
    if (this.#dropped === 0) return this.#problems;
    const count = `${this.#dropped} of its oldest ${this.#dropped === 1 ? 'text' : 'texts'}`;
    const message = `The archive is full (${ARCHIVE_BYTES} bytes), so ${count} had to be dropped. Version control still has them in earlier versions of the file.`;
    const full = { code: 'archive-full', severity: 'warning', file: ARCHIVE_FILE } as const;
    return [...this.#problems, { ...full, message }];
  }

  #insist(changes: ArchiveChanges): void {
    for (let tries = 1; ; tries += 1) {
      try {
        this.#put(changes);
        return;
      } catch (error) {
        const isChanged = error instanceof WriteError && error.code === 'changed-on-disk';
        if (!isChanged || tries === ATTEMPTS) throw error;
      }
    }
  }

  /**
   * Applies changes to the current archive: another process may have changed it since it was read.
   */
  #put(changes: ArchiveChanges): void {
    const { root, state, inputs, bytes } = this.#context;
    const path = join(root, ARCHIVE_FILE);
    const before = readArchive(root, () => readStamped(path).content);
    const archive = parseArchive(before?.toString() ?? '');
    if (!archive.writable) {
      const hint = 'Update locale-sync.';
      throw new WriteError('read-only', 'was written by a newer version of locale-sync', {
        path,
        hint,
      });
    }
    const { text, dropped } = updateArchive(archive, changes, bytes);
    const expect = lockHashOf(before);
    inputs.written(writeStamped(path, text, { root, state, expect }));
    this.#dropped += dropped;
  }
}
