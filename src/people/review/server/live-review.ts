import { join } from 'node:path';
import type { ResolvedConfig } from '../../../config/index.js';
import type { Reviewer } from '../../../engine/index.js';
import { CodeFiles, readKeyPlaces } from '../../../code/index.js';
import { defined, explain, LocaleSyncError } from '../../../model/index.js';
import type { ReviewData, Words } from '../../../model/index.js';
import { STATE_FOLDER } from '../../../lock/index.js';
import { readRuns } from '../../../state/index.js';
import { deltaOf } from '../delta.js';
import type { LiveEvent, Shown } from '../delta.js';

/** A config with the reviewer that reads it. */
export interface Reviewed {
  readonly config: ResolvedConfig;
  readonly reviewer: Reviewer;
}

/** Milliseconds to wait for more changes: editors save in several steps. */
const DEBOUNCE = 120;
/** Milliseconds to wait after an edit on the page. */
const PAUSE = 800;
/** Milliseconds before former texts are searched, so that the page comes first. */
const LATER = 1_500;

/** The data of a review, or of one of its languages, kept up to date with the files. */
export class LiveReview {
  #reviewer: Reviewer;
  #config: ResolvedConfig;
  readonly #words: Words;
  readonly #locale: string | undefined;
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
  #hasFailed = false;
  #isClosed = false;

  /** @param locale the only one that anything is shown of. Default: all */
  constructor({ reviewer, config }: Reviewed, words: Words, locale?: string) {
    this.#locale = locale;
    this.#reviewer = reviewer;
    this.#config = config;
    this.#words = words;
  }

  get reviewer(): Reviewer {
    return this.#reviewer;
  }

  /** Folder of the pictures. */
  get screens(): string {
    return this.#config.screens;
  }

  /** Continues with another config of the same root. */
  async renew({ reviewer, config }: Reviewed): Promise<void> {
    const old = this.#reviewer;
    this.#reviewer = reviewer;
    this.#config = config;
    await this.#lookAgain();
    await old.close();
  }

  /** Reports why something cannot be read; the displayed data stays. */
  failed(error: unknown): void {
    const said = error instanceof LocaleSyncError ? this.explained(error) : String(error);
    // Who reviews from elsewhere has no use for the folders of this machine.
    const message = said.replaceAll(join(this.#config.root, '/'), '');
    this.#hasFailed = true;
    if (!this.#isClosed) this.#tell({ type: 'error', message });
  }

  /** The data, after the first look or the current one. @throws LocaleSyncError */
  async data(): Promise<ReviewData> {
    if (this.#data === undefined) await this.look();
    if (this.#data === undefined) throw new Error('no comparison has run yet');
    return this.#data;
  }

  /** The same as JSON, including the history of runs. */
  async json(): Promise<string> {
    const data = await this.data();
    const { root } = this.#config;
    const runs = this.#locale === undefined ? readRuns(join(root, STATE_FOLDER)) : [];
    const shown: Shown = { data, runs, version: this.#version };
    return (this.#json ??= JSON.stringify(shown));
  }

  /** Calls back until the returned function is called. */
  listen(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener);
    listener({ type: 'hello', version: this.#version });
    return () => void this.#listeners.delete(listener);
  }

  /** Called when a file changed: looks again once changes pause. */
  changed(): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    const delay = Math.max(DEBOUNCE, this.#quietUntil - Date.now());
    this.#timer = setTimeout(() => void this.#lookAgain(), delay);
  }

  /**
   * Called after the page wrote files, which it already shows: fast edits do not wait for looks.
   */
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
    const usesOf = await readKeyPlaces(this.#config, this.#code).catch((error: unknown) => {
      // The texts are available anyway.
      if (error instanceof LocaleSyncError) return undefined;
      throw error;
    });
    const seen = await this.#reviewer.look({
      ...defined({ usesOf }),
      ...(this.#locale !== undefined && { selection: { locales: [this.#locale] } }),
    });
    // At first, former texts are searched after the page has loaded.
    const data = before === undefined ? seen : await this.#reviewer.withFormer(seen);
    this.#data = data;
    this.#json = undefined;
    if (before === undefined) this.#later = setTimeout(() => void this.#addFormer(), LATER);
    else this.#tellDelta(before, data);
  }

  async #addFormer(): Promise<void> {
    const before = this.#data;
    if (before === undefined) return;
    const data = await this.#reviewer.withFormer(before);
    // A look in the meantime already includes them.
    if (this.#data !== before) return;
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

  async #lookAgain(): Promise<void> {
    try {
      await this.look();
      // Even if nothing else has changed, pages take the message back.
      if (this.#hasFailed) this.#tell({ type: 'hello', version: this.#version });
      this.#hasFailed = false;
    } catch (error) {
      // The page keeps its data; the next change triggers another look.
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
