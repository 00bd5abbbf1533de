import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connect, ViteDevServer } from 'vite';
import type { MountedReview, Stamp } from '../../../src/index.js';
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

/**
 * Serves the panel at `/__locale-sync`: the review page or, if there is nothing to review, the page
 * with open work. That page is at `status`, its data at `status.json` and its button at `extract`.
 * Everything is also served below the server's base, which Vite removes only for its own
 * middlewares.
 */
export function servePanel(server: ViteDevServer, source: PanelSource): void {
  const base = server.config.base.replace(/\/$/, '');
  for (const own of new Set([PANEL_PATH, base + PANEL_PATH])) {
    server.middlewares.use(own, (request, response, next) => {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
      const answer = statusAnswer(base, source, { request, path });
      const send = ({ type, text }: Text): void => {
        response.setHeader('content-type', `${type}; charset=utf-8`);
        response.setHeader('cache-control', 'no-store');
        response.end(text);
      };
      if (answer !== undefined) {
        void answer().then(send);
        return;
      }
      const reviewed = source.review.answer(request, response, { base: own, path });
      reviewed.then((isAnswered) => {
        if (isAnswered) return;
        if (path === '/' || path === '') send(statusPage(base));
        else next();
      }, next);
    });
  }
}

interface Text {
  readonly type: string;
  readonly text: string;
}

function statusPage(base: string): Text {
  return { type: 'text/html', text: page.replaceAll('%BASE%', htmlText(base)) };
}

/** The response for a path without the review page; undefined: no such path. */
function statusAnswer(
  base: string,
  { status, extract }: PanelSource,
  { request, path }: { readonly request: Connect.IncomingMessage; readonly path: string },
): (() => Promise<Text>) | undefined {
  const text = (type: string, content: () => string) => (): Promise<Text> =>
    Promise.resolve({ type, text: content() });
  if (path === STATUS_PAGE) return () => Promise.resolve(statusPage(base));
  if (path === '/panel.js') return text('text/javascript', () => script);
  if (path === '/status.json') return text('application/json', () => jsonText(status()));
  // A page of another site cannot send this header without permission.
  if (path === '/extract' && request.headers['x-locale-sync'] === 'extract') {
    return async () => {
      await extract();
      return { type: 'text/plain', text: '' };
    };
  }
  return undefined;
}
