import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MountedReview, Stamp } from '../../../src/index.js';
import { environment } from '../environment.js';
import { WORDS } from '../hints.js';
import type { Settings } from '../options.js';

interface Open {
  readonly stamp: Stamp;
  readonly review: MountedReview;
}

/** The review page in a dev server, created when it is first opened and again for a new config. */
export class ReviewPanel {
  readonly #settings: Settings;
  /** Path of the page with problems, below this one. */
  readonly #status: string;
  #open: Promise<Open> | undefined;
  #isClosed = false;

  constructor(settings: Settings, status: string) {
    this.#settings = settings;
    this.#status = status;
  }

  /** False: it is not a path of the page, or there is no project to review. */
  async answer(
    request: IncomingMessage,
    response: ServerResponse,
    at: { readonly base: string; readonly path: string },
  ): Promise<boolean> {
    // Only the page itself starts a review: an old page may still send requests to a new server.
    const isPage = at.path === '/' || at.path === '';
    if (this.#open === undefined && !isPage) return false;
    const open = await this.#current();
    return open === undefined ? false : open.review.answer(request, response, at);
  }

  close(): void {
    this.#isClosed = true;
    void this.#close();
  }

  async #current(): Promise<Open | undefined> {
    if (this.#isClosed) return undefined;
    const { isUnchanged, LocaleSyncError } = await import('../../../src/index.js');
    const known = await this.#open?.catch(() => undefined);
    if (known !== undefined && isUnchanged(known.stamp)) return known;
    await this.#close();
    this.#open = this.#mount();
    try {
      return await this.#open;
    } catch (error) {
      this.#open = undefined;
      // The page with problems says what is wrong with the config or the files.
      if (error instanceof LocaleSyncError) return undefined;
      throw error;
    }
  }

  async #mount(): Promise<Open> {
    const api = await import('../../../src/index.js');
    const find = { cwd: this.#settings.folder, file: this.#settings.config };
    const stamp = api.stampFile(api.findConfigFile(find));
    const config = await api.loadConfig({ ...find, env: environment() });
    const review = await api.mountReview(config, { words: WORDS, status: this.#status });
    return { stamp, review };
  }

  async #close(): Promise<void> {
    const open = await this.#open?.catch(() => undefined);
    this.#open = undefined;
    await open?.review.close();
  }
}
