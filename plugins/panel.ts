import type { Connect, ViteDevServer } from 'vite';
import { PANEL_PAGE } from './panel-page.js';
import type { LocaleSyncStatus } from './status.js';

const PATH = '/__locale-sync';

/**
 * Serves the panel at `/__locale-sync`, its data at `/__locale-sync/status.json`, and its button at `/__locale-sync/extract`:
 * there and below the server's base, which Vite cuts off for its own middlewares only, not for those of plugins.
 */
export function servePanel(
  server: ViteDevServer,
  status: () => LocaleSyncStatus & { readonly root: string | undefined },
  extract: () => Promise<unknown>,
): void {
  const base = server.config.base.replace(/\/$/, '');
  const answer: Connect.NextHandleFunction = (request, response, next) => {
    const path = (request.url ?? '/').split('?', 1)[0];
    if (path === '/' || path === '') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(PANEL_PAGE.replaceAll('%BASE%', base));
    } else if (path === '/status.json') {
      response.setHeader('content-type', 'application/json');
      response.setHeader('cache-control', 'no-store');
      response.end(JSON.stringify(status()));
    } else if (path === '/extract' && request.headers['x-locale-sync'] === 'extract') {
      // The header keeps other sites out: a page of theirs may not send it without being asked for leave.
      void extract().then(() => response.end());
    } else next();
  };
  for (const path of new Set([PATH, base + PATH])) server.middlewares.use(path, answer);
}
