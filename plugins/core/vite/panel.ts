import type { Connect, ViteDevServer } from 'vite';
import page from '../../browser/panel.html?text';
import script from '../../browser/panel.ts?text';
import { htmlText } from '../../../src/sinks/html.js';
import { jsonText } from '../../../src/sinks/json.js';
import { PANEL_PATH } from '../status.js';
import type { PanelStatus } from '../status.js';
import type { ReviewPanel } from './review-panel.js';

/** Path, below the panel's, of the page with open work. */
export const STATUS_PAGE = '/status';

export interface PanelSource {
  readonly status: () => PanelStatus;
  /** Searches code for keys. */
  readonly extract: () => Promise<unknown>;
  readonly review: ReviewPanel;
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
