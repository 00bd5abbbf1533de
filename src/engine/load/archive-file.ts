import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../../model/index.js';
import { ARCHIVE_FILE, ArchivedTexts, parseArchive } from '../../lock/index.js';
import { readCommittedFile } from '../../state/index.js';
import type { ParsedArchive } from '../../lock/index.js';
import { EngineError } from '../errors.js';

/** The archive as a comparison uses it. */
export interface Archive {
  /** False if there is no archive: then there is nothing to look up. */
  readonly isThere: boolean;
  /** @throws EngineError 'archive-unusable' */
  textsOf(locale: string): ArchivedTexts;
  /** False if nothing may be added. @throws EngineError 'archive-unusable' */
  readonly isWritable: boolean;
}

/** A run's archive, read on first use. */
export class ArchiveFile implements Archive {
  readonly #root: string;
  readonly #read: (path: string) => Buffer | undefined;
  readonly #locales = new Map<string, ArchivedTexts>();
  #isThere: boolean | undefined;
  #parsed: ParsedArchive | undefined;

  /** @param read reads a file by its path relative to the root; undefined if it does not exist */
  constructor(root: string, read: (path: string) => Buffer | undefined) {
    this.#root = root;
    this.#read = read;
  }

  get isThere(): boolean {
    const path = join(this.#root, ARCHIVE_FILE);
    return (this.#isThere ??= lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  }

  textsOf(locale: string): ArchivedTexts {
    let texts = this.#locales.get(locale);
    if (texts === undefined) {
      texts = new ArchivedTexts(this.#content().texts, locale);
      this.#locales.set(locale, texts);
    }
    return texts;
  }

  get isWritable(): boolean {
    return this.#content().writable;
  }

  /** Reads the archive now, so that its problems are reported. */
  look(): void {
    if (this.isThere) this.#content();
  }

  /** Problems found so far. */
  get problems(): readonly Problem[] {
    return (this.#parsed?.problems ?? []).map((problem) => ({ ...problem, file: ARCHIVE_FILE }));
  }

  #content(): ParsedArchive {
    return (this.#parsed ??= parseArchive(readArchive(this.#root, this.#read)?.toString() ?? ''));
  }
}

/** The archive's bytes; undefined if there is none. @throws EngineError 'archive-unusable' */
export function readArchive(
  root: string,
  read: (path: string) => Buffer | undefined,
): Buffer | undefined {
  const file = readCommittedFile(root, ARCHIVE_FILE, read);
  if (file.ok) return file.bytes;
  const hint =
    'Restore the file from version control, or move it away: without an archive, human translations that were removed earlier cannot be reused.';
  throw new EngineError('archive-unusable', `${ARCHIVE_FILE} ${file.reason}`, hint, file.cause);
}
