import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ViteDevServer } from 'vite';
import type { MountedReview, ResolvedConfig } from '../../../src/index.js';
import page from '../../browser/panel.html?text';
import script from '../../browser/panel.ts?text';
import { htmlText, jsonText } from '../../../src/model/index.js';
import { environment } from '../environment.js';
import { WORDS } from '../hints.js';
import type { Settings } from '../options.js';
import { PANEL_PATH } from '../status.js';
import type { PanelStatus } from '../status.js';

/** Path, below the panel's, of the page with open work. */
export const STATUS_PAGE = '/status';

interface PanelSource {
  readonly status: () => PanelStatus;
  /** Searches code for keys. */
  readonly extract: () => Promise<unknown>;
  readonly review: ReviewPanel;
}

/** The review page in a dev server, created when it is first opened. */
export class ReviewPanel {
  readonly #settings: Settings;
  /** Path of the page with problems, below this one. */
  readonly #status: string;
  #open: Promise<MountedReview> | undefined;
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
    return open === undefined ? false : open.answer(request, response, at);
  }

  close(): void {
    this.#isClosed = true;
    void this.#open?.then(
      (open) => open.close(),
      () => undefined,
    );
  }

  async #current(): Promise<MountedReview | undefined> {
    if (this.#isClosed) return undefined;
    this.#open ??= this.#mount();
    try {
      return await this.#open;
    } catch (error) {
      this.#open = undefined;
      const { LocaleSyncError } = await import('../../../src/index.js');
      // The page with problems says what is wrong with the config or the files.
      if (error instanceof LocaleSyncError) return undefined;
      throw error;
    }
  }

  async #mount(): Promise<MountedReview> {
    const api = await import('../../../src/index.js');
    const { folder, config: file } = this.#settings;
    const reload = (): Promise<ResolvedConfig> =>
      api.loadConfig({ cwd: folder, file, env: environment() });
    return api.mountReview(await reload(), { words: WORDS, status: this.#status, reload });
  }
}

/**
 * Serves the panel at `/__locale-sync`: the review page or, if there is nothing to review, the page
 * with open work. That page is at `status`, its data at `status.json` and its button at `extract`.
 * Everything is also served below the server's base, which Vite removes only for its own
 * middlewares.
 */
export function servePanel(server: ViteDevServer, source: PanelSource): void {
  const base = server.config.base.replace(/\/$/, '');
  const html = page.replaceAll('%BASE%', htmlText(base));
  for (const own of new Set([PANEL_PATH, base + PANEL_PATH])) {
    server.middlewares.use(own, (request, response, next) => {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
      const send = (type: string, text: string): void => {
        response.setHeader('content-type', `${type}; charset=utf-8`);
        response.setHeader('cache-control', 'no-store');
        response.end(text);
      };
      if (path === STATUS_PAGE) send('text/html', html);
      else if (path === '/panel.js') send('text/javascript', script);
      else if (path === '/status.json') send('application/json', jsonText(source.status()));
      // A page of another site cannot send this header without permission.
      else if (path === '/extract' && request.headers['x-locale-sync'] === 'extract')
        void source.extract().then(() => send('text/plain', ''));
      else
        source.review.answer(request, response, { base: own, path }).then((isAnswered) => {
          if (isAnswered) return;
          if (path === '/' || path === '') send('text/html', html);
          else next();
        }, next);
    });
  }
}
