import type { ResolvedConfig } from '../../config/index.js';
import type { Reviewer } from '../../engine/index.js';
import { CodeFiles, readKeyPlaces } from '../../extract/index.js';
import { explain, LocaleSyncError } from '../../model/index.js';
import type { ReviewData, ReviewRun, Words } from '../../model/index.js';
import { deltaOf } from '../delta.js';
import type { RowDelta } from '../delta.js';
import { revisionsOf } from '../git-history.js';
import { readRuns } from '../run-history.js';

/** What is looked at, and who looks. */
export interface Reviewed {
  readonly config: ResolvedConfig;
  readonly reviewer: Reviewer;
}

/** What pages hear. */
export type LiveEvent =
  /** What a page hears first. */
  | { readonly type: 'hello'; readonly version: number }
  /** Of the version before, these rows changed. */
  | { readonly type: 'rows'; readonly version: number; readonly rows: readonly RowDelta[] }
  /** Everything has to be fetched again. */
  | { readonly type: 'all'; readonly version: number }
  /** Something cannot be read; what was shown stays. */
  | { readonly type: 'error'; readonly message: string };

/** What a page gets first. */
export interface Shown {
  readonly data: ReviewData;
  readonly runs: readonly ReviewRun[];
  /** Counts changes, so that a page knows what it has missed. */
  readonly version: number;
}

/** Milliseconds: editors save in several steps. */
const DEBOUNCE = 120;
/** Milliseconds after an edit of the page. */
const PAUSE = 800;
/** Milliseconds until former texts are looked for: the page comes first. */
const LATER = 1_500;

/** The data of a review, which follows the files. */
export class LiveReview {
  #reviewer: Reviewer;
  #config: ResolvedConfig;
  readonly #words: Words;
  readonly #listeners = new Set<(event: LiveEvent) => void>();
  readonly #code = new CodeFiles();
  #data: ReviewData | undefined;
  #json: string | undefined;
  #looking: Promise<void> | undefined;
  #isDue = false;
  #timer: NodeJS.Timeout | undefined;
  #later: NodeJS.Timeout | undefined;
  #quietUntil = 0;
  #version = 0;
  #isClosed = false;

  constructor({ reviewer, config }: Reviewed, words: Words) {
    this.#reviewer = reviewer;
    this.#config = config;
    this.#words = words;
  }

  get reviewer(): Reviewer {
    return this.#reviewer;
  }

  /** Goes on with another config of the same root. */
  async renew({ reviewer, config }: Reviewed): Promise<void> {
    const old = this.#reviewer;
    this.#reviewer = reviewer;
    this.#config = config;
    await this.#lookAgain();
    await old.close();
  }

  /** Says why something cannot be read; what was shown stays. */
  failed(error: unknown): void {
    const message = error instanceof LocaleSyncError ? this.explained(error) : String(error);
    if (!this.#isClosed) this.#tell({ type: 'error', message });
  }

  /** The first look, and each later one that is under way. @throws LocaleSyncError */
  async data(): Promise<ReviewData> {
    if (this.#data === undefined) await this.look();
    if (this.#data === undefined) throw new Error('nothing was looked at');
    return this.#data;
  }

  /** The same as JSON, with the history of runs. */
  async json(): Promise<string> {
    const data = await this.data();
    const shown: Shown = { data, runs: readRuns(this.#config.root), version: this.#version };
    return (this.#json ??= JSON.stringify(shown));
  }

  /** Calls back until the returned function is called. */
  listen(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener);
    listener({ type: 'hello', version: this.#version });
    return () => void this.#listeners.delete(listener);
  }

  /** A file changed: looks again once changes pause. */
  changed(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    const delay = Math.max(DEBOUNCE, this.#quietUntil - Date.now());
    this.#timer = setTimeout(() => void this.#lookAgain(), delay);
  }

  /** The page changed files, and shows that already: who works fast does not wait for looks. */
  wrote(): void {
    this.#quietUntil = Date.now() + PAUSE;
    this.changed();
  }

  /** Looks now. @throws LocaleSyncError */
  async look(): Promise<void> {
    if (this.#looking !== undefined) {
      this.#isDue = true;
      return this.#looking;
    }
    this.#looking = this.#look().finally(() => (this.#looking = undefined));
    await this.#looking;
    if (this.#isDue && !this.#isClosed) {
      this.#isDue = false;
      await this.look();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#later);
    this.#listeners.clear();
    await this.#looking?.catch(() => undefined);
    await this.#reviewer.close();
  }

  async #look(): Promise<void> {
    const before = this.#data;
    const { root } = this.#config;
    const usesOf = await this.#usesOf();
    const data = await this.#reviewer.look({
      ...(usesOf === undefined ? {} : { usesOf }),
      // Former texts are looked for once the page is there.
      ...(before === undefined ? {} : { revisionsOf: (path) => revisionsOf(root, path) }),
    });
    this.#data = data;
    this.#json = undefined;
    if (before === undefined) this.#later = setTimeout(() => void this.#addFormer(), LATER);
    else this.#tellDelta(before, data);
  }

  async #addFormer(): Promise<void> {
    const { root } = this.#config;
    const before = this.#data;
    const data = await this.#reviewer.withFormer((path) => revisionsOf(root, path));
    // What was looked at meanwhile has them already.
    if (data === undefined || before === undefined || this.#data !== before) return;
    this.#data = data;
    this.#json = undefined;
    this.#tellDelta(before, data);
  }

  #tellDelta(before: ReviewData, after: ReviewData): void {
    const rows = deltaOf(before, after);
    if (rows.length === 0) return;
    this.#version += 1;
    const version = this.#version;
    this.#tell(rows === 'all' ? { type: 'all', version } : { type: 'rows', version, rows });
  }

  async #usesOf(): Promise<Awaited<ReturnType<typeof readKeyPlaces>>> {
    try {
      return await readKeyPlaces(this.#config, this.#code);
    } catch (error) {
      // The texts are there all the same.
      if (error instanceof LocaleSyncError) return undefined;
      throw error;
    }
  }

  async #lookAgain(): Promise<void> {
    try {
      await this.look();
    } catch (error) {
      // The page stays with what it has; the next change is looked at again.
      this.failed(error);
    }
  }

  explained(error: LocaleSyncError): string {
    const { message, hint = '' } = explain(error, this.#words);
    return `${message} ${hint}`.trim();
  }

  #tell(event: LiveEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}
