import type { Connect, ViteDevServer } from 'vite';
import page from '../../browser/panel.html?text';
import script from '../../browser/panel.ts?text';
import { htmlText } from '../../../src/sinks/html.js';
import { jsonText } from '../../../src/sinks/json.js';
import { PANEL_PATH } from '../status.js';
import type { PanelStatus } from '../status.js';

export interface PanelSource {
  readonly status: () => PanelStatus;
  /** Searches code for keys. */
  readonly extract: () => Promise<unknown>;
}

/**
 * Serves the panel at `/__locale-sync`, its data at `status.json` below it, and its button at
 * `extract`. All of it is served below the server's base too, which Vite cuts off for its own
 * middlewares only, not for those of plugins.
 */
export function servePanel(server: ViteDevServer, { status, extract }: PanelSource): void {
  const base = server.config.base.replace(/\/$/, '');
  const answer: Connect.NextHandleFunction = (request, response, next) => {
    const path = (request.url ?? '/').split('?', 1)[0];
    const send = (type: string, text: string): void => {
      response.setHeader('content-type', `${type}; charset=utf-8`);
      response.setHeader('cache-control', 'no-store');
      response.end(text);
    };
    if (path === '/' || path === '') send('text/html', page.replaceAll('%BASE%', htmlText(base)));
    else if (path === '/panel.js') send('text/javascript', script);
    else if (path === '/status.json') send('application/json', jsonText(status()));
    else if (path === '/extract' && request.headers['x-locale-sync'] === 'extract') {
      // A page of another site cannot send this header without permission.
      void extract().then(() => response.end());
    } else next();
  };
  for (const path of new Set([PANEL_PATH, base + PANEL_PATH])) server.middlewares.use(path, answer);
}
